import BoardContract
import BoardModel
import CellFrame
import EaselBase
import Testing

@testable import ScreenContract
@testable import WhiteboardUI

/// A watcher sees no line that has no effect.
@Suite struct WatcherSheetTests {
  /// Ann, who only watches Bea and Cal, and has a ticket to watch.
  private func watcher() -> WhiteboardWorld {
    var world = WhiteboardWorld(3).inSession()
    for index in 1...2 { world.at(index) { $0.drag([(10, 4 + index * 4), (30, 5 + index * 4)]) } }
    world.sendRoster(of: world.session, watching: [0])
    world.handle(
      .call(
        .connected(
          Tickets(drawing: nil, watching: SafeText("easel://a#c")), canModerate: false,
          mayShare: false)), at: 0)
    return world
  }

  private static let names: [SheetName] = [
    .help, .commands, .tools, .boards, .themes, .export, .newSession, .people, .invite, .leaving,
  ]

  @Test("Each line of each sheet that a watcher can open does something", arguments: names)
  func sheets(name: SheetName) {
    var world = watcher()
    world.at(0) { desk in
      // So that going back to the page moves the view.
      for command in [Command.zoomIn, .pageDown] { desk.within { $0.perform(command) } }
      desk.within { $0.perform(.show(name)) }
      desk.handle(.woke)
    }
    let rows = rows(of: world.desks[0])
    for row in rows {
      // The list of commands names itself, which is open already.
      guard let command = row.command, command != .show(name) else { continue }
      var desk = world.desks[0]
      let (effects, frame) = (desk.effects.count, desk.frame)
      desk.within { $0.perform(command) }
      desk.handle(.woke)
      let said = desk.board.notices.shown?.text.string ?? ""
      #expect(
        !said.contains("watching") && !said.contains("only the others"), "\(row.label): \(said)")
      #expect(desk.effects.count > effects || desk.frame != frame, "\(row.label)")
    }
  }

  private func rows(of desk: Desk) -> [SheetRow] {
    guard let sheet = desk.board.sheets.open else { return [] }
    return SheetPages(desk.board).page(
      of: sheet, in: CellRect(column: 0, row: 0, columns: 80, rows: 24)
    ).rows
  }

  @Test("The help and the lists of tools name nothing that only a person who may draw can do")
  func words() {
    let world = watcher()
    for name in [SheetName.help, .commands, .tools] {
      var desk = world.desks[0]
      desk.within { $0.perform(.show(name)) }
      let text = rows(of: desk).map(\.label).joined(separator: "\n").lowercased()
      for word in [
        "pen,", "marker", "eras", "oval", "fill a shape", "colour,", "recolour", "undo", "clear",
        "cut", "paste", "resize", "delete", "edit a text", "snap", "everyone", "last board",
      ] {
        #expect(!text.contains(word), "\(name): \(word)")
      }
      #expect(text.contains("select"))
    }
  }

  @Test("A watcher is not offered to be asked about guests, nor anything that changes the board")
  func lines() {
    let world = watcher()
    for name in Self.names {
      var desk = world.desks[0]
      desk.within { $0.perform(.show(name)) }
      let labels = rows(of: desk).map(\.label)
      for label in labels {
        for word in ["Ask me", "asking me", "Undo", "Clear", "Hide", "Take back", "everyone this"] {
          #expect(!label.contains(word), "\(name): \(label)")
        }
      }
    }
  }
}
