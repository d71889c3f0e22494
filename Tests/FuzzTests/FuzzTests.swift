import Foundation
import FuzzTargets
import GroupTesting
import Testing

/// The inputs that every run of the tests gives to each reader: valid ones, a few thousand changed
/// ones, and all that once failed. See `Tests/Fuzz/run` for longer runs.
@Suite struct FuzzTests {
  @Test("inputs that once failed pass", arguments: FuzzTarget.allCases)
  func found(target: FuzzTarget) throws {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("Fuzz/Found/\(target.rawValue)")
    guard FileManager.default.fileExists(atPath: folder.path) else { return }
    for file in try FileManager.default.contentsOfDirectory(
      at: folder, includingPropertiesForKeys: nil)
    {
      #expect(throws: Never.self, "\(file.lastPathComponent)") {
        try target.run(Array(try Data(contentsOf: file)))
      }
    }
  }

  @Test("valid inputs and their mutations pass", arguments: FuzzTarget.allCases)
  func changed(target: FuzzTarget) throws {
    var random = SplitMix64(seed: 1)
    let seeds = try target.seeds()
    for seed in seeds { try target.run(seed) }
    for _ in 0..<(target == .board ? 100 : 1_000) {
      guard var bytes = seeds.randomElement(using: &random) else { continue }
      for _ in 0..<Int.random(in: 1...4, using: &random) where bytes.count > 1 {
        let at = Int.random(in: 1..<bytes.count, using: &random)
        switch Int.random(in: 0...3, using: &random) {
        case 0: bytes[at] ^= 1 << UInt8.random(in: 0...7, using: &random)
        case 1: bytes.insert(UInt8.random(in: 0...255, using: &random), at: at)
        case 2: bytes.remove(at: at)
        default: bytes += bytes[at...]
        }
      }
      #expect(throws: Never.self, "\(bytes)") { try target.run(bytes) }
    }
  }
}
