import EaselBase
import Glibc
import GroupBase
import GroupCore
import SocketTransports
import Synchronization

// A program for tests to start at the other end of a pipe. What it is told goes back over the pipe;
// it ends when the pipe does.
//
//   TransportsProbe echo         says again what it is told
//   TransportsProbe meet FOLDER  says its number, and what comes of meeting others there
//   TransportsProbe stranger ADDRESS  says what comes of dialling as a user who owns nothing

let pipe = PipeTransport()
let upstream = Mutex<LinkID?>(nil)

func say(_ text: String) {
  if let link = upstream.withLock({ $0 }) { _ = pipe.send(Array(text.utf8), over: link) }
}

func report(_ event: TransportEvent) {
  switch event {
  case .listens: say("listens")
  case .opened(_, isDialled: true): say("joined")
  case .opened(_, isDialled: false): say("somebody came")
  case .received, .receivedLossy, .mediumChanged: break
  case .closed(_, let fault): say(fault.map { "\($0)" } ?? "somebody left")
  }
}

func begin(_ task: String, _ object: String) -> any Transport {
  if task == "stranger" {
    if setgid(65_534) != 0 || setuid(65_534) != 0 { exit(1) }
    let transport = UnixTransport()
    transport.start(report)
    _ = transport.dial(object)
    return transport
  }
  say("\(getpid())")
  let transport = LocalTransport(at: LocalMeetingPlace(runtimeFolder: object))
  transport.start(report)
  return transport
}

var other: (any Transport)?
do {
  try pipe.openStandardStreams()
} catch {
  exit(1)
}
let arguments = CommandLine.arguments
let (opened, arrivals) = AsyncStream.makeStream(of: TransportEvent.self)
pipe.start { arrivals.yield($0) }
for await event in opened {
  switch event {
  case .opened(let link, _):
    upstream.withLock { $0 = link }
    if arguments.count == 3 { other = begin(arguments[1], arguments[2]) }
  case .received(let bytes, let link): _ = pipe.send(bytes, over: link)
  case .closed:
    other?.stop()
    exit(0)
  case .listens, .receivedLossy, .mediumChanged: break
  }
}
