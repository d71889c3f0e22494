import CellFrame

/// Why `Terminal.wait` came back.
public enum Wake: Hashable, Sendable {
  /// Something was typed, pointed, pasted or answered, or the window has another size.
  case input(InputEvent)
  /// Asked from outside to stop for a while (SIGTSTP): call `Terminal.suspend`.
  case suspend
  /// Asked to end (SIGTERM, SIGINT): save and leave within two seconds.
  case terminate
  /// The terminal is gone (SIGHUP, end of input, an input error); nothing is written to it any more.
  case hangUp
  /// The moment waited for has come.
  case deadline
  /// One of the other descriptors can be read, or was closed at its far end.
  case readable(Int32)
}
