import BoardFiles
import BoardSessions
import Dispatch
import EaselBase
import Testing
import WhiteboardUI

@testable import easel

@MainActor @Suite struct BackgroundExportTests {
  private final class Reports {
    private(set) var sentences: [String] = []

    func add(_ event: Event) {
      switch event {
      case .done(let sentence): sentences.append("done: \(sentence.string)")
      case .board(.failed(let sentence)): sentences.append("failed: \(sentence.string)")
      default: sentences.append("another event")
      }
    }
  }

  @Test("The main thread goes on during an export; a second one must wait for its end")
  func oneAtATime() async {
    let (exports, reports, gate) = (BackgroundExport(), Reports(), DispatchSemaphore(value: 0))
    exports.begin {
      gate.wait()
      return "Exported to a.png."
    } report: {
      reports.add($0)
    }
    exports.begin {
      "Exported to b.png."
    } report: {
      reports.add($0)
    }
    #expect(reports.sentences == ["failed: \(BackgroundExport.busy)"])
    #expect(exports.isRunning)
    gate.signal()
    #expect(await exports.finish()?.string == "Exported to a.png.")
    #expect(reports.sentences.last == "done: Exported to a.png.")
    exports.begin {
      "Exported to c.png."
    } report: {
      reports.add($0)
    }
    #expect(await exports.finish()?.string == "Exported to c.png.")
    #expect(await exports.finish() == nil && !exports.isRunning)
    #expect(reports.sentences.count == 3)
  }

  @Test("An export that fails is reported, and the next one can begin")
  func failure() async {
    let (exports, reports) = (BackgroundExport(), Reports())
    exports.begin {
      throw UserError("the disk is full.")
    } report: {
      reports.add($0)
    }
    #expect(await exports.finish()?.string == "the disk is full.")
    #expect(reports.sentences == ["failed: the disk is full."])
    exports.begin {
      "Exported to d.svg."
    } report: {
      reports.add($0)
    }
    #expect(await exports.finish()?.string == "Exported to d.svg.")
  }
}
