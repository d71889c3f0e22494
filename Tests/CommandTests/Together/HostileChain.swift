import BoardCodec
import BoardContract
import BoardLog
import BoardModel
import BoardSync
import EaselBase
import Foundation
import GroupSecurity
import OpenGroupActivities

/// One replica of a hostile author: signed and chained as it should be, with any times. A copy goes on
/// in another way, and so contradicts the first.
struct HostileChain {
  private(set) var entries: [Entry] = []
  private let identity: Identity
  private let replicaGenesis: ReplicaGenesis
  let replica: ReplicaID

  init(_ identity: Identity, on board: BoardID) {
    self.identity = identity
    replicaGenesis = ReplicaGenesis(
      publicKey: identity.publicKey, nonce: HostileMember.bytes(ReplicaGenesis.nonceLength))
    replica = replicaGenesis.replica(on: board)
  }

  /// The next entry.
  ///
  /// - Parameters:
  ///   - time: its logical time; nil for the earliest that the log accepts.
  ///   - isSigned: whether it has a signature; an entry without one must be sent with the next
  ///     signed entry.
  mutating func add(
    _ payload: [UInt8], at time: UInt64? = nil, for purpose: Purpose = .draw,
    isSigned: Bool = true
  ) throws {
    let last = entries.last
    let stamp = Stamp(
      id: EntryID(replica, SequenceNumber(UInt64(entries.count + 1))),
      author: replicaGenesis.author,
      lamport: Lamport(time ?? (last?.stamp.lamport.raw ?? 0) + 1), at: 0, lasted: 0)
    var entry = Entry(
      stamp: stamp, previous: last?.digest, replicaGenesis: last == nil ? replicaGenesis : nil,
      purpose: purpose,
      payload: payload)
    if isSigned { entry.signature = try identity.sign(entry.digest.bytes) }
    entries.append(entry)
  }

  mutating func add(_ action: BoardModel.Operation.Action, isSigned: Bool = true) throws {
    try add(
      BoardModel.Operation(action).encoded(), for: action.purpose, isSigned: isSigned)
  }

  /// The entries from a number on, as they travel.
  func runs(from first: Int = 1) -> [[UInt8]] {
    EntryRun.encoded(Array(entries.dropFirst(first - 1)))
  }
}

extension HostileMember {
  /// A new replica of this author, with nothing in it.
  func chain() -> HostileChain { HostileChain(identity, on: log.board) }

  /// Sends entries to some participants only.
  func pass(on runs: [[UInt8]], to names: Set<String>) throws {
    let chosen = try participants(named: names)
    for run in runs {
      messengers[0].send(Data(Loose.board(4, run)), to: .only(chosen)) { _ in }
    }
  }

  /// Sends many entries, and waits for room while too much is on its way. The programs that receive
  /// them go on drawing their screens meanwhile.
  func send(_ runs: [[UInt8]], to session: ProcessSession) async throws {
    for run in runs {
      try await messengers[0].send(Data(Loose.board(4, run)))
      for guest in session.guests { try guest.run.catchUp() }
    }
  }

  private func participants(named names: Set<String>) throws -> Set<OpenGroupActivities.Participant>
  {
    let all = session?.activeParticipants.filter { $0.name.map(names.contains) ?? false } ?? []
    guard all.count == names.count else { throw Failure(description: "\(names) are not there") }
    return Set(all)
  }

  /// Returns once all members have read the earlier messages of this member.
  func waitUntilRead(by session: ProcessSession, _ word: String) throws {
    var appearance = ParticipantPresence(
      author: author, name: SafeText("Eve", limit: .name), color: PaletteColor.red.color, sign: 1,
      since: .max)
    appearance.speech = SafeText(word, limit: .title)
    show(appearance)
    appearance.speech = nil
    show(appearance)
    for guest in session.guests { try guest.run.waitForNotice(word) }
  }
}

/// Hears the entries that others send, as they travel: those from before as well.
final class RunListener {
  private let runs = EventQueue<[UInt8]>()
  private let reception: GroupSessionMessenger.Reception

  init(_ member: HostileMember) {
    let runs = runs
    reception = member.messengers[0].onMessage { bytes, _ in
      do {
        guard case .entries(let run) = try SharedBoardMessage(decoding: bytes) else { return }
        runs.append(run)
      } catch { return }
    }
  }

  /// The runs up to the first one of each of so many authors.
  func runs(of authors: Int) async throws -> [[UInt8]] {
    var (heard, found) = ([[UInt8]](), Set<AuthorID>())
    while found.count < authors {
      let run = try await runs.next("entries of \(authors) authors")
      found.formUnion(try EntryRun.decode(run).map(\.stamp.author))
      heard.append(run)
    }
    return heard
  }
}

/// Makes the texts that a hostile author draws.
enum HostileInk {
  /// A text on a row of the screen, from the column of the board's left third on.
  static func text(_ word: String, row: Int) -> BoardModel.Operation.Action {
    .make(
      .label(
        Label(
          origin: BoardPoint(x: 512 * 36, y: Int32(1_024 * (row - 1) + 100)), columnWidth: 819,
          rowHeight: 1_676, color: PaletteColor.red.color, text: SafeText(word))))
  }

  static func payload(_ word: String, row: Int) -> [UInt8] {
    BoardModel.Operation(text(word, row: row)).encoded()
  }
}
