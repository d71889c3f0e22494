import Foundation
import Combine

/// A picture that somebody has placed.
struct CanvasImage: Identifiable, Equatable {
  var id: UUID
  let location: CGPoint
  let imageData: Data
}

/// A line of one colour, as an observable object that travels whole.
final class Stroke: ObservableObject, Identifiable, Codable {
  enum Color: Int, CaseIterable, Codable {
    case red, orange, yellow, green, mint, teal, cyan, indigo, purple, pink, brown
    static var random: Color { allCases.randomElement() ?? .red }
  }

  let id: UUID
  @Published var points: [CGPoint]
  let color: Color

  init(id: UUID = UUID(), points: [CGPoint] = [], color: Color) {
    (self.id, self.color) = (id, color)
    self.points = points
  }

  enum CodingKeys: CodingKey { case id, points, color }

  required init(from decoder: Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    id = try values.decode(UUID.self, forKey: .id)
    points = try values.decode([CGPoint].self, forKey: .points)
    color = try values.decode(Color.self, forKey: .color)
  }

  func encode(to encoder: Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(id, forKey: .id)
    try values.encode(points, forKey: .points)
    try values.encode(color, forKey: .color)
  }
}
