/// Why a terminal cannot be drawn on. Each is a matter of usage: exit code 2.
public enum TerminalError: Error, Hashable, Sendable {
  /// Neither standard input nor output is a terminal, and the process has no controlling one.
  case noTerminal
  /// There is one, of another user; the process, which has no controlling terminal, may not open it.
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
