import EaselBase
import GroupBase
import GroupCore
import GroupWire

@testable import GroupSecurity

// Readers of datagrams.
extension FuzzTarget {
  private static let datagramSecret = Secret([UInt8](repeating: 7, count: Secret.length))

  /// The first byte says who reads the rest: a path at either end, the seal, or a link.
  func checkDatagram(_ bytes: [UInt8]) throws {
    guard let kind = bytes.first, let secret = Self.datagramSecret else { return }
    let bytes = Array(bytes.dropFirst())
    switch kind % 3 {
    case 0: try checkPath(bytes)
    case 1:
      var host = DatagramSeal.ofResponder(secret)
      let guest = DatagramSeal.ofInitiator(secret)
      guard let (number, content) = guest.opened(bytes) else { return }
      try hold("a datagram that the host sealed", try host.sealed(content, under: number) == bytes)
    default:
      guard let message = LinkDecoder.lossyEnvelope(bytes) else { return }
      var shared = SharedEnvelope()
      let again = LinkDecoder.lossyEnvelope(LinkEncoder.whole(message, from: &shared))
      try hold("an envelope is read as it was written", again == message)
    }
  }

  /// Gives both ends datagrams of up to 255 bytes, each after its length.
  private func checkPath(_ bytes: [UInt8]) throws {
    var now = Uptime(milliseconds: 0)
    let source = DatagramAddress(host: [192, 0, 2, 1], port: 7)
    var host = DatagramPath(listeningAt: now)
    var guest = DatagramPath(dialling: source, at: now)
    var (rest, counter): ([UInt8], UInt64) = (bytes, 0)
    while let length = rest.first {
      let content = Array(rest.dropFirst().prefix(Int(length)))
      rest = Array(rest.dropFirst(content.count + 1))
      counter += 1
      now = now.advanced(by: 10)
      let (_, answer) = host.receive(content, under: counter, from: source, at: now)
      try hold("no answer is longer", answer.map { $0.content.count <= content.count } ?? true)
      let (_, other) = guest.receive(content, under: counter, from: source, at: now)
      try hold("the dialling side does not answer", other == nil)
      try hold("no echo comes before a probe", !guest.isUp)
    }
  }

  func datagramSeeds() throws -> [[UInt8]] {
    guard let secret = Self.datagramSecret else { return [] }
    let report: [UInt8] = [1] + [UInt8](repeating: 0, count: 24)
    let lie = [UInt8](repeating: 0xFF, count: 25)
    let contents = [
      [1] + report, [2] + report, [1] + lie, [2] + lie, [3, 9, 9],
      [4, 0, 0, 0, 0, 0, 0, 0, 1, 9, 9],
    ]
    var host = DatagramSeal.ofResponder(secret)
    let envelope = Envelope(origin: MemberID(7), number: 1, to: .everyone, body: [1, 2, 3])
    var shared = SharedEnvelope()
    return [
      [0] + contents.flatMap { [UInt8($0.count)] + $0 }, [1] + (try host.sealed([1, 2], under: 9)),
      [2] + LinkEncoder.whole(.envelope(envelope), from: &shared),
    ]
  }
}
