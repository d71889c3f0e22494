import BoardDocument
import BoardStore

/// An open board, its entry writer, and the header of its file.
package struct OpenBoardFile: Sendable {
  package let board: LoadedBoard
  package let writer: EntryWriter
  package let header: BoardHeader
  /// The name that the board's file will get; nil if the board has a file or a chosen name.
  package var pendingName: PendingBoardName?
}
