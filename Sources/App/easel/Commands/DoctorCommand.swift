import ArgumentParser
import BoardFiles
import BoardSessions
import LocalDiscovery
import TerminalIO
import WhiteboardUI

/// `easel doctor [BOARD]`: shows what this terminal can do, where Easel keeps its files, and the
/// user's identity. For a board, it also shows the number of entries and the causes for which
/// entries were refused.
struct DoctorCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "Show what this terminal supports, where Easel keeps its files, and your key.",
    discussion: """
      With a board, it also counts the entries in the board's file. If some of them do not belong to \
      the board, it counts these by their cause. For the entries that a running session refuses, see \
      the list of people, or the log of `easel host --log notice`.
      """)

  @OptionGroup
  var target: DrawnBoard

  func run() throws {
    let paths = AppPaths.current()
    let facts = Self.terminalFacts()
    let (settings, complaints) = SettingsFile(path: paths.configuration).read()
    let (localAuthor, complaint) = LocalAuthor.current(paths, settings)
    if let complaint { Report.notice(complaint) }
    let all =
      facts
      + [
        ("boards", paths.data), ("settings", paths.configuration),
        ("your key", localAuthor.person().author.text),
        ("ink by UDP", settings.usesDatagrams ?? true ? "yes, where both sides can" : "no"),
        ("nearby", Self.nearby),
        ("JPEG", TurboJPEG.isThere ? TurboJPEG.name : PictureFault.noJPEGLibrary),
      ] + (try boardFacts(paths))
      + (complaints + ThemeCatalog(paths).all().complaints).map { ("mistake", $0) }
    try Report.result(Report.table(all.map { ($0, UserError.shown($1)) }))
  }

  /// The interfaces over which people nearby can be found.
  private static var nearby: String {
    let names = LocalDiscovery.interfaces.map(\.name)
    return names.isEmpty
      ? NearbyMeeting.noMulticast
      : "by multicast over \(names.joined(separator: ", ")), if no firewall hides it"
  }

  /// Returns facts about the board that the user names; none without a board.
  private func boardFacts(_ paths: AppPaths) throws(UserError) -> [(String, String)] {
    guard let name = target.board else { return [] }
    let board = try BoardFolder(paths).read(try .parsing(name))
    return [("board", board.path), ("entries", "\(board.log.count)")]
      + board.refused.sentences.map { ("refused", $0) }
  }

  /// Returns facts about the terminal, or a sentence that says why there are none: the other facts
  /// are useful without a terminal as well.
  private static func terminalFacts() -> [(String, String)] {
    do throws(UserError) {
      let terminal = try Terminal.opened()
      defer { terminal.restore() }
      terminal.waitForAnswers()
      return terminal.facts + [("automatic ink", terminal.raster(nil).rawValue)]
    } catch {
      return [("terminal", error.sentence)]
    }
  }
}
