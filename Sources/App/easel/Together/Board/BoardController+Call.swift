import BoardClient
import BoardDocument
import BoardLog
import BoardModel
import EaselBase
import WhiteboardUI

// CallClient and SessionRunner report here what happens in the call and in its session.
extension BoardController {
  /// Hands an event of the call to the user, after the entries that came before it.
  func receive(_ event: Event) {
    receive { [self] in
      mergeArrivals()
      if let session = event.over { forget(session) }
      handle(event)
    }
  }

  // MARK: Ink of other members

  /// Whether other members drew something that the next frame is to show.
  var hasArrivals: Bool { client.session?.hasNews == true }

  /// Shows the entries and the unfinished strokes of other members.
  func showArrivals() {
    if hasArrivals { step { $0.showNews(at: $1, using: &$2) } }
  }

  /// Merges the entries of other members that have come until now.
  func mergeArrivals() {
    if hasArrivals { step { $0.mergeArrivals(at: $1, using: &$2) } }
  }

  // MARK: Sessions

  /// Handles a session that this user can join.
  func offered(_ offer: Offer, _ known: KnownSession) {
    receive { [self] in
      placement.offered(offer.session, known)
      handle(.call(.offered(offer)))
    }
  }

  /// Handles a session that this user has begun, with the open board.
  func begun(_ session: Bytes16, seat: Bytes16) {
    receive { [self] in
      placement.begun(session, seat: seat, on: board.log.genesis)
      enter(session)
    }
  }

  /// Handles the beginning of the session's board, which another member has sent.
  func begin(_ session: Bytes16, from beginning: BoardBeginning) {
    receive { [self] in
      guard placement.home != session, let known = placement[session],
        known.genesis == beginning.genesis
      else { return }
      open(beginning, named: known.name, for: session)
    }
  }

  /// Handles the wish of another run of this user to open a board, which this run may have open.
  func wished(_ wish: BoardWish) {
    receive { [self] in
      if let path = board.path, wish.isFor(path) { handle(.call(.wished)) }
    }
  }

  // MARK: Requests of other members

  /// Returns a reader of some of the board's entries; nil if the session's board is not open.
  func excerpt(of ranges: [EntryRange], in session: Bytes16) -> EntryBatchReader? {
    placement.home == session
      ? EntryBatchReader(of: ranges, from: writer, Signatures(board.log)) : nil
  }
}
