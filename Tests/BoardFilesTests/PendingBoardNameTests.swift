import BoardModel
import EaselBase
import Testing
import TestSamples

@testable import BoardFiles

/// The name of a board that is shared before it has a file.
@Suite struct PendingBoardNameTests {
  private func library(in home: TestFolder) -> BoardLibrary {
    BoardLibrary(
      folder: BoardFolder(AppPaths(environment: [:], home: home.path("home"))),
      localAuthor: .temporary("Ann", PaletteColor.red.color))
  }

  @Test("The guests see the name that the file will get, and it is chosen once")
  func sharedBeforeFiled() throws {
    let opened = library(in: try TestFolder()).fresh(nil, nil)
    #expect(opened.board.name.string == "new board" && opened.pendingName?.chosen == nil)
    let name = try #require(opened.pendingName?.choose())
    #expect(name.string != "new board" && opened.pendingName?.choose() == name)
    #expect(opened.pendingName?.chosen?.string == name.string)
  }

  @Test("A board with a name keeps it") func named() throws {
    #expect(library(in: try TestFolder()).fresh(named: SafeText("plan")).pendingName == nil)
  }
}
