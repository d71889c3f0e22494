import BoardStore
import Dispatch
import Log
import Synchronization
import Vocabulary
import Whiteboard

@testable import easel

/// What a disk does with what is written to it.
final class Gate: Sendable {
  enum Conduct: Sendable {
    /// It writes.
    case open
    /// It does not answer until it opens.
    case waits
    case fails
  }

  struct Failure: Error {}

  private let conduct = Mutex(Conduct.open)
  private let opening = DispatchSemaphore(value: 0)

  func set(_ new: Conduct) {
    let old = conduct.withLock { conduct in
      defer { conduct = new }
      return conduct
    }
    if case .waits = old { opening.signal() }
  }

  /// Returns when something can be written.
  func pass() throws {
    switch conduct.withLock({ $0 }) {
    case .open: break
    case .waits: opening.wait()
    case .fails: throw Failure()
    }
  }
}

/// Boards behind a gate.
struct GatedBoards: Boards {
  let boards: PassingBoards
  let gate: Gate

  func fresh(_ name: SafeText?, _ beginning: Beginning?) -> Desk.Opened {
    let opened = boards.fresh(name, beginning)
    let (artist, gate) = (boards.artist, gate)
    let keeper = Keeper(
      sign: { try artist.sign($0) }, sentence: { SafeText("\($0)") },
      origin: .open(GatedLedger(gate)))
    return Desk.Opened(board: opened.board, keeper: keeper, header: opened.header)
  }

  func open(_ path: String) throws(easel.Refusal) -> Desk.Opened { try boards.open(path) }
}

private final class GatedLedger: Ledger {
  private let kept = PassingLedger()
  private let gate: Gate

  init(_ gate: Gate) { self.gate = gate }

  func append(_ entries: [Entry], by people: [Participant], _ report: (KeeperReport) -> Void) throws
  {
    try gate.pass()
    kept.append(entries, by: people, report)
  }

  func read(_ reading: inout EntryReading, atMost bytesMax: Int) -> [Entry] {
    kept.read(&reading, atMost: bytesMax)
  }

  func close() { kept.close() }
}
