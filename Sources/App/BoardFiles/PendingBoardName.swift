import EaselBase
import EaselPlatform
import Synchronization
import SystemFiles

/// The name of a board that has no file yet and that the user did not name. Until the file is made,
/// the board is called "new board". If the board is shared before, it needs its name earlier,
/// because guests see the name.
package final class PendingBoardName: Sendable {
  private let folder: BoardFolder
  private let name = Mutex<BoardFileName?>(nil)

  init(in folder: BoardFolder) { self.folder = folder }

  /// The name that the file will get; nil if it is not chosen yet.
  var chosen: BoardFileName? { name.withLock { $0 } }

  /// Chooses the name, by the date, and returns it.
  package func choose() -> SafeText? {
    name.withLock { name in
      name = name ?? folder.freeName(at: WallClock.now())
      return name.map { SafeText($0.string, limit: .title) }
    }
  }
}
