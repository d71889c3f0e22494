/// The reason why Easel cannot draw on a terminal. Every reason counts as a usage error, with exit
/// code 2.
package enum TerminalError: Error, Hashable, Sendable {
  /// Neither standard input nor output is a terminal, and the process has no controlling terminal.
  case noTerminal
  /// The terminal belongs to another user. The process has no controlling terminal, and may not
  /// open this one.
  case notOurs
  /// `TERM` is empty or not set.
  case unnamed
  /// terminfo has no entry of this name.
  case unknown(String)
  /// The entry has no way to move the cursor.
  case dumb(String)
  /// The system refused a call that every terminal should allow.
  case refused(call: String, errno: Int32)
}
