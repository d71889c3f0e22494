import Foundation

/// A picture of the demo, and how the robots draw it. Its lines are those of an ordinary script.
struct DemoPicture {
  let title: String
  let script: (chapters: [String], beats: [DemoScript.Beat])

  private static func chapters(_ first: String, _ last: String) -> [String] {
    [
      first, "Ben joins her board, and both draw", "They point and talk",
      "Ben clears the board. Ada brings it back", last, "Now you: press S",
    ]
  }

  /// Returns the line of a script that draws a stroke through places of the page.
  private static func stroke(_ points: [(Double, Double)]) -> String {
    "stroke " + points.map { String(format: "%.4f,%.4f", $0.0, $0.1) }.joined(separator: " ")
  }

  /// Returns places on an ellipse; the angles are parts of a whole turn.
  private static func arc(
    _ x: Double, _ y: Double, _ width: Double, _ height: Double, from: Double = 0, to: Double = 1,
    steps: Int
  ) -> [(Double, Double)] {
    (0...steps).map { step in
      let angle = (from + (to - from) * Double(step) / Double(steps)) * 2 * .pi
      return (x + width * cos(angle), y + height * sin(angle))
    }
  }

  /// One robot clears the board, another brings the picture back, and a third one joins.
  private static let clearing: [DemoScript.Beat] = [
    .init(chapter: 3, parts: [1: [.clear, .rest(700), .say("oh no")]], rest: 1_000),
    .init(chapter: 3, parts: [0: [.restore, .rest(300), .say("here it is")]], rest: 1_400),
    .init(chapter: 4, parts: [2: [.rest(500), .join]], arrivals: [2], rest: 500),
  ]

  private static let wander = "stroke 0.60,0.75 0.52,0.80 0.44,0.78 0.36,0.82 0.44,0.86"

  // MARK: A landscape

  static func landscape() throws -> DemoPicture {
    DemoPicture(
      title: "postcard",
      script: (
        chapters("Ada draws mountains", "Cleo comes late, and sees all of it"),
        [
          .init(
            chapter: 0,
            parts: [0: [.width(2), try .draw(ridge), .width(1), try .draw(snow), .share]],
            arrivals: [0, 1], rest: 400),
          .init(chapter: 1, parts: [1: [.join]], rest: 300),
          .init(
            chapter: 1,
            parts: [
              0: [try .draw(trees)],
              1: [try .draw("ellipse 0.70,0.08 0.835,0.32", .sky), try .draw(rays, .sky)],
            ]),
          .init(
            chapter: 2,
            parts: [
              0: [.say("a lake down here?"), try .point(lake, .ground), .rest(900)],
              1: [.rest(2_600), .say("yes, and a boat"), try .move(wander), .rest(900)],
            ]),
          .init(chapter: 2, parts: [1: [try .draw(birds, .sky)]]),
        ] + clearing + [
          .init(
            chapter: 4,
            parts: [
              0: [.rest(2_000), try .move(wander)],
              2: [.say("I draw the lake"), try .draw(waves, .ground), try .draw(boat, .ground)],
            ]),
          .init(chapter: 5, parts: [0: [.say("join us!"), .rest(6_000)]]),
        ]
      ))
  }

  private static let ridge = """
    stroke 0.02,0.66 0.10,0.49 0.15,0.54 0.27,0.23 0.31,0.18 0.36,0.27 0.46,0.50 0.53,0.38 \
    0.56,0.36 0.60,0.43 0.72,0.66 0.98,0.66
    """

  private static let snow = """
    stroke 0.262,0.27 0.282,0.33 0.298,0.28 0.316,0.35 0.334,0.28 0.352,0.32 0.364,0.28
    stroke 0.535,0.40 0.55,0.45 0.562,0.41 0.58,0.45 0.587,0.41
    """

  private static func tree(_ x: Double, _ foot: Double, _ height: Double) -> String {
    let width = height * 0.24
    return stroke([
      (x, foot), (x, foot - 0.12 * height), (x - width, foot - 0.12 * height),
      (x - 0.35 * width, foot - 0.5 * height), (x - 0.7 * width, foot - 0.5 * height),
      (x, foot - height), (x + 0.7 * width, foot - 0.5 * height),
      (x + 0.35 * width, foot - 0.5 * height), (x + width, foot - 0.12 * height),
      (x, foot - 0.12 * height),
    ])
  }

  private static let trees = [
    tree(0.80, 0.66, 0.22), tree(0.87, 0.66, 0.30), tree(0.935, 0.66, 0.19),
  ].joined(separator: "\n")

  private static let rays = (0..<8).map { ray in
    let angle = (Double(ray) + 0.5) / 8 * 2 * .pi
    return stroke(
      [0.082, 0.108].map { (0.7675 + $0 * cos(angle), 0.20 + $0 * 16 / 9 * sin(angle)) })
  }.joined(separator: "\n")

  private static let birds = [(0.50, 0.12), (0.57, 0.19), (0.45, 0.21)].map { x, y in
    stroke([
      (x - 0.022, y - 0.02), (x - 0.010, y - 0.03), (x, y), (x + 0.010, y - 0.03),
      (x + 0.022, y - 0.02),
    ])
  }.joined(separator: "\n")

  private static let lake = stroke(arc(0.42, 0.84, 0.17, 0.08, to: 2, steps: 40))

  private static let waves = [
    (0.765, 0.08, 0.52), (0.80, 0.66, 0.94), (0.86, 0.16, 0.86), (0.94, 0.05, 0.62),
  ].map { height, from, to in
    stroke(
      (0...Int((to - from) * 60)).map { step in
        let x = from + Double(step) / 60
        return (x, height + 0.012 * sin(x * 22 * .pi))
      })
  }.joined(separator: "\n")

  private static let boat = """
    stroke 0.52,0.82 0.545,0.885 0.635,0.885 0.66,0.82 0.52,0.82
    stroke 0.585,0.82 0.585,0.56 0.66,0.77 0.585,0.77
    """

  /// The picture of each robot that comes later.
  ///
  /// - Parameter index: from 0.
  static func flower(_ index: Int) -> String {
    let (x, y) = (0.08 + 0.07 * Double(index), 0.60)
    let petals = (0...30).map { step in
      let angle = Double(step) / 30 * 2 * .pi
      let radius = 0.017 + 0.009 * sin(5 * angle)
      return (x + radius * cos(angle), y + radius * 16 / 9 * sin(angle))
    }
    return [stroke(petals), stroke([(x, y + 0.05), (x, y + 0.16)])].joined(separator: "\n")
  }

  // MARK: A diagram

  static func diagram() throws -> DemoPicture {
    DemoPicture(
      title: "how it works",
      script: (
        chapters("Ada sketches how a request goes", "Cleo comes late, and sees all of it"),
        [
          .init(
            chapter: 0, parts: [0: [try .draw(labelledBox("browser", 0.05, 0.28)), .share]],
            arrivals: [0, 1], rest: 400),
          .init(chapter: 1, parts: [1: [.join]], rest: 300),
          .init(
            chapter: 1,
            parts: [
              0: [try .draw("arrow 0.28,0.42 0.385,0.42")],
              1: [try .draw(labelledBox("server", 0.39, 0.28))],
            ]),
          .init(
            chapter: 1,
            parts: [
              0: [try .draw(text("GET /", 0.333, 0.36))],
              1: [try .draw("arrow 0.62,0.42 0.725,0.42")],
            ]),
          .init(
            chapter: 2,
            parts: [
              0: [.say("and here the database?"), try .point(circle), .rest(800)],
              1: [.rest(2_600), .say("yes"), try .move(wander), .rest(600)],
            ]),
          .init(chapter: 2, parts: [1: [try .draw(cylinder + "\n" + text("data", 0.83, 0.46))]]),
        ] + clearing + [
          .init(
            chapter: 4,
            parts: [
              0: [.rest(2_000), try .move(wander)],
              2: [
                .say("what about a cache?"),
                try .draw(labelledBox("cache", 0.39, 0.70) + "\narrow 0.505,0.58 0.505,0.69"),
              ],
            ]),
          .init(chapter: 5, parts: [0: [.say("join us!"), .rest(6_000)]]),
        ]
      ))
  }

  private static func labelledBox(_ words: String, _ x: Double, _ y: Double) -> String {
    let height = y > 0.5 ? 0.22 : 0.28
    return String(format: "rect %.4f,%.4f %.4f,%.4f\n", x, y, x + 0.23, y + height)
      + text(words, x + 0.115, y + height / 2)
  }

  /// Returns the line of a script that writes words round a place.
  private static func text(_ words: String, _ x: Double, _ y: Double) -> String {
    let (columnWidth, rowHeight) = (0.0125, 0.04444)
    return String(
      format: "text %.4f,%.4f \"%@\"", x - Double(words.count) * columnWidth / 2, y - rowHeight / 2,
      words)
  }

  private static let circle = stroke(arc(0.83, 0.42, 0.09, 0.16, to: 2, steps: 40))

  private static let cylinder = [
    stroke(arc(0.83, 0.30, 0.10, 0.05, steps: 24)),
    stroke(
      [(0.73, 0.30), (0.73, 0.56)] + arc(0.83, 0.56, 0.10, 0.05, from: 0.5, to: 0, steps: 24)
        + [(0.93, 0.56), (0.93, 0.30)]),
  ].joined(separator: "\n")
}
