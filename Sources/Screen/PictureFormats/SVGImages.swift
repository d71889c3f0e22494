import CellFrame
import EaselBase

/// Images in SVG, in tenths of units: each is a PNG file inside of the document.
enum SVGImages {
  static func element(_ image: VectorImage) -> String {
    let (corner, box) = (image.box.corner, image.box)
    func number(_ value: Double) -> Int { SVGNumber.tenths(value) }
    let place =
      "x=\"\(number(corner.x))\" y=\"\(number(corner.y))\" width=\"\(number(box.width))\" "
      + "height=\"\(number(box.height))\""
    do {
      let file = Base64.text(try PNGExporter.png(image.pixels))
      return
        "<image \(place) preserveAspectRatio=\"none\" href=\"data:image/png;base64,\(file)\"/>\n"
    } catch {
      // An image for which libpng has no memory is a grey box.
      return "<rect \(place) fill=\"#808080\"/>\n"
    }
  }
}
