import BoardView
import EaselBase

/// The user's seat, which can move to another terminal: the board, and the state of the screen.
package struct Seat: Codable, Hashable, Sendable {
  /// The path of the board's file, or of the file that the first stroke makes; nil if Easel chooses it.
  package var board: String?
  package var view: SeatView
  package var tools: SeatTools
  /// The selected things; empty for a selection of more than ``thingsMax``.
  package var things: [SeatThing]
  /// The session that the user is in; nil outside of a session.
  package var session: SeatSession?
  /// Whether the session starts when another person arrives.
  package var awaitsGuest: Bool
  /// Whether other people are in the call. If not, the other run enters the call after this one
  /// has left it.
  package var isAmongOthers: Bool

  /// The maximum number of selected things that move.
  package static let thingsMax = 1_000

  package init(
    board: String?, view: SeatView, tools: SeatTools, things: [EntryID], session: SeatSession?,
    awaitsGuest: Bool, isAmongOthers: Bool
  ) {
    (self.board, self.view, self.tools, self.session) = (board, view, tools, session)
    self.things = things.count > Self.thingsMax ? [] : things.map(SeatThing.init)
    (self.awaitsGuest, self.isAmongOthers) = (awaitsGuest, isAmongOthers)
  }

  /// The state of this session; nil if the seat was in another session or in none.
  package func state(of session: SessionUUID) -> SeatSession? {
    self.session.flatMap { $0.id == session ? $0 : nil }
  }
}

/// A selected thing, by the entry that made it.
package struct SeatThing: Codable, Hashable, Sendable {
  private let high: UInt64
  private let low: UInt64
  private let sequence: UInt64

  init(_ id: EntryID) {
    (high, low) = (id.replica.raw.high, id.replica.raw.low)
    sequence = id.sequence.raw
  }

  package var id: EntryID {
    EntryID(ReplicaID(Bytes16(high: high, low: low)), SequenceNumber(sequence))
  }
}

/// A session, and the user's place in it.
package struct SeatSession: Codable, Hashable, Sendable {
  private let high: UInt64
  private let low: UInt64
  /// When the user entered the session, by the wall clock in milliseconds. It stays the same in the
  /// other terminal. So the others see one person, who was here all the time.
  package let since: Int64

  /// The number of other participants.
  package let others: Int
  /// The colour as `0xRRGGBBAA` and the number of the sign that mark the user for the others.
  package let color: UInt32
  package let sign: Int

  package init(_ session: SessionUUID, since: Int64, others: Int, color: UInt32, sign: Int) {
    (high, low, self.since) = (session.raw.high, session.raw.low, since)
    (self.others, self.color, self.sign) = (others, color, sign)
  }

  package var id: SessionUUID { SessionUUID(Bytes16(high: high, low: low)) }
}

/// The settings of the tools that move.
package struct SeatTools: Codable, Hashable, Sendable {
  /// See `Tool.number`.
  package var tool: UInt8
  /// The colour as `0xRRGGBBAA`.
  package var color: UInt32
  package var width: Int
  package var hasLargeLetters: Bool
  package var isFilled: Bool
  /// The bits of the look.
  package var look: UInt8
  package var isConstrained: Bool
  package var isSticking: Bool
  package var hasGuides: Bool
  /// The name of the palette's form.
  package var palette: String
  package var showsLineNumbers: Bool
}
