import BoardLog
import BoardStore
import CellFrame
import Dispatch
import EaselBase
import Synchronization
import Testing

@testable import BoardFiles
@testable import BoardSessions
@testable import easel
@testable import ScreenContract
@testable import WhiteboardUI

/// The keys of a user while the program opens another board, which takes long.
@MainActor @Suite struct OpeningTests {
  private let gate = DispatchSemaphore(value: 0)
  private let store = ClosableStore()

  /// Ada, whose next board opens only when the gate does.
  private func opening() async throws -> (WhiteboardCall, BoardController, Requests) {
    let call = WhiteboardCall(["Ada"])
    let ada = call.controllers[0]
    let requests = Requests()
    try #require(ada.user as? ScreenUser).perform = { effect in
      if case .quit = effect { requests.quits += 1 }
    }
    let boards = InMemoryBoards(localAuthor: LocalAuthor.temporary("Ada"))
    ada.change { [gate, store] in
      store.noteAwaited()
      gate.wait()
      let fresh = boards.fresh(SafeText("slow"), nil)
      _ = fresh.writer.finish(withinMilliseconds: 0)
      let writer = EntryWriter(
        sign: { $0 }, sentence: { SafeText("\($0)") }, origin: .open(store))
      return OpenBoardFile(board: fresh.board, writer: writer, header: fresh.header)
    }
    #expect(await call.reach { store.isAwaited })
    #expect(ada.isOpening)
    return (call, ada, requests)
  }

  /// The requests that the user made to the program.
  private final class Requests {
    var quits = 0
  }

  private let interrupt = InputEvent.key(.character("c"), .control)

  @Test("While a board opens, keys wait for it, and Ctrl-C is heard at once")
  func keysWait() async throws {
    let (call, ada, requests) = try await opening()
    call.type("?q", of: 0)
    #expect(requests.quits == 0 && ada.whiteboard.sheets.open == nil && ada.holdsInput)
    ada.handle(.input(interrupt))
    #expect(requests.quits == 0, "the first one says which keys quit")
    ada.handle(.input(interrupt))
    #expect(requests.quits == 1)
    gate.signal()
    #expect(await call.reach { ada.board.name.string == "slow" && !ada.holdsInput })
  }

  @Test("While a board opens, q alone is heard at once, and leaving does not wait for the board")
  func leaving() async throws {
    let (call, ada, requests) = try await opening()
    call.press(.character("q"), of: 0)
    #expect(requests.quits == 1)
    let lost = await ada.finish()
    #expect(lost.isEmpty && !ada.isOpening && ada.board.name.string != "slow")
    #expect(!call.has(0, heard: "Not opened"))
    gate.signal()
    #expect(await call.reach { store.isClosed }, "the file is given back")
  }

  @Test("After half a second the user reads that a board is being opened")
  func notice() async throws {
    let (call, ada, _) = try await opening()
    #expect(await call.reach { call.has(0, heard: "Opening the board… Ctrl-C quits.") })
    gate.signal()
    #expect(await call.reach { ada.board.name.string == "slow" })
  }
}

/// A place for entries that knows whether a board in it was asked for, and whether it was closed.
private final class ClosableStore: EntryStore, Sendable {
  private let kept = InMemoryEntryStore()
  private let awaited = Mutex(false)
  private let closed = Mutex(false)

  var isAwaited: Bool { awaited.withLock { $0 } }
  var isClosed: Bool { closed.withLock { $0 } }

  func noteAwaited() { awaited.withLock { $0 = true } }

  func append(_ entries: [Entry], by people: [Contributor], _ report: (WriterEvent) -> Void) {
    kept.append(entries, by: people, report)
  }

  func read(_ reading: inout EntryReading, atMost bytesMax: Int) -> [Entry] {
    kept.read(&reading, atMost: bytesMax)
  }

  func close() { closed.withLock { $0 = true } }
}
