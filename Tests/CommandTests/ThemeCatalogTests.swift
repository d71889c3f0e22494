@testable import BoardFiles
import Foundation
import SystemFiles
import Testing

@testable import BoardSessions
@testable import easel

/// The themes of a user's own folder.
@Suite struct ThemeCatalogTests {
  @Test("a theme's file is read once in a run, and its errors are told each time")
  func once() throws {
    let home = try Home()
    let paths = AppPaths(environment: [:], home: home.folder.path)
    try FileSystem.makeFolder(paths.themes)
    let file = URL(fileURLWithPath: paths.themes).appendingPathComponent("mine.toml")
    try Data("title = [".utf8).write(to: file)
    let catalog = ThemeCatalog(paths)
    let (theme, complaints) = try catalog.theme("mine")
    #expect(theme == catalog.plain && complaints.count == 1)
    #expect(complaints[0].contains("line 1, column"))
    // The parser is not asked again, so it does not see the mended file before the next run.
    try Data("title = \"Mine\"\n".utf8).write(to: file)
    #expect(try catalog.theme("mine").complaints == complaints)
    #expect(catalog.all().complaints == complaints)
    let next = try ThemeCatalog(paths).theme("mine")
    #expect(next.0.title == "Mine" && next.complaints.isEmpty)
  }
}
