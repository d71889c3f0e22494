import Foundation
import Testing

/// The catalogue of planted mistakes. A row that no longer fits the code would be found only when it
/// is planted, which takes minutes for each.
@Suite struct PlantedMistakesTests {
  private struct Mistake {
    let name: String
    let file: String
    let old: String
    let new: String
    /// The suites that must notice it; empty for simulated worlds.
    let suites: [String]

    init?(_ rows: [String]) {
      guard (4...5).contains(rows.count) else { return nil }
      (name, file, old, new) = (rows[0], rows[1], rows[2], rows[3])
      let tests = rows.count == 5 && rows[4] != "crowded" ? rows[4] : ""
      suites = tests.split(separator: "|").map(String.init)
    }
  }

  private func blocks() throws -> [[String]] {
    let text = try read("Tests/Mutations/catalogue.txt")
    return text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      .filter { !$0.hasPrefix("#") }
      .split(separator: "").map(Array.init)
  }

  private func read(_ path: String) throws -> String {
    try String(contentsOfFile: packageRoot + "/" + path, encoding: .utf8)
  }

  @Test("an empty line stands before each planted mistake, and each has a name of its own")
  func names() throws {
    let blocks = try blocks()
    for block in blocks {
      #expect(Mistake(block) != nil, "\(block[0]) has \(block.count) lines")
    }
    let names = Dictionary(grouping: blocks.map { $0[0] }) { $0 }
    let repeated = names.filter { $0.value.count > 1 }.keys.sorted()
    #expect(repeated.isEmpty)
    #expect(names.keys.allSatisfy { !$0.contains(" ") && !$0.contains("/") })
  }

  @Test("each planted mistake replaces a text that stands exactly once in its file")
  func oneOccurrence() throws {
    for mistake in try blocks().compactMap(Mistake.init) {
      let count = try read(mistake.file).components(separatedBy: mistake.old).count - 1
      #expect(count == 1, "\(mistake.name): \(mistake.old)")
      #expect(mistake.old != mistake.new, "\(mistake.name)")
    }
  }

  @Test("the tests that must notice a planted mistake exist")
  func suites() throws {
    let files = try FileManager.default.subpathsOfDirectory(atPath: packageRoot + "/Tests")
    let tests = try files.filter { $0.hasSuffix(".swift") }.map { try read("Tests/" + $0) }.joined()
    for mistake in try blocks().compactMap(Mistake.init) {
      for suite in mistake.suites {
        let isThere = ["struct", "class"].contains { tests.contains("\($0) \(suite)") }
        #expect(isThere, "\(mistake.name): \(suite)")
      }
    }
  }
}
