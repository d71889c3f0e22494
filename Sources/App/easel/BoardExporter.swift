import BoardContract
import BoardDocument
import BoardFiles
import BoardLog
import BoardModel
import BoardRendering
import BoardSessions
import CellFrame
import EaselBase
import PictureFormats
import ScreenContract
import WhiteboardUI

/// Exports a board as a file or as text. SVG and PNG show smooth lines, unless cells are asked for.
struct BoardExporter {
  let size: ExportSize
  let raster: Raster
  let theme: Theme
  /// Whether SVG and PNG show the cells of a screen, with the signs that ink consists of there.
  var showsCells = false
  /// Whether to include the bars that `easel` shows around a board of this size. Bars consist of cells,
  /// and so does the picture then.
  var showsBars = false
  /// The letters of a PNG.
  var font = LetterFont.easel

  /// - Parameter cell: the cell of the board.
  /// - Returns: the picture, and notices for the user about what it leaves out.
  func bytes(
    of picture: Picture, name: SafeText, cell: BoardCell, format: ExportFormat
  ) throws(UserError) -> (bytes: [UInt8], notices: [String]) {
    var notices = [PaperCut(of: picture).sentence].compactMap { $0 }
    func export(_ export: Export) -> ([UInt8], [String]) {
      (export.bytes, notices + export.notices)
    }
    guard !showsBars else { return export(try bytes(of: screen(picture, name), format)) }
    let isPicture = format == .svg || format == .png
    let area = ExportArea(
      of: picture, size, cell: cell, hasMargin: isPicture,
      cellsMax: format == .png ? PNGExporter.cellsMax : Self.cellsMax)
    if let sentence = area.sentence(about: picture) { notices.insert(sentence, at: 0) }
    return export(try bytes(of: picture, area, format))
  }

  /// The number of cells in the largest size that a user can ask for.
  private static let cellsMax = 1_000_000

  /// The bytes of an export, and what they do not show.
  private struct Export {
    let bytes: [UInt8]
    /// The letters that a picture shows as boxes with their numbers.
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
          "PNG has no letters for \(shown)\(more), and shows boxes with their numbers. SVG shows them."
        )
      }
      return notices
    }
  }

  private func bytes(
    of picture: Picture, _ area: ExportArea, _ format: ExportFormat
  ) throws(UserError) -> Export {
    guard !showsCells, format == .svg || format == .png else {
      let cells = cells(of: picture, area)
      var export = try bytes(of: cells.frame, format)
      export.hidesWords = cells.hidesWords
      return export
    }
    let drawing = PageRenderer.vectorDrawing(
      picture, columns: area.columns, rows: area.rows, theme: theme, viewport: area.viewport)
    guard format == .png else {
      var bytes: [UInt8] = []
      SVGExporter.write(drawing, theme: theme) { bytes += $0.utf8 }
      return Export(bytes: bytes)
    }
    return try png(PNGExporter.lettersWithoutPicture(in: drawing)) { outlines throws(PNGFailure) in
      try PNGExporter.png(drawing, theme: theme, outlines: outlines)
    }
  }

  private func bytes(of frame: Frame, _ format: ExportFormat) throws(UserError) -> Export {
    switch format {
    case .text: Export(bytes: Array(frame.plainText.utf8))
    case .ansi: Export(bytes: Array(frame.ansi(.direct, background: theme.background).utf8))
    case .svg: Export(bytes: Array(SVGExporter.svg(frame, theme: theme).utf8))
    case .png:
      try png(PNGExporter.lettersWithoutPicture(in: frame)) { outlines throws(PNGFailure) in
        try PNGExporter.png(frame, theme: theme, outlines: outlines)
      }
    }
  }

  /// - Parameter missing: the letters that Easel's font lacks.
  private func png(
    _ missing: [Glyph], _ bytes: ([Glyph: VectorPath]) throws(PNGFailure) -> [UInt8]
  ) throws(UserError) -> Export {
    let outlines = try font.outlines(of: missing)
    do throws(PNGFailure) {
      return Export(bytes: try bytes(outlines), missing: missing.filter { outlines[$0] == nil })
    } catch {
      throw error.refusal
    }
  }

  private func cells(
    of picture: Picture, _ area: ExportArea
  ) -> (frame: Frame, hidesWords: Bool) {
    PageRenderer.cells(
      picture, columns: area.columns, rows: area.rows, raster: raster, theme: theme,
      viewport: area.viewport)
  }

  /// Returns the drawing for the scrollback, without the empty rows above and below it.
  func scrollback(_ picture: Picture, cell: BoardCell, depth: ColorDepth) -> String {
    let frame = cells(of: picture, ExportArea(of: picture, size, cell: cell)).frame
    let text = depth == .none ? frame.plainText : frame.ansi(depth, background: theme.background)
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    while lines.last?.isEmpty == true { lines.removeLast() }
    return lines.drop(while: \.isEmpty).map { $0 + "\n" }.joined()
  }

  /// Returns the screen that a user without a name would see.
  private func screen(_ picture: Picture, _ name: SafeText) -> Frame {
    let (columns, rows) = size.cells
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

extension ExportSize {
  /// The size of the screen whose bars an export shows.
  fileprivate var cells: (columns: Int, rows: Int) {
    switch self {
    case .all: (80, 24)
    case .corner(let columns, let rows), .page(let columns, let rows): (columns, rows)
    }
  }
}

extension ExportArea {
  /// Returns a sentence about what an export does not show, or shows smaller; nil if all is there.
  func sentence(about picture: Picture) -> String? {
    if let whole {
      guard picture.paper.isEmpty else {
        return "this board is larger than its picture may be: what lies beyond "
          + "\(columns)x\(rows) cells is left out."
      }
      let size = "\(whole.columns)x\(whole.rows)"
      return "this drawing needs \(size) cells and is made smaller. --size \(size) shows it whole."
    }
    guard picture.paper.isEmpty else { return nil }
    let count = countOfCutThings(in: picture)
    guard count > 0 else { return nil }
    let shapes = count == 1 ? "1 shape lies" : "\(count) shapes lie"
    return "\(shapes) outside of this size, at least in part: without --size, all is shown."
  }
}
