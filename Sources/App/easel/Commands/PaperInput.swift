import BoardFiles
import BoardModel
import BoardPaper
import BoardRendering
import BoardSessions
import EaselPlatform
import SystemFiles

/// Text to lay under the ink, from a file, or from standard input if that is no terminal.
struct PaperInput {
  let text: PaperText
  /// The part of the text that was left out.
  let cut: PaperCut

  private static let bytesMax = 16 << 20

  /// Returns nil if there is no text. Throws if the bytes are those of a file that is not text.
  ///
  /// - Parameter columns: the width at which to break lines; nil to break none.
  static func read(
    _ path: String?, wrappedTo columns: Int? = nil
  ) throws(UserError) -> PaperInput? {
    guard let bytes = try read(path), !bytes.isEmpty else { return nil }
    if let kind = FileKind.nameUnlessText(bytes) {
      let source = path == nil || path == "-" ? "standard input" : UserError.shown(path ?? "")
      let advice =
        PictureKind(bytes) == nil
        ? "only text can lie under the ink." : "--picture puts it on the board."
      throw UserError("\(source) is \(kind): \(advice)")
    }
    return PaperInput(bytes, wrappedTo: columns)
  }

  init(_ bytes: [UInt8], wrappedTo columns: Int?) {
    guard let columns else {
      (text, cut) = PaperParser.parse(bytes)
      return
    }
    let parsed = PaperParser.parse(bytes, columnsMax: PaperParser.columnsMaxToWrap)
    let wrapped = parsed.paper.wrapped(to: columns)
    text = wrapped.paper
    var cut = parsed.cut
    cut.rows = wrapped.cut.rows ?? cut.rows
    self.cut = cut
  }

  /// A file of another kind is named also if it is too long.
  private static func isText(_ start: [UInt8]) -> Bool { FileKind.nameUnlessText(start) == nil }

  private static func read(_ path: String?) throws(UserError) -> [UInt8]? {
    if path == nil, isatty(STDIN_FILENO) == 1 { return nil }
    let notice = WaitNotice.reading(path ?? "-")
    defer { notice.end() }
    do throws(FileError) {
      return if let path, path != "-" {
        try FileSystem.read(path, limit: bytesMax, ifStart: isText)
      } else {
        try FileSystem.read(STDIN_FILENO, limit: bytesMax, ifStart: isText)
      }
    } catch {
      // A standard input that was closed before the start holds no text.
      if path == nil, error == .system(.badFileDescriptor) { return nil }
      let source = path ?? "standard input"
      if case .tooLong = error {
        let limit = "at most \(bytesMax >> 20) MiB"
        throw UserError("\(UserError.shown(source)) is too long for paper, which holds \(limit).")
      }
      throw .cannot("read", source, error)
    }
  }
}
