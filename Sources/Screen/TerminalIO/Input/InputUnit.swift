/// One key, mouse report, paste or answer, as the terminal sent it.
enum InputUnit: Hashable, Sendable {
  /// A character, or a whole escape sequence; at most two ESC begin it.
  case key([UInt8])
  /// The content of a device control string. Terminals send it as an answer.
  case report([UInt8])
  /// The content of an application program command. Terminals send it as an answer about images.
  case command([UInt8])
  case paste(String)
}
