import BoardModel
import BoardRendering
import CellFrame
import EaselBase

/// Draws single things of a picture, each as the shapes or the lines of text that a drawing of the whole
/// picture has for it.
struct ThingPainter {
  private let picture: Picture
  private let view: FilmAnimator.DrawingView
  /// The part of the board that the drawing shows.
  private let area: BoardRect

  /// One thing in a drawing.
  struct Painted {
    let id: EntryID
    let kind: Kind
    /// Whether the drawing shows a part of the thing.
    let isInside: Bool
    /// The shapes or the lines of text, bottom to top.
    let parts: [VectorDrawing.Mark]

    /// How much of the budget of a drawing a further mark of the thing takes: more for a long line.
    var weightOfCopy: Int {
      parts.reduce(1) { weight, part in
        switch part {
        case .text(let text): return weight + text.line.glyphs.count / 16
        case .image(let image): return weight + image.pixels.pixels.count / 1_024
        case .shape(let shape):
          switch shape.form {
          case .rectangle, .ellipse: return weight
          case .path(let path): return weight + path.steps.count / 16
          case .curve(let places): return weight + places.count / 16
          }
        }
      }
    }
  }

  /// The kinds of things that a drawing shows at different heights.
  enum Kind {
    /// An image, below all ink.
    case image
    /// Translucent ink, below all else.
    case wash
    /// A thin line at the place where it was drawn. A region may lie under it.
    case line
    /// A region at the place where it was drawn.
    case region
    case ink
    case text
  }

  init(_ picture: Picture, _ view: FilmAnimator.DrawingView) {
    (self.picture, self.view) = (picture, view)
    area = PageRenderer.visibleArea(view.area.columns, view.area.rows, view.area.viewport)
  }

  /// Returns one thing. The colour of letters depends on the fills under them.
  func paint(_ thing: BoardItem) -> Painted {
    var painter = VectorPainter(viewport: view.area.viewport, theme: view.theme)
    if thing.item.isText {
      for other in picture.things(in: thing.bounds) where !other.item.isText {
        _ = paint(other, with: &painter)
      }
    }
    return paint(thing, with: &painter)
  }

  /// Returns the things of an area, bottom to top; nil is the whole board. Texts lie above all ink.
  func paintAll(in area: BoardRect?) -> [Painted] {
    var painter = VectorPainter(viewport: view.area.viewport, theme: view.theme)
    let things = area.map { picture.things(in: $0) } ?? picture.things
    return things.filter { !$0.isSelectable }.map { paint($0, with: &painter) }
      + things.filter { $0.isSelectable && !$0.item.isText }.map { paint($0, with: &painter) }
      + things.filter(\.item.isText).map { paint($0, with: &painter) }
  }

  private func paint(_ thing: BoardItem, with painter: inout VectorPainter) -> Painted {
    var drawing = VectorDrawing(columns: 0, rows: 0)
    painter.paint(thing, on: &drawing)
    painter.finish(&drawing)
    let isWash = !drawing.washes.isEmpty
    return Painted(
      id: thing.id, kind: isWash ? .wash : kind(of: thing),
      isInside: thing.bounds.intersects(area),
      parts: isWash
        ? drawing.washes.map { .shape($0) } : drawing.images.map { .image($0) } + drawing.marks)
  }

  private func kind(of thing: BoardItem) -> Kind {
    guard let stroke = thing.item.asStroke else { return thing.item.isText ? .text : .image }
    guard thing.offset == .zero, thing.scaling == .identity else { return .ink }
    if stroke.kind == .region { return .region }
    return stroke.kind == .arrow || stroke.filled ? .ink : .line
  }
}
