import Foundation
import Testing

@Suite struct ReadmeTests {
  private let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()

  @Test("the snapshot test that README shows is the one that is compiled and run here")
  func example() throws {
    let readme = try String(
      contentsOf: folder.appendingPathComponent("../../README.md").standardizedFileURL,
      encoding: .utf8)
    let example = try String(
      contentsOf: folder.appendingPathComponent("ReadmeExample.swift"), encoding: .utf8)
    let blocks = readme.components(separatedBy: "```swift\n").dropFirst()
      .compactMap { $0.components(separatedBy: "```").first }
    #expect(blocks.contains(example))
  }
}
