import EaselTesting
import Sharing
import Testing
import Wire

@Suite struct GoldenBytesTests {
  /// The names of an enum's case and of the cases in it.
  private func kind(_ value: Any) -> String {
    let mirror = Mirror(reflecting: value)
    guard mirror.displayStyle == .enum else { return "" }
    guard let child = mirror.children.first, let label = child.label else { return "\(value)" }
    let inner = kind(child.value)
    return inner.isEmpty ? label : label + "." + inner
  }

  /// The shortest of some made-up messages of each kind.
  private func samples<Message>(
    _ name: String, _ make: (inout Maker) -> Message, _ encode: (Message) -> [UInt8]
  ) -> [(name: String, bytes: [UInt8])] {
    var shortest: [String: [UInt8]] = [:]
    for seed in UInt64(0)..<600 {
      var maker = Maker(seed: seed)
      let message = make(&maker)
      let kind = "\(name).\(kind(message))"
      let bytes = encode(message)
      if bytes.count > 3, shortest[kind].map({ bytes.count < $0.count }) ?? true {
        shortest[kind] = bytes
      }
    }
    return shortest.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  @Test("a message of each kind has the bytes that it always had")
  func messages() throws {
    let all =
      samples("link", { $0.linkMessage() }, { $0.encoded() })
      + samples("call", { $0.callMessage() }, { $0.encoded() })
      + samples("parcel", { $0.parcel() }, { $0.encoded() })
      + samples("parcel", { $0.earlierMessage() }, { $0.encoded() })
      + samples("board", { $0.boardMessage() }, { $0.encoded() })
    #expect(all.count > 20)
    try assertBytes(all)
  }
}
