import BoardContract
import BoardDocument
import BoardLog
import BoardModel
import BoardStore
import EaselBase
import GroupSecurity
import Synchronization

/// Boards in memory, which leave nothing on the disk. The user can open them again while this
/// object exists.
package final class InMemoryBoards: Boards, Sendable {
  package let localAuthor: LocalAuthor
  /// The boards that have entries; a board's path is its index in this list.
  private let shelf = Mutex<[Shelved]>([])

  private struct Shelved: Sendable {
    let header: BoardHeader
    let entryStore: InMemoryEntryStore
  }

  package init(localAuthor: LocalAuthor) { self.localAuthor = localAuthor }

  package var owner: [UInt8] { localAuthor.identity.publicKey }

  package func fresh(_ name: SafeText?, _ beginning: BoardBeginning?) -> OpenBoardFile {
    let name = name ?? BoardTitle.fresh
    let beginning = beginning ?? BoardBeginning(owner: localAuthor.identity.publicKey)
    let header = beginning.header(named: name.string)
    let board = LoadedBoard(
      named: name, from: beginning, replicaGenesis: localAuthor.replicaGenesis())
    let writer = writer(
      .made { [self] entries, people, report in
        let entryStore = InMemoryEntryStore()
        entryStore.append(entries, by: people, report)
        report(.filed(path: shelve(Shelved(header: header, entryStore: entryStore)), name: name))
        return entryStore
      })
    return OpenBoardFile(board: board, writer: writer, header: header)
  }

  /// Opens a board as the user left it.
  package func open(_ path: String) throws(UserError) -> OpenBoardFile {
    guard let board = shelved(path) else { throw UserError("There is no such board any more.") }
    var header = board.header
    header.introduce(board.entryStore.people)
    let contents = BoardFileContents(header: header, entries: board.entryStore.entries)
    let stored = try VerifiedBoard(path: path, contents)
    var opened = LoadedBoard(
      path: path, name: SafeText(header.name, limit: .title), log: stored.log,
      replicaGenesis: localAuthor.replicaGenesis(), picture: stored.picture, people: stored.people)
    opened.credits = stored.credits
    opened.hasUnreadable = stored.hasUnreadable
    return OpenBoardFile(
      board: opened, writer: writer(.open(board.entryStore)), header: header)
  }

  package var summaries: [BoardSummary] {
    shelf.withLock { $0 }.enumerated().map { index, board in
      let entries = board.entryStore.entries
      return BoardSummary(
        path: "\(index)", name: SafeText(board.header.name, limit: .title),
        changed: entries.map(\.stamp.at).max() ?? board.header.created, entries: entries.count,
        isTrashed: false)
    }
  }

  /// Reads a board for the list of boards.
  package func glance(at path: String, miniature: (Picture) -> Miniature) -> BoardGlance {
    do throws(UserError) {
      return BoardGlance(of: try open(path).board.picture, miniature: miniature)
    } catch {
      return BoardGlance(trouble: SafeText(error.sentence))
    }
  }

  private func shelved(_ path: String) -> Shelved? {
    guard let index = Int(path) else { return nil }
    return shelf.withLock { $0.indices.contains(index) ? $0[index] : nil }
  }

  private func shelve(_ board: Shelved) -> String {
    shelf.withLock { shelf in
      shelf.append(board)
      return "\(shelf.count - 1)"
    }
  }

  private func writer(_ origin: sending EntryWriter.Origin) -> EntryWriter {
    let localAuthor = localAuthor
    return EntryWriter(
      sign: { try localAuthor.sign($0) }, sentence: { SafeText(UserError(wording: $0).sentence) },
      origin: origin)
  }
}

/// Stores entries in memory while this object exists.
final class InMemoryEntryStore: EntryStore, Sendable {
  private struct State {
    var entries: [Entry] = []
    var people: [Contributor] = []
  }

  private let state = Mutex(State())

  func append(
    _ entries: [Entry], by people: [Contributor], _ report: (WriterEvent) -> Void
  ) {
    state.withLock { state in
      state.entries += entries
      state.people += people
    }
  }

  func read(_ reading: inout EntryReading, atMost bytesMax: Int) -> [Entry] {
    let all = state.withLock { $0.entries }
    var entries: [Entry] = []
    var (index, bytes) = (max(Int(clamping: reading.position), 0), 0)
    while index < all.count, bytes < bytesMax {
      if reading.picking.picks(all[index]) {
        entries.append(all[index])
        bytes += all[index].payload.count
      }
      index += 1
    }
    reading.isOver = index >= all.count
    reading.position = Int64(index)
    return entries
  }

  var entries: [Entry] { state.withLock { $0.entries } }

  /// The people who drew, with their last names; a person may appear more than once.
  var people: [Contributor] { state.withLock { $0.people } }

  func close() {}
}
