import BoardLog
import EaselBase
import Foundation
import EaselPlatform
import OpenGroupActivities

/// Somebody opened a board that another run has open: whoever has it shares it.
struct BoardWish: GroupActivity {
  static let activityIdentifier = "org.easel.board-wish"

  /// Which file it is, without saying so to others.
  private let board: Data

  /// The names in the format, whatever the properties are called.
  private enum CodingKeys: String, CodingKey {
    case board = "board"
  }

  init(_ path: String) { board = Data(Self.mark(path)) }

  func isFor(_ path: String) -> Bool { board == Data(Self.mark(path)) }

  private static func mark(_ path: String) -> [UInt8] {
    let name = FileSystem.whole(path)
    return Digest.sha256(of: Array(name.utf8)).half.bytes
  }

  var metadata: GroupActivityMetadata {
    var metadata = GroupActivityMetadata()
    metadata.title = "Open a Board"
    return metadata
  }
}

/// Wishes of this run and of others, as long as they are in one call.
@MainActor final class BoardWishes {
  private let system: GroupSystem
  private var own: BoardWish?
  private var listening: Task<Void, Never>?

  /// - Parameter take: called with what other runs of the same person wish for, where nobody else is
  ///   in the call who would be shown the board as well.
  init(
    _ system: GroupSystem, _ rights: Rights, _ take: @escaping @MainActor (BoardWish) -> Void
  ) {
    self.system = system
    let sessions = GroupSystem.$current.withValue(system) { BoardWish.sessions() }
    listening = Task {
      for await session in sessions where !session.isLocallyInitiated {
        let others = system.people.map(\.member) + [session.initiator.member]
        if others.allSatisfy(rights.isOwn) { take(session.activity) }
      }
    }
  }

  isolated deinit { listening?.cancel() }

  /// Told to the others as soon as there are any.
  func make(_ wish: BoardWish) {
    own = wish
    if system.isEligible { send() }
  }

  func send() {
    guard let wish = own else { return }
    own = nil
    Task { [system] in
      // Where it does not come about whoever wished gives up by the clock.
      try? await system.activateBesides(wish)
    }
  }
}
