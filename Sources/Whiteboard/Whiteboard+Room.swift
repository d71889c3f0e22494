import Drawing
import Log
import Vocabulary

// What a full board still takes, and what is said of it.
extension Whiteboard {
  /// What one thing more would lack.
  func lack(for use: Room.Use, things: Int = 1, bytes: Int = Log.entryOverhead) -> Room.Lack? {
    setup.room.lack(
      for: use, things: board.picture.seenCount + things, bytes: board.log.bytes + bytes)
  }

  /// Whether a gesture can be made; says so where it cannot.
  mutating func hasRoom(for actions: [Operation.Action], wasBegun: Bool) -> Bool {
    let takesAway = actions.allSatisfy(\.takesAway)
    let use: Room.Use =
      takesAway ? (mayTidy ? .tidy : .finish) : wasBegun ? .finish : .draw
    // Of a single one there is no need to know: it has 128 KiB at the most.
    let bytes =
      actions.count == 1
      ? Log.entryOverhead
      : actions.reduce(0) { $0 + setup.encode(Operation($1)).count + Log.entryOverhead }
    let things = actions.count { if case .make = $0 { true } else { false } }
    guard let lack = lack(for: use, things: things, bytes: bytes) else { return true }
    say(of: lack)
    return false
  }

  /// Alone, or as whoever looks after the call.
  private var mayTidy: Bool { together.seat == nil || together.canModerate }

  mutating func say(of lack: Room.Lack) {
    switch lack {
    case .bytes:
      say(
        "This board is full. N goes on with a new one, from its picture or empty.", isWarning: true)
    case .things:
      say("This board holds no more things. Erase some, or N begins a new one.", isWarning: true)
    }
  }

  /// Others who draw on beyond all bounds are not seen here.
  mutating func sayTooFull() {
    say("This board takes no more of what others draw. N goes on with a new one.", isWarning: true)
  }
}

extension Operation.Action {
  /// Whether it only takes something away, or back.
  fileprivate var takesAway: Bool {
    switch self {
    case .change(_, .hide), .cancel, .restore: true
    case .change, .make, .lay: false
    }
  }
}
