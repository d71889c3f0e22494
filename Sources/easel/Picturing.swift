import Drawing
import Log
import Rendering
import Vocabulary
import Whiteboard

/// How a board is turned into a file or into text: the page, fitted, over the whole size.
struct Picturing {
  let columns: Int
  let rows: Int
  let raster: Raster
  let theme: Theme

  /// - Parameter withBars: with what `easel` shows around it.
  func bytes(
    of picture: Picture, name: SafeText, format: ExportFormat, withBars: Bool = false
  ) throws(Refusal) -> [UInt8] {
    let frame = withBars ? whole(picture, name) : page(picture)
    switch format {
    case .text: return Array(frame.plainText.utf8)
    case .ansi: return Array(frame.ansi(.direct, background: theme.background).utf8)
    case .svg: return Array(SVGExporter.svg(frame, theme: theme).utf8)
    case .png:
      do {
        return try PNGExporter.png(frame, theme: theme)
      } catch {
        throw Refusal("this size makes no PNG: \(error).")
      }
    }
  }

  /// The drawing for the scrollback, without the empty rows above and below it.
  func scrollback(_ picture: Picture, depth: ColorDepth) -> String {
    let frame = page(picture)
    let text = depth == .none ? frame.plainText : frame.ansi(depth, background: theme.background)
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    while lines.last?.isEmpty == true { lines.removeLast() }
    return lines.drop(while: \.isEmpty).map { $0 + "\n" }.joined()
  }

  private func page(_ picture: Picture) -> Frame {
    PageRenderer.render(picture, columns: columns, rows: rows, raster: raster, theme: theme)
  }

  /// The screen that somebody without a name would see.
  private func whole(_ picture: Picture, _ name: SafeText) -> Frame {
    let birth = Birth(
      publicKey: Array(repeating: 0, count: Birth.publicKeyLength),
      nonce: Array(repeating: 0, count: Birth.nonceLength))
    let person = Whiteboard.Person(
      author: birth.author, name: SafeText("you", limit: .name), color: PaletteColor.red.color)
    let setup = Whiteboard.Setup(
      person: person, encode: { _ in [] }, columns: columns, rows: rows,
      raster: raster, theme: theme)
    let board = OpenedBoard(path: "", name: name, log: Log(), birth: birth, picture: picture)
    return Whiteboard(setup, board: board).frame
  }
}
