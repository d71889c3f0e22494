import BoardDocument
import BoardEvents
import BoardFiles
import BoardLog
import BoardModel
import BoardRendering
import BoardSessions
import CellFrame
import EaselBase
import FrameExport
import ScreenCommands
import WhiteboardUI

/// Exports a board as a file or as text: the page is fitted to the whole size, and a picture file is
/// cut to its ink; the text under the ink is exported cell by cell. SVG and PNG show smooth lines,
/// unless cells are asked for.
struct BoardExporter {
  let columns: Int
  let rows: Int
  let raster: Raster
  let theme: Theme
  /// Whether to show all of the board and nothing else, instead of what the size reaches: the text
  /// under the ink to its end, or in a picture file the ink with a margin.
  var showsAll = true
  /// Whether SVG and PNG show the cells of a screen, with the signs that ink consists of there.
  var showsCells = false

  /// The number of cells in the largest size that a user can ask for.
  private static let cellsMax = 1_000_000

  /// - Parameter withBars: whether to include the bars that `easel` shows around the board. Bars
  ///   consist of cells, and so does the picture then.
  /// - Returns: the picture, and notices for the user about what it leaves out.
  func bytes(
    of picture: Picture, name: SafeText, format: ExportFormat, withBars: Bool = false
  ) throws(UserError) -> (bytes: [UInt8], notices: [String]) {
    var notices = [PaperCut(of: picture).sentence].compactMap { $0 }
    func export(_ export: Export) -> ([UInt8], [String]) {
      (export.bytes, notices + export.notices)
    }
    guard !withBars else { return export(try bytes(of: whole(picture, name), format)) }
    let cellsMax = format == .png ? PNGExporter.cellsMax : Self.cellsMax
    guard showsAll, let extent = extent(of: picture, format, cellsMax) else {
      if let sentence = cutSentence(picture) { notices.insert(sentence, at: 0) }
      return export(try bytes(of: page(picture), format))
    }
    let area = extent.area
    let page = Page(
      picture: picture, columns: area.columns, rows: area.rows, viewport: extent.viewport)
    if !extent.isAll {
      notices.insert(
        "this board is larger than its picture may be: what lies beyond "
          + "\(area.columns)x\(area.rows) cells is left out.", at: 0)
    }
    return export(try bytes(of: page, format))
  }

  /// The bytes of an export, and what they do not show.
  private struct Export {
    let bytes: [UInt8]
    /// The letters that a picture shows as empty frames.
    var missing: [Glyph] = []
    /// Whether a larger page would show more words.
    var hidesWords = false

    var notices: [String] {
      var notices: [String] = []
      if hidesWords { notices.append("not all words have room in these cells. SVG shows them.") }
      if !missing.isEmpty {
        let shown = missing.prefix(5).map { "“\($0.string)”" }.joined(separator: ", ")
        let more = missing.count > 5 ? " and \((missing.count - 5).counted("other"))" : ""
        notices.append(
          "PNG has no letters for \(shown)\(more), and shows empty boxes. SVG shows them.")
      }
      return notices
    }
  }

  /// Returns a sentence about the things that the page does not show whole; nil if there are none.
  private func cutSentence(_ picture: Picture) -> String? {
    guard !showsAll, picture.paper.isEmpty else { return nil }
    let count = ExportArea.countOfCutThings(in: picture, columns: columns, rows: rows)
    guard count > 0 else { return nil }
    let shapes = count == 1 ? "1 shape lies" : "\(count) shapes lie"
    return "\(shapes) outside of this size, at least in part: without --size, all is shown."
  }

  /// Returns the area of all of a board; nil for the whole page.
  private func extent(
    of picture: Picture, _ format: ExportFormat, _ cellsMax: Int
  ) -> ExportArea? {
    if let area = ExportArea(of: picture, cellsMax: cellsMax) { return area }
    guard format == .svg || format == .png else {
      return ExportArea(
        ofPageAndInkOf: picture, columns: columns, rows: rows, cellsMax: cellsMax)
    }
    return ExportArea(ofInkOf: picture, columns: columns, rows: rows, cellsMax: cellsMax)
  }

  /// The part of a picture that an export shows.
  private struct Page {
    let picture: Picture
    let columns: Int
    let rows: Int
    var viewport: Viewport?
  }

  private func page(_ picture: Picture) -> Page {
    Page(picture: picture, columns: columns, rows: rows)
  }

  private func bytes(of page: Page, _ format: ExportFormat) throws(UserError) -> Export {
    guard !showsCells, format == .svg || format == .png else {
      let cells = cells(page)
      var export = try bytes(of: cells.frame, format)
      export.hidesWords = cells.hidesWords
      return export
    }
    let drawing = PageRenderer.vectorDrawing(
      page.picture, columns: page.columns, rows: page.rows, theme: theme, viewport: page.viewport)
    guard format == .png else {
      return Export(bytes: Array(SVGExporter.svg(drawing, theme: theme).utf8))
    }
    return Export(
      bytes: try png { () throws(PNGFailure) in try PNGExporter.png(drawing, theme: theme) },
      missing: PNGExporter.lettersWithoutPicture(in: drawing))
  }

  private func bytes(of frame: Frame, _ format: ExportFormat) throws(UserError) -> Export {
    switch format {
    case .text: Export(bytes: Array(frame.plainText.utf8))
    case .ansi: Export(bytes: Array(frame.ansi(.direct, background: theme.background).utf8))
    case .svg: Export(bytes: Array(SVGExporter.svg(frame, theme: theme).utf8))
    case .png:
      Export(
        bytes: try png { () throws(PNGFailure) in try PNGExporter.png(frame, theme: theme) },
        missing: PNGExporter.lettersWithoutPicture(in: frame))
    }
  }

  private func png(_ bytes: () throws(PNGFailure) -> [UInt8]) throws(UserError) -> [UInt8] {
    do {
      return try bytes()
    } catch {
      throw error.refusal
    }
  }

  private func cells(_ page: Page) -> (frame: Frame, hidesWords: Bool) {
    PageRenderer.cells(
      page.picture, columns: page.columns, rows: page.rows, raster: raster, theme: theme,
      viewport: page.viewport)
  }

  /// Returns the drawing for the scrollback, without the empty rows above and below it.
  func scrollback(_ picture: Picture, depth: ColorDepth) -> String {
    let frame = cells(page(picture)).frame
    let text = depth == .none ? frame.plainText : frame.ansi(depth, background: theme.background)
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    while lines.last?.isEmpty == true { lines.removeLast() }
    return lines.drop(while: \.isEmpty).map { $0 + "\n" }.joined()
  }

  /// Returns the screen that a user without a name would see.
  private func whole(_ picture: Picture, _ name: SafeText) -> Frame {
    let genesis = ReplicaGenesis(
      publicKey: Array(repeating: 0, count: ReplicaGenesis.publicKeyLength),
      nonce: Array(repeating: 0, count: ReplicaGenesis.nonceLength))
    let person = Person(
      author: genesis.author, name: SafeText("you", limit: .name), color: PaletteColor.red.color)
    let setup = Whiteboard.Setup(
      person: person, columns: columns, rows: rows,
      raster: raster, theme: theme)
    let opened = LoadedBoard(
      path: "", name: name, log: Log(), replicaGenesis: genesis, picture: picture)
    return Whiteboard(setup, on: BoardReplica(opened, author: person.author, coding: .signed)).frame
  }
}

extension PNGFailure {
  fileprivate var refusal: UserError {
    switch self {
    case .unfitSize(let columns, let rows):
      UserError(
        "a PNG of \(columns)x\(rows) cells is too large: at most \(PNGExporter.cellsMax) fit.",
        code: UserError.usage)
    case .library(let reason): UserError("libpng makes no PNG: \(UserError.shown(reason)).")
    }
  }
}
