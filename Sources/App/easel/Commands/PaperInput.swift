import BoardModel
import BoardRendering
import BoardSessions
import EaselPlatform
import SystemFiles

/// Reads text to lay under the ink: from a file, or from standard input if that is no terminal.
enum PaperInput {
  static func read(_ path: String?) throws(UserError) -> PaperText? {
    if path == nil, isatty(STDIN_FILENO) == 1 { return nil }
    do throws(FileError) {
      let bytes =
        if let path, path != "-" {
          try FileSystem.read(path, limit: PaperParser.bytesMax)
        } else {
          try FileSystem.read(STDIN_FILENO, limit: PaperParser.bytesMax)
        }
      return bytes.isEmpty ? nil : PaperParser.parse(bytes).paper
    } catch {
      // A standard input that was closed before the start holds no text.
      if path == nil, error == .system(.badFileDescriptor) { return nil }
      let source = path ?? "standard input"
      if case .tooLong = error {
        let limit = "at most \(PaperParser.bytesMax >> 20) MiB"
        throw UserError("\(UserError.shown(source)) is too long for paper, which holds \(limit).")
      }
      throw .cannot("read", source, error)
    }
  }
}
