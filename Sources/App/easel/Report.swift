import EaselBase
import EaselPlatform

/// Everything a command prints, apart from the screen.
enum Report {
  /// One sentence on standard error.
  static func failure(_ sentence: String) { _ = write("easel: \(sentence)\n", to: STDERR_FILENO) }

  /// Something the reader should know, though the command goes on.
  static func notice(_ sentence: String) { failure(sentence) }

  /// What another program says, on standard error.
  static func line(_ text: SafeText) { _ = write(text.string + "\n", to: STDERR_FILENO) }

  /// A question to whoever sits there, on standard error as it is.
  static func prompt(_ text: String) { _ = write(text, to: STDERR_FILENO) }

  /// To standard output. False where it could not all be written; a reader that has had enough is
  /// no failure worth a sentence.
  static func result(_ text: String) -> Bool { write(text, to: STDOUT_FILENO) }

  static func result(_ bytes: [UInt8]) -> Bool { write(bytes, to: STDOUT_FILENO) }

  /// What the argument parser says, as one sentence on one line.
  static func sentence(_ message: String) -> String {
    let lines = message.split(separator: "\n").prefix { !$0.hasPrefix("Usage:") }
    let words = lines.joined(separator: " ").split { $0.isWhitespace }
    let line = SafeText(words.joined(separator: " "), limit: .line).string
    return line.isEmpty || line.hasSuffix(".") || line.hasSuffix("?") ? line : line + "."
  }

  private static func write(_ text: String, to descriptor: Int32) -> Bool {
    write(Array(text.utf8), to: descriptor)
  }

  private static func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
    do {
      try FileSystem.writeAll(bytes, to: descriptor)
      return true
    } catch {
      return false
    }
  }
}
