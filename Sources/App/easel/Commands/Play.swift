import BoardCodec
import BoardDocument
import BoardFiles
import BoardLog
import BoardModel
import BoardRendering
import BoardScript
import BoardSessions
import BoardStore
import EaselBase
import SystemFiles
import WhiteboardUI

/// Plays a script onto a board.
struct Play {
  /// The most entries in one commit, except within a gesture.
  private static let batchMax = 1_000

  private let board: VerifiedBoard
  private let entryStore: any EntryStore
  private var log: Log
  private var picture: Picture
  private var player: ScriptPlayer
  private let parts: ScriptParts
  /// The clock of a hand that draws the script, milliseconds since 1970. It runs with the times that the
  /// hand takes and with the waits, so that a script gives the same film each time.
  private var clock = WallClock.now()
  /// The number of gestures drawn, and the number of them that are on disk.
  private var begunCount = 0
  private var keptCount = 0

  var name: SafeText { board.name }
  /// A notice for the user about the board.
  var notice: String? { board.notice }
  /// A notice for the user about text under the ink that Easel does not show; nil if it shows all.
  var cutNotice: String? { PaperCut(of: picture).sentence }

  /// Reads the whole script first: a script that cannot be played to its end changes nothing.
  ///
  /// - Parameter localAuthor: plays the part to which the script gives no name.
  init(
    _ script: Script, localAuthor: LocalAuthor, _ reference: BoardReference?, in folder: BoardFolder
  )
    throws
  {
    parts = try ScriptParts(script, localAuthor: localAuthor)
    let (board, entryStore) = try folder.openOrMake(
      reference, owner: localAuthor.identity.publicKey)
    player = try ScriptPlayer(
      script, replicas: parts.replicas(on: board.log.board), seen: board.log.vector,
      things: board.picture.things.map(\.id))
    (log, picture) = (board.log, board.picture)
    (self.board, self.entryStore) = (board, entryStore)
  }

  /// Draws up to the next wait and returns its milliseconds; at the end of the script, closes the
  /// board and returns nil.
  mutating func untilWait() throws -> Int? {
    var batch: [Entry] = []
    while let step = try player.next() {
      switch step {
      case .wait(let milliseconds):
        try keep(&batch)
        clock += Int64(milliseconds)
        return milliseconds
      case .operation(let operation, let person):
        // All entries of a gesture are written together.
        if operation.gesture == nil, batch.count >= Self.batchMax { try keep(&batch) }
        if operation.gesture == nil { begunCount += 1 }
        batch.append(try draw(operation, by: person))
      }
    }
    try keep(&batch)
    entryStore.close()
    return nil
  }

  private mutating func draw(_ operation: Operation, by person: Script.Person) throws -> Entry {
    clock += Int64(operation.action.handTime)
    do {
      let entry = try parts.entry(
        operation, by: person, in: &log, things: picture.seenCount, at: clock)
      _ = picture.apply(operation, entry.stamp)
      return entry
    } catch {
      throw UserError("\(UserError(wording: error).sentence) \(safe)")
    }
  }

  private mutating func keep(_ batch: inout [Entry]) throws {
    do {
      try entryStore.append(batch, by: parts.people(behind: batch).map(Contributor.init))
    } catch {
      throw UserError("\(UserError(wording: error).sentence) \(safe)")
    }
    keptCount = begunCount
    batch.removeAll()
  }

  /// A sentence about what a script that stops early leaves on the board.
  private var safe: String {
    let changes = keptCount == 1 ? "1 change is" : "\(keptCount) changes are"
    return "\(changes) saved in “\(name.string)”."
  }
}
