import CellFrame
import EaselBase

/// The commands of kitty's graphics protocol that Easel writes. The terminal answers only to errors.
///
/// See <https://sw.kovidgoyal.net/kitty/graphics-protocol/>.
enum GraphicsCommand {
  private static let escape = "\u{1B}"

  /// The number of the image in the question. The images of tiles have larger numbers.
  static let firstImage = 1
  /// The sequence with which ncurses clears the screen. kitty then forgets all images.
  static let clear = Array("\(escape)[2J".utf8)
  static let beginUpdate = "\(escape)[?2026h"
  static let endUpdate = "\(escape)[?2026l"
  static let saveCursor = "\(escape)7"
  static let restoreCursor = "\(escape)8"

  /// Ends an image of which a killed program has sent only a part. Otherwise the next command would be
  /// read as a further part.
  static let endOfImage = "\(escape)_Gm=0,q=2;\(escape)\\"
  /// Deletes all images and their pixels.
  static let deleteAll = "\(escape)_Ga=d,d=A,q=2\(escape)\\"
  /// Ends an image of which only a part was sent, and removes all images.
  static let reset = endOfImage + deleteAll + endUpdate

  /// Asks whether the terminal shows images (it then answers with OK), and whether it knows synchronised
  /// updates. The attributes come last.
  static let questions =
    endOfImage
    + "\(escape)_Gi=\(firstImage),s=1,v=1,a=q,t=d,f=24;AAAA\(escape)\\\(escape)[?2026$p\(escape)[c"

  /// The most bytes of base 64 in a part of an image.
  private static let partMax = 4_096

  /// Sends the pixels of a PNG file.
  static func transmit(_ png: [UInt8], as image: Int) -> String {
    let text = Array(Base64.text(png).utf8)
    var commands = ""
    for start in stride(from: 0, to: text.count, by: partMax) {
      let end = min(start + partMax, text.count)
      let more = end < text.count ? 1 : 0
      let keys = start == 0 ? "a=t,f=100,i=\(image),q=1,m=\(more)" : "q=1,m=\(more)"
      commands +=
        "\(escape)_G\(keys);\(String(decoding: text[start..<end], as: UTF8.self))\(escape)\\"
    }
    return commands
  }

  /// Shows an image over a block of cells, above the glyphs. The cursor stays at the block's corner.
  static func place(_ image: Int, over block: CellRect) -> String {
    "\(escape)[\(block.row + 1);\(block.column + 1)H"
      + "\(escape)_Ga=p,i=\(image),p=\(placement(at: block.column, block.row)),c=\(block.columns),"
      + "r=\(block.rows),z=1,C=1,q=1\(escape)\\"
  }

  /// Removes an image from one place, and keeps its pixels.
  static func remove(_ image: Int, at corner: CellPoint) -> String {
    "\(escape)_Ga=d,d=i,i=\(image),p=\(placement(at: corner.column, corner.row)),q=1\(escape)\\"
  }

  /// The number of a place. It is never 0, which means all places.
  private static func placement(at column: Int, _ row: Int) -> Int {
    row * (Frame.sizeMax + 1) + column + 1
  }
}
