import BoardCodec
import BoardModel

/// A program of a version that knows no images, and not the effects that resize, attach and group things.
enum OlderProgram {
  /// Returns what the program reads in an entry's payload.
  static func reading(_ payload: [UInt8]) -> OperationReading {
    let reading = OperationReading(payload)
    return reading.operation.map(knows) == false ? .unknown : reading
  }

  /// Returns whether the program can read and make an operation.
  static func knows(_ operation: BoardModel.Operation) -> Bool {
    switch operation.action {
    case .change(_, .resize), .change(_, .attach), .change(_, .setGroup), .make(.image),
      .make(.imagePiece):
      false
    default: true
    }
  }
}
