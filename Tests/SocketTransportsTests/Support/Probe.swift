import EaselBase
import Glibc
import GroupBase

@testable import SocketTransports

/// A process of its own, told of and ended over its pipe.
struct Probe {
  private let end: Listener
  private let link: LinkID

  init(_ words: String...) {
    let command = [Self.binary] + words
    end = Listener(PipeTransport { _ in command })
    link = end.transport.dial("probe")
  }

  /// The next text of the probe.
  func next() async throws -> String {
    while true {
      switch try await end.next() {
      case .received(let bytes, _): return String(decoding: bytes, as: UTF8.self)
      case .closed(_, let fault): return "over: \(fault.map { "\($0)" } ?? "in peace")"
      case .opened, .listens, .receivedLossy, .mediumChanged: continue
      }
    }
  }

  func send(_ bytes: [UInt8]) -> Bool { end.transport.send(bytes, over: link) }
  func close() { end.transport.close(link) }

  /// Beside the test runner.
  private static var binary: String {
    var path = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = max(readlink("/proc/self/exe", &path, path.count), 0)
    let runner = path[..<count].map { UInt8(bitPattern: $0) }
    let folder = runner.prefix((runner.lastIndex(of: UInt8(ascii: "/")) ?? 0) + 1)
    return String(decoding: folder, as: UTF8.self) + "TransportsProbe"
  }
}
