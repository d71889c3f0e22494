import BoardLog
import EaselBase
import EaselPlatform
import Foundation
import OpenGroupActivities
import SystemFiles

/// A request to share a board. The run that sends the request could not open the board, since
/// another run has it open.
struct BoardWish: GroupActivity {
  static let activityIdentifier = "org.easel.board-wish"

  /// A hash of the file's path, which identifies the file without revealing its path to other
  /// members.
  private let board: Data

  /// The keys of the encoded format. They stay the same when a property is renamed.
  private enum CodingKeys: String, CodingKey {
    case board = "board"
  }

  init(_ path: String) { board = Data(Self.mark(path)) }

  func isFor(_ path: String) -> Bool { board == Data(Self.mark(path)) }

  private static func mark(_ path: String) -> [UInt8] {
    let name = FileSystem.resolved(path)
    return Digest.sha256(of: Array(name.utf8)).half.bytes
  }

  var metadata: GroupActivityMetadata {
    var metadata = GroupActivityMetadata()
    metadata.title = "Open a Board"
    return metadata
  }
}

/// Handles the wishes of this run and of other runs in the same call.
@MainActor final class BoardWishes {
  private let system: GroupSystem
  private var own: BoardWish?
  private var listening: Task<Void, Never>?

  /// - Parameter handle: receives the wishes of other runs of the same person. While another person
  ///   is in the call, wishes are ignored, since that person would see the board as well.
  init(
    _ system: GroupSystem, _ rights: Rights, _ handle: @escaping @MainActor (BoardWish) -> Void
  ) {
    self.system = system
    let sessions = GroupSystem.$current.withValue(system) { BoardWish.sessions() }
    listening = Task {
      for await session in sessions where !session.isLocallyInitiated {
        let others = system.people.map(\.member) + [session.initiator.member]
        if others.allSatisfy(rights.isOwn) { handle(session.activity) }
      }
    }
  }

  isolated deinit { listening?.cancel() }

  /// Makes a wish. It is sent as soon as another member is in the call.
  func make(_ wish: BoardWish) {
    own = wish
    if system.isEligible { send() }
  }

  func send() {
    guard let wish = own else { return }
    own = nil
    Task { [system] in
      // If this fails, this run gives up the wish at the deadline.
      try? await system.activateBesides(wish)
    }
  }
}
