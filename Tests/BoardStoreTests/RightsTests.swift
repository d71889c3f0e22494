import Foundation
import Testing
import TestThreads

@testable import BoardStore

/// Root may write anywhere, so as root these run on a thread that gave up the rights of root over
/// files.
struct RightsTests {
  /// The results of opening and of reading a board with these modes.
  private func outcome(
    folder: mode_t, file: mode_t
  ) throws -> (open: BoardFileError.Fault?, read: BoardFileError.Fault?, files: [String]) {
    let studio = try Studio()
    try studio.create().close()
    giveToNobody(studio.path, mode: file)
    giveToNobody(studio.folder, mode: folder)
    let result = Results()
    let (path, holder, decode) = (studio.path, studio.holder, studio.decode)
    asNobody {
      do throws(BoardFileError) {
        try BoardFile.open(at: path, holder: holder, timestamp: "t", decode: decode).file.close()
      } catch {
        result.open = error.fault
      }
      do throws(BoardFileError) {
        _ = try BoardFile.read(at: path, decode: decode)
      } catch {
        result.read = error.fault
      }
    }
    chmod(studio.folder, 0o700)
    return (result.open, result.read, studio.files)
  }

  private final class Results: @unchecked Sendable {
    var open: BoardFileError.Fault?
    var read: BoardFileError.Fault?
  }

  @Test("a board in a read-only file can be read, and not be drawn on")
  func readOnlyFile() throws {
    let outcome = try outcome(folder: 0o700, file: 0o400)
    #expect(outcome.open == .readOnlyFile && outcome.read == nil)
    #expect(outcome.files == ["drawing.easel"])
  }

  @Test("a board in a read-only folder can be read, and not be drawn on")
  func readOnlyFolder() throws {
    let outcome = try outcome(folder: 0o500, file: 0o600)
    #expect(outcome.open == .readOnlyFolder && outcome.read == nil)
    #expect(outcome.files == ["drawing.easel"])
  }

  @Test("a file that may not be read says so")
  func forbidden() throws {
    let outcome = try outcome(folder: 0o700, file: 0o000)
    #expect(outcome.open == .forbidden && outcome.read == .forbidden)
  }
}
