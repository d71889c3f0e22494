"""How late one person's ink is on another's screen, with datagrams and without.

A drag moves by one cell each 33 ms. A report is seen when its cell shows braille dots on the other
screen. Each row of the table is a meeting of its own: see ROWS.
"""
import os, re, statistics, time
import weather

COLUMNS, ROWS = 120, 40
LEFT, POINTS = 20, 19
# Milliseconds of a round trip.
GOOD, POOR = 40, 500
CONTROL = re.compile(rb'\x1b(?:\[([0-9;?>=!]*)([@-~])|\][^\x07\x1b]*(?:\x07|\x1b\\)|[()][A-Z0-9]|.)', re.S)


class Screen:
    """The cells that a program wrote in a terminal, as far as this measure needs them."""

    def __init__(self):
        self.row = self.column = 1
        self.rest = b''
        self.inked = {}

    def feed(self, data, now):
        data, at = self.rest + data, 0
        while at < len(data):
            if data[at] == 0x1B:
                found = CONTROL.match(data, at)
                if not found:
                    break
                self.control(found)
                at = found.end()
                continue
            length = 1 if data[at] < 0xC0 else 2 if data[at] < 0xE0 else 3 if data[at] < 0xF0 else 4
            if at + length > len(data):
                break
            self.letter(data[at:at + length].decode('utf-8', 'replace'), now)
            at += length
        self.rest = data[at:]

    def letter(self, letter, now):
        if letter == '\r':
            self.column = 1
        elif letter == '\n':
            self.row += 1
        elif letter == '\b':
            self.column -= 1
        elif letter >= ' ':
            if '\u2801' <= letter <= '\u28ff':
                self.inked.setdefault((self.column, self.row), now)
            self.last = letter
            self.column += 1

    def control(self, found):
        words, kind = found.group(1), found.group(2)
        if kind is None or not re.fullmatch(rb'[0-9;]*', words):
            return
        numbers = [int(word or 0) for word in words.split(b';')]
        number = max(numbers[0], 1)
        if kind in b'Hf':
            self.row, self.column = number, max(numbers[1], 1) if len(numbers) > 1 else 1
        elif kind == b'd':
            self.row = number
        elif kind == b'G':
            self.column = number
        elif kind == b'A':
            self.row -= number
        elif kind == b'B':
            self.row += number
        elif kind == b'C':
            self.column += number
        elif kind == b'D':
            self.column -= number
        elif kind == b'b':
            for _ in range(number):
                self.letter(self.last, time.monotonic())


class Watched:
    """Two people, of whom one draws and the other's screen is watched."""

    def __init__(self, easel, program, folder, *options):
        ticket = os.path.join(folder, 'ticket')
        options = ('--ink', 'braille', *options)
        size, self.guest = (ROWS, COLUMNS), None
        self.host = easel(program, 'Ann', weather.LEFT, folder, 'host', '--listen',
                          f'tcp://{weather.HOST}:7700', '--ticket-file', ticket, *options, size=size)
        self.until(lambda: os.path.exists(ticket) and os.path.getsize(ticket) > 0, 'ticket')
        self.host.settle(1)
        with open(ticket) as lines:
            first = lines.readline().split()[0]
        self.host.type('\x1b')
        self.host.settle()
        self.guest = easel(program, 'Bea', weather.RIGHT, folder, 'join', first, *options,
                           size=size)
        self.host.output = b''
        self.until(lambda: b'People 2' in self.host.output or '◉' in self.host.output.decode(
            'utf-8', 'replace'), 'guest')
        self.guest.settle(2)
        self.guest.output = b''
        self.screen, self.place = Screen(), 0

    def until(self, holds, what):
        """Waits for up to a minute."""
        end = time.monotonic() + 60
        while not holds():
            if time.monotonic() > end:
                self.end()
                raise SystemExit(f'no {what}')
            self.host.read(0.1)
            if self.guest:
                self.guest.read(0)

    def wait(self, seconds):
        """Reads both terminals for so long."""
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            self.host.output = self.guest.output = b''
            if self.guest.read(min(left, 0.002)):
                self.screen.feed(self.guest.output, time.monotonic())
            self.host.read(0)

    def stroke(self):
        """Draws a stroke, and gives the cell and the moment of each of its reports."""
        each = POINTS + 2
        columns = (COLUMNS - LEFT) // each
        column, row = LEFT + self.place % columns * each, 3 + self.place // columns % (ROWS - 6)
        self.place += 1
        self.host.mouse('press', column, row)
        self.wait(0.033)
        reports = []
        for step in range(1, POINTS):
            reports.append(((column + step, row), time.monotonic()))
            self.host.mouse('drag', column + step, row)
            self.wait(0.033)
        self.host.mouse('release', column + POINTS - 1, row)
        self.wait(0.1)
        return reports

    def draw(self, strokes):
        """The milliseconds from each report to its ink; None for ink that never came."""
        reports = [report for _ in range(strokes) for report in self.stroke()]
        self.wait(5)
        return [(self.screen.inked[cell] - at) * 1000 if cell in self.screen.inked else None
                for cell, at in reports]

    def processor(self):
        """The seconds of the processor that both programs have used."""
        used = 0
        for easel in (self.host, self.guest):
            with open(f'/proc/{easel.pid}/stat') as stat:
                used += sum(map(int, stat.read().rsplit(')', 1)[1].split()[11:13]))
        return used / os.sysconf('SC_CLK_TCK')

    def medium(self):
        """By what the host's list of people says that the guest is linked."""
        self.host.output = b''
        self.host.type('P')
        self.host.settle(0.3, 2)
        found = re.search(r'by TCP(, ink by UDP)?', self.host.output.decode('utf-8', 'replace'))
        self.host.type('\x1b')
        self.host.settle(0.3, 2)
        return found.group(0) if found else 'unknown'

    def end(self):
        for easel in (self.host, self.guest):
            if easel:
                easel.end()


def told(delays):
    seen = sorted(delay for delay in delays if delay is not None)
    p99 = seen[min(int(len(seen) * 0.99), len(seen) - 1)]
    lost = f', {len(delays) - len(seen)} never seen' if len(seen) < len(delays) else ''
    return f'p50 {statistics.median(seen):6.1f} ms, p99 {p99:6.1f} ms of {len(delays)}{lost}', p99


def row(watched, wire, name, strokes):
    bytes, seconds = wire.sent(), watched.processor()
    delays = watched.draw(strokes)
    each = (wire.sent() - bytes) / len(delays)
    used = (watched.processor() - seconds) * 1000 / len(delays)
    text, p99 = told(delays)
    print(f'    {name:30} {text}, {each:.0f} B and {used:.2f} ms of processor a report', flush=True)
    return p99


class Meeting:
    """A meeting over a new cable."""

    def __init__(self, easel, program, folder, *options, blocked=''):
        self.wire = weather.Cable(tun=True)
        self.wire.weather(0, GOOD / 2, 0, blocked)
        try:
            self.watched = Watched(easel, program, folder, *options)
        except BaseException:
            self.wire.remove()
            raise

    def __enter__(self):
        return self.watched, self.wire

    def __exit__(self, *_):
        self.watched.end()
        self.wire.remove()


def table(meet, strokes, trip):
    """Several losses, without datagrams and with them. At 5 % the ink is as good as without loss."""
    p99 = {}
    for name, options in (('TCP', ['--no-udp']), ('UDP', [])):
        with meet(*options) as (watched, wire):
            for loss in (0, 1, 5, 29):
                wire.weather(loss, trip / 2)
                watched.wait(3)
                p99[name, loss] = row(watched, wire, f'{name}, {loss} % lost, {trip} ms', strokes)
    ratio = p99['UDP', 5] / p99['UDP', 0]
    print(f'    UDP at 5 % and {trip} ms: p99 {ratio:.2f} x that without loss, goal 1.5')
    return ratio <= 1.5


def near(meet, strokes):
    return table(meet, strokes, GOOD)


def far(meet, strokes):
    return table(meet, strokes, POOR)


def first(meet, strokes):
    """The first losses after a time without any, when no copies are sent."""
    with meet() as (watched, wire):
        watched.draw(30)
        wire.weather(5, GOOD / 2)
        row(watched, wire, 'UDP, the first seconds at 5 %', 5)
        row(watched, wire, 'UDP, later', strokes)
    return True


def bursts(meet, strokes):
    with meet() as (watched, wire):
        wire.weather(0, GOOD / 2, 200)
        row(watched, wire, 'UDP, 200 ms of each 2 s lost', strokes)
        reports = watched.stroke()
        watched.wait(5)
        return all(cell in watched.screen.inked for cell, _ in reports)


def blocked(meet, strokes):
    """Datagrams that never pass, that pass one way, and that no longer pass."""
    fine = True
    for words in ('out in', 'in', 'out'):
        with meet(blocked=words) as (watched, wire):
            row(watched, wire, f'UDP blocked {words}', strokes // 4)
            fine &= watched.medium() == 'by TCP'
    with meet() as (watched, wire):
        fine &= watched.medium() == 'by TCP, ink by UDP'
        wire.weather(0, GOOD / 2, 0, 'out in')
        row(watched, wire, 'UDP blocked now', strokes // 4)
        fine &= watched.medium() == 'by TCP'
        wire.weather(0, GOOD / 2)
        watched.wait(11)
        fine &= watched.medium() == 'by TCP, ink by UDP'
    return fine


def address(meet, strokes):
    with meet() as (watched, wire):
        watched.draw(4)
        wire.move()
        row(watched, wire, 'the guest moved now', strokes // 4)
        row(watched, wire, 'and later', strokes // 4)
        return watched.medium() == 'by TCP, ink by UDP'


def narrow(meet, strokes):
    with meet() as (watched, wire):
        wire.shrink(1280)
        row(watched, wire, 'MTU 1,280', strokes // 4)
        return watched.medium() == 'by TCP, ink by UDP'


ROWS_OF_INK = dict(near=near, far=far, first=first, bursts=bursts, blocked=blocked, address=address,
                   narrow=narrow)


def ink(easel, program, folder, names, strokes):
    """Measures these rows, or all."""
    fine = True
    for name in names or ROWS_OF_INK:
        places = (os.path.join(folder, f'{name}{count}') for count in range(100))

        def meet(*options, blocked=''):
            inner = next(places)
            os.makedirs(inner)
            return Meeting(easel, program, inner, *options, blocked=blocked)

        print(f'  {name}', flush=True)
        good = ROWS_OF_INK[name](meet, strokes)
        print(f'  {name}: {"as it should be" if good else "NOT AS IT SHOULD BE"}', flush=True)
        fine &= good
    return fine
