"""Two network namespaces with a cable between them, and the weather on it.

Where the kernel has netem the cable is a pair of veth devices and netem makes the weather; else it is a
pair of TUN devices, between which a process of ours passes packets, late or not at all.
"""
import fcntl, heapq, os, random, select, signal, struct, subprocess, sys, time

# Several runs at one time do not disturb each other.
RUN = sys.argv[1] if __name__ == '__main__' else str(os.getpid())
LEFT, RIGHT = f'easel-l-{RUN}', f'easel-r-{RUN}'
ENDS = (f'easel-a-{RUN}'[:15], f'easel-b-{RUN}'[:15])
UDP = 17
HOST, GUEST, MOVED = '10.77.0.1', '10.77.0.2', '10.77.0.3'


def sh(command, check=True):
    return subprocess.run(command, shell=True, check=check, capture_output=True, text=True)


def has_netem():
    sh(f'ip netns add {LEFT}-probe')
    try:
        return sh(f'ip netns exec {LEFT}-probe tc qdisc add dev lo root netem delay 1ms',
                  check=False).returncode == 0
    finally:
        sh(f'ip netns del {LEFT}-probe')


class Cable:
    """Both namespaces; its ends are called `cable` in either. Only TUN devices can lose bursts or
    block datagrams."""

    def __init__(self, tun=False):
        self.netem = not tun and has_netem()
        self.passer = None
        for space in (LEFT, RIGHT):
            sh(f'ip netns del {space}', check=False)
            sh(f'ip netns add {space} && ip -n {space} link set lo up')
        if self.netem:
            sh(f'ip -n {LEFT} link add cable type veth peer name cable netns {RIGHT}')
        else:
            self.passer = subprocess.Popen(
                [sys.executable, __file__, RUN], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
            self.passer.stdout.readline()
            for end, space in zip(ENDS, (LEFT, RIGHT)):
                sh(f'ip link set {end} netns {space} && ip -n {space} link set {end} name cable')
        for space, address in ((LEFT, HOST), (RIGHT, GUEST)):
            sh(f'ip -n {space} addr add {address}/24 dev cable && ip -n {space} link set cable up')

    def weather(self, loss, delay, burst=0, blocked=''):
        """So many percent lost and so many milliseconds late, each way. In each two seconds a burst of
        so many milliseconds is lost. Datagrams are blocked on their way `out` from the left, and `in`."""
        if self.netem:
            for space in (LEFT, RIGHT):
                sh(f'ip netns exec {space} tc qdisc replace dev cable root netem '
                   f'loss {loss}% delay {delay}ms limit 10000')
        else:
            print(loss, delay, burst, blocked, file=self.passer.stdin, flush=True)
            self.passer.stdout.readline()

    def pull(self):
        sh(f'ip -n {LEFT} link set cable down; ip -n {RIGHT} link set cable down')

    def plug(self):
        sh(f'ip -n {LEFT} link set cable up; ip -n {RIGHT} link set cable up')

    def move(self):
        """The guest has another address from now on, as after changing networks."""
        sh(f'ip -n {RIGHT} addr del {GUEST}/24 dev cable; '
           f'ip -n {RIGHT} addr add {MOVED}/24 dev cable')

    def sent(self):
        """The bytes that both ends have sent."""
        return sum(int(sh(f'ip netns exec {space} cat /sys/class/net/cable/statistics/tx_bytes').stdout)
                   for space in (LEFT, RIGHT))

    def shrink(self, bytes):
        """No packet of more bytes passes from now on."""
        for space in (LEFT, RIGHT):
            sh(f'ip -n {space} link set cable mtu {bytes}')

    def remove(self):
        if self.passer:
            self.passer.terminate()
            self.passer.wait()
        for space in (LEFT, RIGHT):
            sh(f'ip netns del {space}', check=False)


def tun(name):
    descriptor = os.open('/dev/net/tun', os.O_RDWR | os.O_NONBLOCK)
    IFF_TUN, IFF_NO_PI, TUNSETIFF = 1, 0x1000, 0x400454ca
    fcntl.ioctl(descriptor, TUNSETIFF, struct.pack('16sH22x', name.encode(), IFF_TUN | IFF_NO_PI))
    return descriptor


def pass_packets():
    """Passes packets between both ends until it is ended; reads the weather from standard input."""
    ends = [tun(name) for name in ENDS]
    print('ready', flush=True)
    signal.signal(signal.SIGTERM, lambda *_: os._exit(0))
    loss, delay, burst, blocked = 0.0, 0.0, 0.0, []
    late, count, chance = [], 0, random.Random(1)
    while True:
        wait = max(0, late[0][0] - time.monotonic()) if late else None
        ready, _, _ = select.select(ends + [0], [], [], wait)
        if 0 in ready:
            words = sys.stdin.readline().split()
            if not words:
                return
            loss, delay, burst = (float(words[0]) / 100, float(words[1]) / 1000,
                                  float(words[2]) / 1000)
            blocked = [end for end, word in zip(ends, ('out', 'in')) if word in words[3:]]
            print('done', flush=True)
        for index, end in enumerate(ends):
            if end not in ready:
                continue
            try:
                packet = os.read(end, 65536)
            except OSError:
                continue
            isLost = time.monotonic() % 2 < burst or (end in blocked and packet[9] == UDP)
            if not isLost and chance.random() >= loss:
                count += 1
                heapq.heappush(late, (time.monotonic() + delay, count, ends[1 - index], packet))
        now = time.monotonic()
        while late and late[0][0] <= now:
            _, _, end, packet = heapq.heappop(late)
            try:
                os.write(end, packet)
            except OSError:
                pass  # The cable is pulled.


if __name__ == '__main__':
    pass_packets()
