import BoardCodec
import BoardLog
import BoardModel
import BoardPaper
import BoardStore
import EaselBase
import Foundation
import Glibc
import GroupSecurity

/// A board that no honest Easel would write: whole, signed, and with texts that would steer a
/// terminal.
enum HostileBoard {
  struct Failure: Error {}

  /// - Parameter forgesLast: whether the last entry has a wrong signature.
  static func write(_ hostile: String, to path: String, forgesLast: Bool = false) throws {
    guard let identity = Identity(seed: Array(repeating: 9, count: 32)) else { throw Failure() }
    let replicaGenesis = ReplicaGenesis(
      publicKey: identity.publicKey, nonce: Array(repeating: 9, count: 16))
    var log = Log()
    let file = try BoardFile.create(
      at: path, header: BoardHeader(name: hostile, created: 0, genesis: .unowned),
      holder: Holder(process: getpid(), user: "tests", host: "here", terminal: "none"))
    let payloads = try payloads(hostile)
    for (index, payload) in payloads.enumerated() {
      guard var entry = log.record(payload, as: replicaGenesis, at: 0, lasted: 0) else {
        throw Failure()
      }
      entry.signature = try identity.sign(entry.digest.bytes)
      if forgesLast, index == payloads.count - 1 { entry.signature[0] ^= 1 }
      try file.append([KeptEntry(entry, bytes: entry.encoded())])
    }
    try file.close()
  }

  /// A label, paper and a stroke; the texts are slipped into bytes that were harmless.
  static func payloads(_ hostile: String) throws -> [[UInt8]] {
    let bytes = Array(hostile.utf8.prefix(900))
    let harmless = SafeText(String(repeating: "A", count: bytes.count))
    let label = Label(
      origin: BoardPoint(x: 10_000, y: 10_000), columnWidth: 512, rowHeight: 1_024,
      color: PaletteColor.red.color, text: harmless)
    let paper = PaperText(lines: [.init(runs: [.init(text: harmless)])])
    let points = [BoardPoint(x: 30_000, y: 20_000), BoardPoint(x: 40_000, y: 30_000)]
    guard let packed = PackedPoints(points, stepExponent: 4) else { throw Failure() }
    let ink = Ink(color: PaletteColor.red.color, width: 1)
    let actions: [BoardModel.Operation.Action] = [
      .setPaper(paper), .make(.label(label)),
      .make(.stroke(Stroke(kind: .pen, ink: ink, points: packed))),
    ]
    return actions.map { action in
      replace(harmless.string.utf8, with: bytes, in: BoardModel.Operation(action).encoded())
    }
  }

  static func replace(
    _ harmless: String.UTF8View, with bytes: [UInt8], in payload: [UInt8]
  ) -> [UInt8] {
    guard let found = Data(payload).range(of: Data(harmless)) else { return payload }
    return payload[..<found.lowerBound] + bytes + payload[found.upperBound...]
  }
}
