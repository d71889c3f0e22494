import BoardFiles
import BoardSessions
import BoardStore
import SystemFiles

extension NamedOutput {
  /// Refuses a board, because what is written to it would replace the drawing. Call it before the
  /// process opens a board.
  func refuseBoard() throws(UserError) {
    guard !isOpen, BoardFileSignature.isBoard(at: name) else { return }
    throw UserError(
      "\(UserError.shown(name)) is a board. Choose another file.", code: UserError.usage)
  }
}

extension NamedOutput {
  /// Returns the format that the ending of a file's name means; nil if it means none.
  static func format<Format: RawRepresentable>(byEnding name: String?) -> Format?
  where Format.RawValue == String {
    guard let name, let point = name.lastIndex(of: ".") else { return nil }
    return Format(rawValue: name[name.index(after: point)...].lowercased())
  }
}
