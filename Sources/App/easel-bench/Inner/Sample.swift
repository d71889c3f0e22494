import BoardModel
import BoardRendering
import EaselBase

/// Boards for measurements. They hold a workload's strokes, drawn by eight people.
enum BenchmarkBoards {
  static let replicas = (0..<8).map { ReplicaID(Bytes16(high: 1, low: UInt64($0))) }

  static func operations(of strokes: [[BoardPoint]], _ workload: Workload) -> [Operation] {
    strokes.enumerated().compactMap { operation(of: $1, workload, color: $0) }
  }

  private static func operation(
    of points: [BoardPoint], _ workload: Workload, color: Int
  ) -> Operation? {
    guard let packed = PackedPoints(points, stepExponent: workload.stepExponent) else {
      return nil
    }
    let colors = PaletteColor.allCases
    let ink = Ink(color: colors[color % colors.count].color, width: 1)
    return Operation(.make(.stroke(Stroke(kind: .pen, ink: ink, points: packed))))
  }

  /// Returns the stamp of a stroke: the eight people take turns, one stroke each.
  static func stamp(_ index: Int) -> Stamp {
    let replica = replicas[index % replicas.count]
    let number = SequenceNumber(UInt64(index / replicas.count + 1))
    return Stamp(
      id: EntryID(replica, number), author: AuthorID(replica.raw),
      lamport: Lamport(UInt64(index + 1)), at: 0, lasted: 400)
  }

  static func picture(of workload: Workload, strokes: Int) -> Picture {
    var picture = Picture()
    var index = 0
    workload.each(strokes) { points in
      if let operation = operation(of: points, workload, color: index) {
        _ = picture.apply(operation, stamp(index))
      }
      index += 1
    }
    return picture
  }

  /// Returns a canvas of 200×60 cells that shows the whole square of the workloads.
  static func canvas(_ raster: Raster = .braille) -> Canvas {
    let viewport = Viewport(left: 0, top: 0, columnWidth: 65_536 / 200, rowHeight: 65_536 / 60)
    return Canvas(
      columns: 200, rows: 60, viewport: viewport, raster: raster, theme: .terminal)
  }
}
