import Foundation
import GroupActivities

struct DrawTogether: GroupActivity {
  var metadata: GroupActivityMetadata {
    var metadata = GroupActivityMetadata()
    metadata.title = NSLocalizedString("Draw Together", comment: "What people do together")
    metadata.type = .generic
    return metadata
  }
}

/// One more point of a stroke.
struct UpsertStrokeMessage: Codable {
  let id: UUID
  let color: Stroke.Color
  let point: CGPoint
}

/// A stroke as it is in the end, over the messenger that may lose what came before.
struct FinishStrokeMessage: Codable {
  let id: UUID
  let color: Stroke.Color
  let points: [CGPoint]
}

/// The place of a picture, which everybody has before the picture.
struct ImageMetadataMessage: Codable {
  let location: CGPoint
}

/// The whole picture, for a newcomer.
struct CanvasMessage: Codable {
  let strokes: [Stroke]
  let pointCount: Int
}
