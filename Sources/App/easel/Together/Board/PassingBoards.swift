import BoardDocument
import BoardLog
import BoardStore
import EaselBase
import GroupSecurity
import Synchronization

/// Boards that leave nothing behind: they can be come back to as long as this is there.
final class PassingBoards: Boards, Sendable {
  let artist: Artist
  /// Those on which something was drawn; a board's path is its place in this list.
  private let shelf = Mutex<[Shelved]>([])

  private struct Shelved: Sendable {
    let header: BoardHeader
    let ledger: PassingLedger
  }

  init(artist: Artist) { self.artist = artist }

  var owner: [UInt8] { artist.identity.publicKey }

  func fresh(_ name: SafeText?, _ beginning: BoardBeginning?) -> Desk.Opened {
    let name = name ?? SafeText("new board", limit: .title)
    let beginning = beginning ?? BoardBeginning(owner: artist.identity.publicKey)
    let header = beginning.header(named: name.string)
    let board = OpenedBoard(named: name, from: beginning, birth: artist.birth())
    let keeper = keeper(
      .made { [self] entries, people, report in
        let ledger = PassingLedger()
        ledger.append(entries, by: people, report)
        report(.filed(path: shelve(Shelved(header: header, ledger: ledger)), name: name))
        return ledger
      })
    return Desk.Opened(board: board, keeper: keeper, header: header)
  }

  /// A board that was left, as it was.
  func open(_ path: String) throws(Refusal) -> Desk.Opened {
    guard let board = shelved(path) else { throw Refusal("There is no such board any more.") }
    var header = board.header
    header.introduce(board.ledger.people)
    let contents = BoardContents(header: header, entries: board.ledger.entries)
    let stored = try StoredBoard(path: path, contents)
    var opened = OpenedBoard(
      path: path, name: SafeText(header.name, limit: .title), log: stored.log,
      birth: artist.birth(), picture: stored.picture, people: stored.people)
    opened.credits = stored.credits
    return Desk.Opened(board: opened, keeper: keeper(.open(board.ledger)), header: header)
  }

  var summaries: [BoardSummary] {
    shelf.withLock { $0 }.enumerated().map { place, board in
      let entries = board.ledger.entries
      return BoardSummary(
        path: "\(place)", name: SafeText(board.header.name, limit: .title),
        changed: entries.map(\.stamp.at).max() ?? board.header.created, entries: entries.count,
        isTrashed: false)
    }
  }

  private func shelved(_ path: String) -> Shelved? {
    guard let place = Int(path) else { return nil }
    return shelf.withLock { $0.indices.contains(place) ? $0[place] : nil }
  }

  private func shelve(_ board: Shelved) -> String {
    shelf.withLock { shelf in
      shelf.append(board)
      return "\(shelf.count - 1)"
    }
  }

  private func keeper(_ origin: sending Keeper.Origin) -> Keeper {
    let artist = artist
    return Keeper(
      sign: { try artist.sign($0) }, sentence: { SafeText(Refusal(wording: $0).sentence) },
      origin: origin)
  }
}

/// Keeps entries as long as it is there itself.
final class PassingLedger: Ledger, Sendable {
  private struct State {
    var entries: [Entry] = []
    var people: [Participant] = []
  }

  private let state = Mutex(State())

  func append(
    _ entries: [Entry], by people: [Participant], _ report: (KeeperReport) -> Void
  ) {
    state.withLock { state in
      state.entries += entries
      state.people += people
    }
  }

  func read(_ reading: inout EntryReading, atMost bytesMax: Int) -> [Entry] {
    let all = state.withLock { $0.entries }
    var entries: [Entry] = []
    var (place, bytes) = (max(Int(clamping: reading.place), 0), 0)
    while place < all.count, bytes < bytesMax {
      if reading.picking.takes(all[place]) {
        entries.append(all[place])
        bytes += all[place].payload.count
      }
      place += 1
    }
    reading.isOver = place >= all.count
    reading.place = Int64(place)
    return entries
  }

  var entries: [Entry] { state.withLock { $0.entries } }

  /// Whoever drew, as they were last called; they may be named more than once.
  var people: [Participant] { state.withLock { $0.people } }

  func close() {}
}
