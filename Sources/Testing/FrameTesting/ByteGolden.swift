import Foundation

/// Compares the bytes of a format with their golden, which lies beside the test in
/// `__Bytes__/TESTFILE.txt`: a name and hexadecimal digits on each line. With `RECORD=1` in the
/// environment the golden is written, and the test still fails.
///
/// - Throws: `ByteMismatch`, which names each sample that differs.
package func assertBytes(
  _ samples: [(name: String, bytes: [UInt8])], file: String = #filePath
) throws {
  let golden = byteGolden(of: file)
  let lines = samples.map { sample in
    sample.name + " "
      + sample.bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
  if isRecording {
    try FileManager.default.createDirectory(
      at: golden.deletingLastPathComponent(), withIntermediateDirectories: true)
    try (lines.joined(separator: "\n") + "\n").write(
      to: golden, atomically: true, encoding: .utf8)
    throw ByteMismatch(description: "recorded \(golden.path): run again without RECORD")
  }
  let text = try String(contentsOf: golden, encoding: .utf8)
  let known = text.split(separator: "\n").map(String.init)
  let changed = Set(lines).symmetricDifference(known).sorted()
  guard changed.isEmpty else {
    throw ByteMismatch(
      description: "These samples differ from \(golden.path). If a file or message format changed, "
        + "other versions cannot read it:\n"
        + changed.map { (known.contains($0) ? "- " : "+ ") + $0 }.joined(separator: "\n"))
  }
}

/// Returns the bytes that the golden stores under this name. Use it for a sample with random parts,
/// which a test cannot make again. Returns nil if the name is not in the golden yet: the test then
/// makes new bytes, and `RECORD=1` stores them.
package func recordedBytes(_ name: String, file: String = #filePath) throws -> [UInt8]? {
  let golden = byteGolden(of: file)
  guard FileManager.default.fileExists(atPath: golden.path) else { return nil }
  let text = try String(contentsOf: golden, encoding: .utf8)
  for line in text.split(separator: "\n") where line.hasPrefix(name + " ") {
    let digits = Array(line.dropFirst(name.count + 1).utf8)
    return stride(from: 0, to: digits.count - 1, by: 2).compactMap {
      UInt8(String(decoding: digits[$0...$0 + 1], as: UTF8.self), radix: 16)
    }
  }
  return nil
}

private var isRecording: Bool {
  !(ProcessInfo.processInfo.environment["RECORD"] ?? "").isEmpty
}

private func byteGolden(of test: String) -> URL {
  let test = URL(fileURLWithPath: test)
  return test.deletingLastPathComponent().appendingPathComponent("__Bytes__")
    .appendingPathComponent(test.deletingPathExtension().lastPathComponent + ".txt")
}

/// An error: bytes differ from their golden.
package struct ByteMismatch: Error, CustomStringConvertible {
  package let description: String
}
