import BoardContract
import BoardView
import CellFrame
import EaselBase
import ScreenContract

/// The layout of a QR code on the screen, with the sheet beside or below it.
package struct QRCodeLayout {
  /// Nil when there is no room.
  package let picture: QRCodeCells?
  package let at: CellPoint
  /// The area that is left for the sheet.
  package let area: CellRect

  /// The smallest size in which a sheet of text is readable.
  private static let words = (columns: 30, rows: 7)

  package init(_ code: QRCode, _ look: QRCodeCells.Look, in area: CellRect) {
    let pictures = QRCodeCells.borders.map { QRCodeCells(code: code, look: look, border: $0) }
    func isBeside(_ picture: QRCodeCells) -> Bool {
      picture.columns + Self.words.columns <= area.columns && picture.rows <= area.rows
    }
    func isAbove(_ picture: QRCodeCells) -> Bool {
      picture.columns <= area.columns && picture.rows + Self.words.rows <= area.rows
    }
    picture = pictures.first { isBeside($0) || isAbove($0) }
    guard let picture else {
      (at, self.area) = (CellPoint(column: area.column, row: area.row), area)
      return
    }
    if isBeside(picture) {
      at = CellPoint(
        column: area.column, row: area.row + (area.rows - picture.rows) / 2)
      self.area = CellRect(
        column: area.column + picture.columns, row: area.row,
        columns: area.columns - picture.columns, rows: area.rows)
    } else {
      at = CellPoint(
        column: area.column + (area.columns - picture.columns) / 2, row: area.row)
      self.area = CellRect(
        column: area.column, row: area.row + picture.rows, columns: area.columns,
        rows: area.rows - picture.rows)
    }
  }

  /// The smallest screen sizes that show the code: one with the code beside the text, one with the
  /// code above the text.
  static func needs(_ code: QRCode, _ look: QRCodeCells.Look) -> [(columns: Int, rows: Int)] {
    let least = QRCodeCells(code: code, look: look, border: QRCodeCells.borders.min() ?? 0)
    return [
      (least.columns + words.columns, least.rows), (least.columns, least.rows + words.rows),
    ]
  }
}

// Shows a ticket as a QR code, for people who have a camera and no shared clipboard.
extension SessionPages {
  private func code(_ shown: ShownCode) -> QRCode? {
    shown.isToDraw ? panel.tickets?.drawingCode : panel.tickets?.watchingCode
  }

  /// Returns how to draw the code; nil when the terminal cannot show a QR code.
  private func style(of shown: ShownCode) -> QRCodeCells.Look? {
    if setup.surface.hasColors { return surface.raster == .ascii ? .blanks : .halves }
    // On a dark screen, the ink is light. An unknown background counts as dark.
    let isDark = surface.background.map { ColorMath.luminance($0) < 0.18 } ?? true
    return surface.raster == .ascii ? nil : .plainHalves(inkIsLight: isDark != shown.isTurned)
  }

  package func codeLayout(_ shown: ShownCode) -> QRCodeLayout? {
    guard let code = code(shown), let look = style(of: shown) else { return nil }
    return QRCodeLayout(code, look, in: surface.view.canvas)
  }

  func codePage(_ shown: ShownCode) -> SheetPage {
    let layout = codeLayout(shown)
    let columns = layout?.area.columns ?? surface.view.columns
    let hasRoom = layout?.picture != nil
    return SheetPage(
      title: shown.isToDraw ? "Scan to draw" : "Scan to watch",
      heading: words(shown, hasRoom).flatMap { sentence in
        chrome.wrap(sentence, max(min(columns - 4, 44), 8)).map(SheetLine.text)
      },
      rows: [
        shown.isToDraw || panel.tickets?.drawing == nil
          ? nil : SheetRow("The ticket to draw", "d", .session(.showCode(toDraw: true))),
        shown.isToDraw
          ? SheetRow("The ticket to watch", "v", .session(.showCode(toDraw: false))) : nil,
        setup.surface.hasColors || !hasRoom
          ? nil : SheetRow("Swap light and dark", "t", .session(.turnCode)),
        SheetRow("Back", "b", .show(.invite)),
      ].compactMap { $0 })
  }

  /// The lines beside the code. The command stands in a line of its own, so that it is not broken.
  private func words(_ shown: ShownCode, _ hasRoom: Bool) -> [String] {
    guard let code = code(shown) else {
      return [
        panel.tickets == nil ? "There is no ticket yet." : "The ticket is too long for a code."
      ]
    }
    guard let look = style(of: shown) else {
      return ["This terminal cannot show a code. Copy the ticket instead."]
    }
    guard hasRoom else {
      let needs = QRCodeLayout.needs(code, look).map {
        "\($0.columns)x\($0.rows + surface.view.barRows)"
      }
      return [
        "The code needs a terminal of \(needs.joined(separator: " or ")); "
          + "this one has \(surface.view.columns)x\(surface.view.rows)."
      ]
    }
    let reading = [
      "Scan it. On the other machine:", "easel \(shown.isToDraw ? "join" : "view") -",
      "Then paste.",
    ]
    return setup.surface.hasColors ? reading : reading + ["If no reader reads it, press t."]
  }
}
