import CellFrame

/// A vector drawing that changes with time. All times are in milliseconds from its beginning.
package struct AnimatedDrawing: Sendable {
  /// The size in cells.
  package let columns: Int
  package let rows: Int
  /// The length, without the pause before it begins again.
  package let duration: Int64
  /// The text papers one after the other.
  package var papers: [Paper] = []
  /// Images, bottom to top. They lie under all ink.
  package var images: [Mark] = []
  /// Translucent ink, bottom to top. It lies under the letters of the paper.
  package var washes: [Mark] = []
  /// Opaque ink and then the labels, bottom to top.
  package var marks: [Mark] = []

  package init(columns: Int, rows: Int, duration: Int64) {
    (self.columns, self.rows, self.duration) = (columns, rows, duration)
  }

  /// The cells of the paper from a time on.
  package struct Paper: Sendable {
    package let cells: Frame
    package let begins: Int64
    /// Nil if the paper stays.
    package var ends: Int64?

    package init(_ cells: Frame, begins: Int64) { (self.cells, self.begins) = (cells, begins) }
  }

  /// One thing, from the time at which it begins to look like this.
  package struct Mark: Sendable {
    /// The shapes and the lines of text, bottom to top.
    package let parts: [VectorDrawing.Mark]
    package let begins: Int64
    /// The time at which the thing is complete. Until then its lines are drawn from their beginning,
    /// and fills and letters fade in.
    package let isComplete: Int64
    /// The moves, in order.
    package var slides: [Slide] = []
    /// Nil if the thing stays as it is.
    package var end: End?

    package init(_ parts: [VectorDrawing.Mark], begins: Int64, isComplete: Int64) {
      (self.parts, self.begins, self.isComplete) = (parts, begins, max(isComplete, begins))
    }
  }

  /// The end of a mark.
  package struct End: Sendable {
    package let at: Int64
    /// Whether the mark fades. A mark that does not fade gives way to a copy.
    package let fades: Bool

    package init(at: Int64, fades: Bool) { (self.at, self.fades) = (at, fades) }
  }

  /// A move or a change of size.
  package struct Slide: Sendable {
    package let begins: Int64
    package let ends: Int64
    /// From the mark as it began to the mark after the slide.
    package let motion: VectorMotion

    package init(begins: Int64, ends: Int64, motion: VectorMotion) {
      (self.begins, self.ends, self.motion) = (begins, ends, motion)
    }
  }
}
