import BoardFiles
import BoardSessions
import EaselBase
import EaselPlatform
import SystemFiles

/// Prints everything that a command prints, apart from the screen.
enum Report {
  /// Prints one sentence on standard error.
  static func failure(_ sentence: String) { write("easel: \(sentence)\n", to: STDERR_FILENO) }

  /// Prints a notice for the user; the command goes on.
  static func notice(_ sentence: String) { failure(sentence) }

  /// Prints a line of another program on standard error.
  static func line(_ text: SafeText) { write(text.string + "\n", to: STDERR_FILENO) }

  /// Prints a question to the user on standard error, without changes.
  static func prompt(_ text: String) { write(text, to: STDERR_FILENO) }

  /// Prints to standard output. Throws a sentence if not all could be written.
  static func result(_ text: String) throws(UserError) { try result(Array(text.utf8)) }

  static func result(_ bytes: [UInt8]) throws(UserError) {
    try write(bytes, to: NamedOutput("-"))
  }

  /// Writes to an output that the user named.
  static func write(_ bytes: [UInt8], to output: NamedOutput) throws(UserError) {
    do throws(FileError) { try output.write(bytes) } catch {
      throw .cannot("write", output: output.name, error)
    }
  }

  /// Returns rows of two columns as lines; the second column begins below itself, also where names
  /// have wide letters.
  static func table(_ rows: [(name: String, text: String)]) -> String {
    let width = rows.map(\.name.displayWidth).max() ?? 0
    return rows.map { name, text in
      name + String(repeating: " ", count: width - name.displayWidth + 2) + text + "\n"
    }.joined()
  }

  /// Returns the argument parser's message as one sentence on one line.
  static func sentence(_ message: String) -> String {
    let lines = message.split(separator: "\n").prefix { !$0.hasPrefix("Usage:") }
    let words = lines.joined(separator: " ").split { $0.isWhitespace }
    // The parser lists many choices in lines that begin with a dash.
    var text = words.joined(separator: " ")
    if text.contains("one of the following: - ") {
      text = text.replacing(": - ", with: ": ").replacing(" - ", with: ", ")
    }
    let line = SafeText(text, limit: .line).string
    return line.isEmpty || line.hasSuffix(".") || line.hasSuffix("?") ? line : line + "."
  }

  /// Returns a sentence of the argument parser in the form of Easel's own sentences: it begins with a
  /// small letter, and names stand in “ ” instead of ' '.
  static func inOwnForm(_ sentence: String) -> String {
    var text = sentence.prefix(1).lowercased()
    var rest = sentence.dropFirst()
    while let character = rest.popFirst() {
      // An apostrophe follows a letter, and an opening quote does not.
      if character == "'", text.last?.isLetter != true, let end = rest.firstIndex(of: "'") {
        text += "“\(rest[..<end])”"
        rest = rest[end...].dropFirst()
      } else {
        text.append(character)
      }
    }
    return text
  }

  /// An error that cannot be told is not told.
  private static func write(_ text: String, to descriptor: Int32) {
    do { try FileSystem.writeAll(Array(text.utf8), to: descriptor) } catch {}
  }
}
