import Log
import Vocabulary

/// A session that can be joined or is.
struct KnownSession {
  let seat: Bytes16
  let name: SafeText?
  /// The genesis of its board.
  let genesis: BoardGenesis
  /// The session in which its board was first shared.
  let board: Bytes16
  let replaces: Bytes16?
  var mayDraw = true
}
