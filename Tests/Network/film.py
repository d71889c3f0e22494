"""Three people watch a film in step, over TCP in bad weather; one comes late, one is stopped.

Each Easel runs in a tmux of its own, which keeps its screen. The screens are read about thirty times a
second. The spread of a second of the film is the time between the first and the last terminal that show
its number in their bar.
"""
import os, re, signal, statistics, subprocess, threading, time
import weather

COLUMNS, ROWS = 100, 24
CLOCK = re.compile(r'(\d+):(\d\d) / (\d+):(\d\d)')


class Terminal:
    """An Easel in a tmux of its own, in a namespace."""

    def __init__(self, program, name, space, folder, *arguments):
        self.name = name
        self.home = os.path.join(folder, name)
        os.makedirs(os.path.join(self.home, 'run'), 0o700, exist_ok=True)
        self.socket = os.path.join(folder, f'{name}.tmux')
        # A tmux continues a child that was stopped, but not a child of its child.
        self.tmux('new-session', '-d', '-x', str(COLUMNS), '-y', str(ROWS), '--',
                  'sh', '-c', '"$@"; :', 'sh', 'ip', 'netns', 'exec', space, 'env', f'HOME={self.home}', f'EASEL_NAME={name}',
                  f'XDG_RUNTIME_DIR={self.home}/run', f'EASEL_DOORS={self.home}', 'LANG=C.UTF-8',
                  program, *arguments)
        self.tmux('set-option', '-g', 'status', 'off')
        self.tmux('set-option', '-g', 'escape-time', '0')

    def tmux(self, *words):
        return subprocess.run(['tmux', '-S', self.socket, '-f', '/dev/null', *words],
                              capture_output=True, text=True).stdout

    def type(self, *keys):
        self.tmux('send-keys', *keys)

    def mouse(self, kind, column, row):
        button = 32 if kind == 'drag' else 0
        self.tmux('send-keys', '-l', f'\x1b[<{button};{column};{row}{"m" if kind == "release" else "M"}')

    def screen(self):
        return self.tmux('capture-pane', '-p').split('\n')

    def wait(self, text, seconds=30):
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            screen = '\n'.join(self.screen())
            if text in screen:
                return
            time.sleep(0.05)
        raise SystemExit(f'{self.name} does not see “{text}”:\n{screen}')

    def ended(self, seconds=30):
        """Waits until the program has ended."""
        end = time.monotonic() + seconds
        while self.tmux('list-panes').strip():
            if time.monotonic() > end:
                raise SystemExit(f'{self.name} does not end')
            time.sleep(0.05)

    @property
    def pid(self):
        """The program itself: `ip` becomes the program."""
        shell = self.tmux('display-message', '-p', '#{pane_pid}').strip()
        return int(subprocess.run(['pgrep', '-P', shell], capture_output=True, text=True).stdout)

    def end(self):
        self.tmux('kill-server')


class Watching:
    """Reads the screens of all terminals, over and over."""

    def __init__(self, terminals):
        self.terminals = list(terminals)
        self.first = {}
        self.shown = {}
        self.isOver = False
        self.threads = []
        for terminal in self.terminals:
            self.add(terminal)

    def add(self, terminal):
        thread = threading.Thread(target=self.read, args=(terminal,), daemon=True)
        self.threads.append(thread)
        if terminal not in self.terminals:
            self.terminals.append(terminal)
        thread.start()

    def read(self, terminal):
        last = None
        while not self.isOver:
            screen = terminal.screen()
            now = time.monotonic()
            bar = next((line for line in reversed(screen) if CLOCK.search(line)), None)
            if bar:
                minutes, seconds = CLOCK.search(bar).groups()[:2]
                second = int(minutes) * 60 + int(seconds)
                self.shown[terminal] = (now, second, screen[:ROWS - 1])
                # Only a second that follows the one before: a jump says nothing about a beginning.
                if last is not None and second == last + 1:
                    self.first.setdefault(self.part, {}).setdefault(second, {})[terminal] = now
                last = second
            time.sleep(0.01)

    part = 0

    def spreads(self, part, terminals):
        """The spread of each second of a part that these terminals showed, in milliseconds."""
        spreads = []
        for second, times in sorted(self.first.get(part, {}).items()):
            if all(terminal in times for terminal in terminals):
                shown = [times[terminal] for terminal in terminals]
                spreads.append((max(shown) - min(shown)) * 1000)
        return spreads

    def areEqual(self, terminals):
        """Whether the terminals show the same picture, without their bars."""
        pictures = [self.shown[terminal][2][1:-1] for terminal in terminals if terminal in self.shown]
        return all(picture == pictures[0] for picture in pictures)

    def seconds(self):
        return {terminal.name: value[1] for terminal, value in self.shown.items()}

    def end(self):
        self.isOver = True


def board(program, terminal_home, folder):
    """Makes a board with a film of about a minute and a half."""
    lines = []
    for stroke in range(60):
        lines.append(f'pen {["red", "green", "teal", "orange", "purple"][stroke % 5]} width 2')
        row = 0.06 + stroke % 15 * 0.055
        column = 0.05 + stroke // 15 * 0.23
        points = ' '.join(f'{column + step * 0.02:.3f},{row + step % 2 * 0.02:.3f}' for step in range(9))
        lines.append(f'stroke {points}')
        lines.append('wait 900ms')
    script = os.path.join(folder, 'film.script')
    with open(script, 'w') as file:
        file.write('\n'.join(lines) + '\n')
    os.makedirs(terminal_home, exist_ok=True)
    subprocess.run([program, 'play', script, '--board', 'film', '--instantly'], check=True,
                   capture_output=True, env=dict(os.environ, HOME=terminal_home, EASEL_NAME='Dan'))


def told(spreads):
    if not spreads:
        return 'nothing to measure'
    ordered = sorted(spreads)
    return (f'spread of {len(ordered)} seconds: median {statistics.median(ordered):.0f} ms, '
            f'90 of 100 within {ordered[int(len(ordered) * 0.9)]:.0f} ms, largest {ordered[-1]:.0f} ms')


def film(program, folder, cable, loss, delay):
    home = os.path.join(folder, 'Ann')
    board(program, home, folder)
    ticket = os.path.join(folder, 'ticket')
    ann = Terminal(program, 'Ann', weather.LEFT, folder, 'host', 'film', '--listen',
                   f'tcp://{weather.HOST}:7700', '--ticket-file', ticket)
    people = [ann]
    try:
        return watch(program, folder, cable, loss, delay, ann, people, ticket)
    finally:
        for terminal in people:
            terminal.end()


def watch(program, folder, cable, loss, delay, ann, people, ticket):
    ann.wait('Ticket to draw')
    end = time.monotonic() + 20
    while not os.path.exists(ticket) and time.monotonic() < end:
        time.sleep(0.1)
    with open(ticket) as lines:
        first = lines.readline().split()[0]
    ann.type('Escape')
    for name in ('Bea', 'Cleo'):
        people.append(Terminal(program, name, weather.RIGHT, folder, 'join', first))
        people[-1].wait('People')
    bea, cleo = people[1:]
    time.sleep(3)
    cable.weather(loss, delay)
    ann.type('V')
    ann.wait('Watch together')
    ann.type('e')
    for guest in (bea, cleo):
        guest.wait('Watch', 60)
        guest.type('Enter')
        guest.wait(' / ', 60)
    watching = Watching(people)
    fine = True

    def part(number, what, seconds, terminals):
        watching.part = number
        equal = 0
        for _ in range(2 * seconds):
            time.sleep(0.5)
            equal += watching.areEqual(terminals)
        spreads = watching.spreads(number, terminals)
        print(f'    {what}: {told(spreads)}; same picture in {equal} of {2 * seconds} looks; '
              f'seconds shown {watching.seconds()}')
        return spreads

    ann.type('Space')
    time.sleep(4)
    every = part(1, 'after Space', 10, people)
    bea.type('Space')
    time.sleep(3)
    paused = set(watching.seconds().values())
    print(f'    paused by Bea: all show {paused}')
    fine &= len(paused) == 1
    cleo.type('Space')
    time.sleep(3)
    every += part(2, 'after Space again', 10, people)
    bea.type('Right', 'Right')
    time.sleep(4)
    every += part(3, 'after two seeks', 10, people)
    late = Terminal(program, 'Dora', weather.RIGHT, folder, 'join', first)
    people.append(late)
    late.wait('Watch', 90)
    late.type('Enter')
    late.wait(' / ', 60)
    watching.add(late)
    time.sleep(4)
    every += part(4, 'with a late joiner', 8, people)

    os.kill(cleo.pid, signal.SIGSTOP)
    time.sleep(0.2)
    ann.type('Space')
    time.sleep(1.5)
    before = watching.shown[bea][1]
    began = time.monotonic()
    ann.type('Space')
    while watching.shown[bea][1] == before and time.monotonic() - began < 20:
        time.sleep(0.01)
    held = time.monotonic() - began
    print(f'    one stopped: the others play on after {held:.1f} s (with up to 1 s until the next second)')
    fine &= held <= 4.6
    os.kill(cleo.pid, signal.SIGCONT)
    time.sleep(4)
    every += part(5, 'with the one that was stopped', 6, people)
    watching.end()
    print(f'  film with {loss} % lost and {2 * delay} ms there and back: {told(every)}')
    return fine and bool(every)
