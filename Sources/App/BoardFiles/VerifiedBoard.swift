import BoardCodec
import BoardContract
import BoardDocument
import BoardLog
import BoardModel
import BoardStore
import EaselBase
import GroupSecurity
import SystemFiles

/// A board as read from its file.
package struct VerifiedBoard {
  package let path: String
  package private(set) var header: BoardHeader
  package private(set) var log: Log
  /// The operations on the board, those of the base first. The operations of each replica are in
  /// the order of their numbers.
  package private(set) var operations: [(stamp: Stamp, operation: Operation)] = []
  package private(set) var picture = Picture()
  /// Whether the picture lacks operations that only a newer version can read.
  package private(set) var hasUnreadable = false
  /// The people who drew the board, as far as the file names them.
  package private(set) var people: [Person] = []
  /// The authors of the ink in the base, as far as this user's file names them.
  let credits: [EntryID: AuthorID]
  /// The entries in the file that do not belong to the board.
  package private(set) var refused = RefusalCounts()
  /// A notice for the user: how much of a damaged file was lost.
  package private(set) var notice: String?

  /// The people's names for a recording.
  package var names: [AuthorID: String] {
    Dictionary(people.map { ($0.author, $0.name.string) }) { first, _ in first }
  }

  package var name: SafeText { BoardFileName.shown(path: path) }

  /// The cell of the board, which is a cell of the screen at 100 %.
  package var cell: BoardCell { picture.cell(ofBoardOf: log.genesis.author) }

  /// Makes an empty board.
  package init(path: String, _ beginning: BoardBeginning) {
    self.path = path
    header = beginning.header(named: BoardFileName.shown(path: path).string)
    log = Log(beginning.genesis)
    credits = [:]
  }

  /// Checks every hash and the signatures, and draws the entries that count.
  package init(path: String, _ contents: BoardFileContents) throws(UserError) {
    self.path = path
    header = contents.header
    let base = try Self.base(of: header, path)
    credits = base?.credits ?? [:]
    let reading = Log.reading(header.genesis, contents.entries, verify: Self.verify)
    log = reading.log
    refused = RefusalCounts(reading.refused)
    operations = base?.operations ?? []
    hasUnreadable = base?.hasUnreadable ?? false
    var unread = reading.unread
    let applied = reading.applied
    let pieces = inParallelPieces(of: applied.count) { piece in
      applied[piece].map { $0.purpose == .revoke ? nil : OperationReading($0.payload) }
    }
    for (entry, content) in zip(applied, pieces.joined()) {
      switch content {
      case nil: continue
      case .operation(let operation) where operation.isAllowed(for: entry.purpose):
        operations.append((entry.stamp, operation))
      case .operation, .malformed: unread += 1
      case .unknown: hasUnreadable = true
      }
    }
    _ = picture.apply(operations)
    people = contents.header.contributors.map(Person.init)
    let isBaseLost = base == nil && (header.base != nil || header.genesis.base != nil)
    let lost = Self.sentence(contents.damage, unread: unread, isBaseLost: isBaseLost)
    let sentences = [
      lost.map { hasUnreadable ? "\($0)." : $0 },
      hasUnreadable ? LoadedBoard.unreadableNotice : nil,
    ].compactMap { $0 }
    notice = sentences.isEmpty ? nil : sentences.joined(separator: " ")
  }

  private static func verify(_ digest: Digest, _ signature: [UInt8], _ key: [UInt8]) -> Bool {
    Identity.verify(signature, of: digest.bytes, by: key)
  }

  /// Returns the picture from which the board began; nil if it began empty, or if the picture or
  /// the genesis was lost with a damaged file.
  private static func base(of header: BoardHeader, _ path: String) throws(UserError) -> BoardBase? {
    guard let stored = header.base,
      header.genesis.base?.picture == .sha256(of: stored.picture)
    else { return nil }
    guard let base = BoardBase(decoding: stored.picture, credits: stored.credits) else {
      throw UserError("\(UserError.shown(path)) begins from a picture that cannot be read.")
    }
    return base
  }

  private static func sentence(
    _ damage: FileDamage?, unread: Int, isBaseLost: Bool
  ) -> String? {
    let lostBase = isBaseLost ? "; the picture that it began from is lost" : ""
    if let damage {
      let original = damage.original.map { "; the damaged file is kept at \(UserError.shown($0))" }
      let lost =
        damage.isCounted
        ? "\(damage.lost) lost"
        : damage.lost > 0 ? "at least \(damage.lost) lost" : "how many are lost is not known"
      let unreadable = unread > 0 ? " (\(unread) of them cannot be read)" : ""
      return "this board's file was damaged: \(damage.saved.counted("change")) saved\(unreadable), "
        + "\(lost)\(lostBase)\(original ?? "")"
    }
    if isBaseLost { return "the picture that this board began from is lost" }
    return unread > 0 ? "\(unread.counted("change")) of this board cannot be read" : nil
  }
}
