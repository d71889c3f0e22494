import Testing

@testable import SystemFiles

@Suite struct ArgumentMemoryTests {
  /// The text of `/proc/PID/stat` for a program of this name.
  private func status(_ name: String, _ start: String, _ end: String) -> String {
    let between = Array(repeating: "7", count: 44).joined(separator: " ")
    return "12 (\(name)) S \(between) \(start) \(end) 9 9 0\n"
  }

  @Test(
    "The arguments are found whatever the name of the program is",
    arguments: ["easel", "a b", "a) S 1 2", ")", ""])
  func names(name: String) {
    #expect(ArgumentMemory.range(inStatus: status(name, "4096", "4100")) == 4_096..<4_100)
  }

  @Test("Addresses that cannot be true give no range")
  func refusals() {
    let texts = [
      status("easel", "0", "4"), status("easel", "9", "9"), status("easel", "9", "4"),
      status("easel", "x", "9"), status("easel", "1", "99999999999"),
      status("easel", "1", "99999999999999999999999"), "12 (easel) S 1 2", "12 easel S", "",
    ]
    for text in texts { #expect(ArgumentMemory.range(inStatus: text) == nil, "\(text)") }
  }

  @Test("The arguments of this process are found, and a range beyond them is ignored")
  func ofThisProcess() {
    var found: [UInt8] = []
    let isDone = ArgumentMemory.overwrite { bytes in
      found = bytes
      return [bytes.count..<bytes.count + 9, bytes.count + 1..<bytes.count + 2]
    }
    #expect(isDone)
    let words = found.split(separator: 0, omittingEmptySubsequences: false).map {
      String(decoding: $0, as: UTF8.self)
    }
    #expect(words.dropLast() == CommandLine.arguments[...])
  }
}
