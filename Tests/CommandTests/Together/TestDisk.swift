@testable import BoardFiles
import BoardDocument
import BoardLog
import BoardStore
import EaselBase
import Foundation
import Synchronization
import WhiteboardUI

@testable import BoardSessions
@testable import easel

/// A disk that the test can stop.
final class TestDisk: @unchecked Sendable {
  // Unchecked: all that changes is guarded by the condition.
  enum State: Sendable {
    case works
    /// It does not answer until it works again.
    case hangs
    case fails
  }

  enum Access: Sendable { case reading, writing }

  struct Failure: Error {}

  private let condition = NSCondition()
  private var states: [Access: State] = [:]
  private var waiting = 0
  private var failures: [Access: Int] = [:]

  /// Whether a thread waits for it.
  var isAsked: Bool { condition.withLock { waiting > 0 } }

  /// How often it has failed.
  func failures(of access: Access) -> Int { condition.withLock { failures[access] ?? 0 } }

  func set(_ new: State, for access: Access = .writing) {
    condition.withLock {
      states[access] = new
      condition.broadcast()
    }
  }

  func wait(for access: Access) throws {
    try condition.withLock {
      waiting += 1
      defer { waiting -= 1 }
      while case .hangs = states[access] { condition.wait() }
      if case .fails = states[access] {
        failures[access, default: 0] += 1
        throw Failure()
      }
    }
  }
}

/// Boards on such a disk. They are not kept, so there is none to open.
struct TestDiskBoards: Boards {
  let boards: InMemoryBoards
  let disk: TestDisk

  var owner: [UInt8] { boards.owner }

  func fresh(_ name: SafeText?, _ beginning: BoardBeginning?) -> OpenBoardFile {
    let opened = boards.fresh(name, beginning)
    _ = opened.writer.finish(withinMilliseconds: 0)
    let (localAuthor, disk) = (boards.localAuthor, disk)
    let writer = EntryWriter(
      sign: { try localAuthor.sign($0) }, sentence: { SafeText("\($0)") },
      origin: .open(TestDiskLedger(disk)))
    return OpenBoardFile(board: opened.board, writer: writer, header: opened.header)
  }

  func open(_ path: String) throws(UserError) -> OpenBoardFile {
    try boards.open(path)
  }
}

private final class TestDiskLedger: EntryStore {
  private let kept = InMemoryEntryStore()
  private let disk: TestDisk

  init(_ disk: TestDisk) { self.disk = disk }

  func append(_ entries: [Entry], by people: [Contributor], _ report: (WriterEvent) -> Void) throws
  {
    try disk.wait(for: .writing)
    kept.append(entries, by: people, report)
  }

  func read(_ reading: inout EntryReading, atMost bytesMax: Int) throws -> [Entry] {
    try disk.wait(for: .reading)
    return kept.read(&reading, atMost: bytesMax)
  }

  func close() { kept.close() }
}
