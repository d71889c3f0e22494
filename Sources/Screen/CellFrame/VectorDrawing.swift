/// A picture as shapes and texts, which stay smooth at any size.
///
/// Paths and lengths are in units: a column is ``columnWidth`` units wide, a row ``rowHeight`` units
/// high. The upper left corner is at 0, 0, and y grows downwards. Shapes may reach beyond the edges
/// of the drawing, which cut them off.
public struct VectorDrawing: Hashable, Sendable {
  /// The width of a column, in units.
  public static let columnWidth = 20.0
  /// The height of a row, in units.
  public static let rowHeight = 40.0

  /// The width in columns.
  public let columns: Int
  /// The height in rows.
  public let rows: Int
  /// The cells under the ink. A drawing without text paper has none.
  public var paper: Frame
  /// The images, bottom to top. They lie over the backgrounds of the paper's cells and under all ink.
  public var images: [VectorImage]
  /// Translucent ink, bottom to top. It lies over the backgrounds of the paper's cells and under all
  /// letters and opaque ink, so that these stay readable.
  public var washes: [VectorShape]
  /// The opaque ink and the labels, bottom to top.
  public var marks: [Mark]

  /// A shape, one line of text, or, in a drawing that changes with time, an image.
  public enum Mark: Hashable, Sendable {
    case shape(VectorShape)
    case text(VectorText)
    case image(VectorImage)
  }

  /// Creates a drawing, which is empty by default. A size is limited to 0 … ``Frame/sizeMax``.
  public init(
    columns: Int, rows: Int, paper: Frame = Frame(columns: 0, rows: 0),
    images: [VectorImage] = [], washes: [VectorShape] = [], marks: [Mark] = []
  ) {
    self.columns = min(max(columns, 0), Frame.sizeMax)
    self.rows = min(max(rows, 0), Frame.sizeMax)
    self.paper = paper
    self.images = images
    self.washes = washes
    self.marks = marks
  }
}

/// A place in a vector drawing, in the drawing's units.
public struct VectorPoint: Hashable, Sendable {
  /// The distance to the right of the drawing's left edge.
  public var x: Double
  /// The distance below the drawing's upper edge.
  public var y: Double

  /// Creates a place, which may lie beyond the edges.
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }
}

/// The box of a rectangle or an ellipse, in a drawing's units.
public struct VectorRect: Hashable, Sendable {
  /// The upper left corner.
  public var corner: VectorPoint
  /// The width, at least 0.
  public var width: Double
  /// The height, at least 0.
  public var height: Double

  /// Creates the box with these two opposite corners, in any order.
  public init(_ a: VectorPoint, _ b: VectorPoint) {
    corner = VectorPoint(x: min(a.x, b.x), y: min(a.y, b.y))
    (width, height) = (abs(b.x - a.x), abs(b.y - a.y))
  }
}

/// Lines and curves from place to place. A path with one place is a dot.
public struct VectorPath: Hashable, Sendable {
  /// One step of a path.
  public enum Step: Hashable, Sendable {
    /// Begins another line.
    case move(VectorPoint)
    case line(VectorPoint)
    /// A cubic Bézier curve: its two control points, then its end.
    case curve(VectorPoint, VectorPoint, VectorPoint)
    /// A straight line back to the place of the last `move`.
    case close
  }

  /// The steps in order; the first is a `move`.
  public var steps: [Step]

  /// Creates a path from its steps.
  public init(_ steps: [Step] = []) { self.steps = steps }

  /// Creates a path of straight lines through these places.
  public init(through points: [VectorPoint], isClosed: Bool = false) {
    steps = points.enumerated().map { $0.offset == 0 ? .move($0.element) : .line($0.element) }
    if isClosed, !steps.isEmpty { steps.append(.close) }
  }
}

/// A shape in one colour.
public struct VectorShape: Hashable, Sendable {
  /// The geometry of a shape.
  public enum Form: Hashable, Sendable {
    /// Lines with round ends and round corners.
    case path(VectorPath)
    /// A smooth line with round ends through these places. One place is a dot.
    case curve(through: [VectorPoint])
    /// A rectangle with sharp corners.
    case rectangle(VectorRect)
    case ellipse(VectorRect)
  }

  /// The geometry of the shape.
  public var form: Form
  /// The colour, `0xRRGGBB`.
  public var color: UInt32
  /// The opacity of the whole shape, 0 … 255; 255 is opaque.
  public var alpha: UInt8
  /// The width of the line along the form, in the drawing's units; 0 means no line.
  public var lineWidth: Double
  /// Whether the inside is filled, by the even–odd rule.
  public var isFilled: Bool

  /// Creates a shape; by default an opaque line.
  public init(
    _ form: Form, color: UInt32, alpha: UInt8 = 255, lineWidth: Double, isFilled: Bool = false
  ) {
    self.form = form
    self.color = color
    self.alpha = alpha
    self.lineWidth = lineWidth
    self.isFilled = isFilled
  }
}

/// One line of text, in cells of a size of its own.
public struct VectorText: Hashable, Sendable {
  /// The upper left corner of the first cell.
  public var corner: VectorPoint
  /// The width of a cell, in the drawing's units. A wide letter needs two cells.
  public var columnWidth: Double
  /// The height of a cell, in the drawing's units.
  public var rowHeight: Double
  /// The letters.
  public var line: GlyphLine
  /// The colour of the letters, `0xRRGGBB`.
  public var color: UInt32
  /// The colour of the fill under the letters, `0xRRGGBB`; nil for the drawing's background. The
  /// edge of the letters has this colour.
  public var ground: UInt32?

  /// Creates a line of text; the sizes are in the drawing's units.
  public init(
    _ line: GlyphLine, corner: VectorPoint, columnWidth: Double, rowHeight: Double, color: UInt32,
    ground: UInt32? = nil
  ) {
    self.line = line
    self.corner = corner
    self.columnWidth = columnWidth
    self.rowHeight = rowHeight
    self.color = color
    self.ground = ground
  }

  /// The size of the letters, compared with those of a cell of the drawing. A letter fills its cell
  /// in the narrower direction.
  public var scale: Double {
    min(columnWidth / VectorDrawing.columnWidth, rowHeight / VectorDrawing.rowHeight)
  }
}
