"""Three people in one network, which is a bridge with multicast, and a fourth behind another interface.

Two find each other, compare four words, and draw together; the third is told that they are busy. Then one
joins from a shell, one finds people over two interfaces, and one is in a network without multicast.
"""
import os, re, subprocess, time
from film import Terminal

SPACES = ['easel-near-1', 'easel-near-2', 'easel-near-3', 'easel-near-4']
SWITCH = 'easel-near-switch'
WORDS = re.compile(r'│ +((?:[a-z]{3,8}  ){3}[a-z]{3,8}) +│')


def ip(*words):
    subprocess.run(['ip', *words], check=True)


class Room:
    """Three namespaces at one bridge. The fourth has a cable of its own to the first."""

    def __init__(self):
        ip('netns', 'add', SWITCH)
        ip('-n', SWITCH, 'link', 'add', 'br0', 'type', 'bridge', 'mcast_snooping', '0')
        ip('-n', SWITCH, 'link', 'set', 'br0', 'up')
        for number, space in enumerate(SPACES, 1):
            ip('netns', 'add', space)
            ip('-n', space, 'link', 'set', 'lo', 'up')
            if number == 4:
                break
            ip('-n', space, 'link', 'add', 'eth0', 'type', 'veth', 'peer', 'name', f'p{number}',
               'netns', SWITCH)
            ip('-n', SWITCH, 'link', 'set', f'p{number}', 'master', 'br0', 'up')
            self.address(space, 'eth0', f'10.9.0.{number}/24')
        ip('-n', SPACES[0], 'link', 'add', 'eth1', 'type', 'veth', 'peer', 'name', 'eth1',
           'netns', SPACES[3])
        self.address(SPACES[0], 'eth1', '10.8.0.1/24')
        self.address(SPACES[3], 'eth1', '10.8.0.4/24')

    def address(self, space, device, address):
        ip('-n', space, 'address', 'add', address, 'dev', device)
        ip('-n', space, 'link', 'set', device, 'up')

    def remove(self):
        for space in [*SPACES, SWITCH]:
            subprocess.run(['ip', 'netns', 'delete', space], capture_output=True)


def look(terminal):
    terminal.type('I')
    terminal.wait('Invite others')
    terminal.type('n')
    terminal.wait('Nearby')


def words(terminal):
    found = WORDS.search('\n'.join(terminal.screen()))
    return found and found.group(1)


def choose(terminal, address):
    """Goes down to the row with this address, and meets that person."""
    terminal.wait(f'somebody at {address}')
    for _ in range(8):
        if f'▸ somebody at {address},' in '\n'.join(terminal.screen()):
            return terminal.type('Enter')
        terminal.type('Down')
        time.sleep(0.2)
    raise SystemExit(f'{terminal.name} cannot choose {address}')


def together(ann, bo):
    ann.wait('P People 2')
    bo.wait('P People 2')
    bo.mouse('press', 40, 10)
    for column in range(41, 60):
        bo.mouse('drag', column, 10)
    bo.mouse('release', 60, 10)
    ann.wait('─────')


def meet(program, folder):
    ann, bo, cy, di = people = [
        Terminal(program, name, space, folder)
        for name, space in zip(['Ann', 'Bo', 'Cy', 'Di'], SPACES)
    ]
    try:
        for person in people:
            person.wait('Invite')
            look(person)
        ann.wait('somebody at 10.8.0.4')
        for person, seen in ((ann, '10.9.0.2'), (ann, '10.9.0.3'), (di, '10.8.0.1')):
            person.wait(f'somebody at {seen}')
        print('  over two interfaces: found')
        choose(bo, '10.9.0.1')
        for person in (ann, bo):
            person.wait('both screens show these words')
        fine = words(ann) is not None and words(ann) == words(bo)
        print(f'  words: {words(ann)} and {words(bo)}: {"the same" if fine else "NOT THE SAME"}')
        choose(cy, '10.9.0.1')
        cy.wait('They meet somebody else now')
        ann.wait('Cy also wanted to meet you')
        print('  a third person: told that they are busy')
        # A confirmation in the first second does not count.
        time.sleep(1.2)
        bo.type('y')
        bo.wait('has to confirm')
        ann.type('y')
        together(ann, bo)
        print('  met, and drew together')
    finally:
        for person in people:
            person.end()
    return fine


def remember(folder):
    """Lets the users of two homes remember the people whom they meet."""
    for name in ('Ann', 'Bo'):
        settings = os.path.join(folder, name, '.config', 'easel')
        os.makedirs(settings)
        with open(os.path.join(settings, 'config.toml'), 'w') as file:
            file.write('remember-people = true\n')


def known(program, person):
    home = {**os.environ, 'HOME': person.home}
    return subprocess.run([program, 'people'], env=home, capture_output=True, text=True).stdout


def shell(program, folder):
    remember(os.path.join(folder, 'shell'))
    ann = Terminal(program, 'Ann', SPACES[0], os.path.join(folder, 'shell'))
    bo = None
    try:
        ann.wait('Invite')
        look(ann)
        bo = Terminal(program, 'Bo', SPACES[1], os.path.join(folder, 'shell'), 'join', '--nearby')
        bo.wait('Whom do you meet?')
        bo.type('1', 'Enter')
        bo.wait('[y/N]')
        bo.type('y', 'Enter')
        bo.wait('waiting until Ann confirms')
        ann.type('y')
        together(ann, bo)
        print('  from a shell: met, and drew together')
        for person, other in ((bo, 'Ann'), (ann, 'Bo')):
            person.type('q')
            person.ended()
            if not re.search(f'^{other} .* nearby ', known(program, person), re.MULTILINE):
                raise SystemExit(f'{person.name} does not remember where they met {other}')
        print('  remembered as people who met nearby')
    finally:
        ann.end()
        if bo:
            bo.end()


def without(program, folder):
    ip('-n', SPACES[2], 'link', 'set', 'eth0', 'multicast', 'off')
    cy = Terminal(program, 'Cy', SPACES[2], os.path.join(folder, 'without'))
    try:
        cy.wait('Invite')
        cy.type('I')
        cy.wait('Invite others')
        cy.type('n')
        cy.wait('No multicast in this network')
        print('  without multicast: told')
    finally:
        cy.end()


def nearby(program, folder):
    for name in ('shell', 'without'):
        os.makedirs(os.path.join(folder, name))
    room = Room()
    try:
        fine = meet(program, folder)
        shell(program, folder)
        without(program, folder)
        return fine
    finally:
        room.remove()
