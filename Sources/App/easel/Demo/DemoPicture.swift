import Foundation

/// A picture of the demo, and how the robots draw it.
struct DemoPicture {
  let title: String
  let script: (chapters: [String], beats: [DemoScript.Beat])

  private static func chapters(_ first: String, _ last: String) -> [String] {
    [
      first, "Ben joins her board, and both draw", "They point and talk",
      "Ben clears the board. Ada brings it back", last, "Now you: press S",
    ]
  }

  // MARK: A landscape

  static let landscape = DemoPicture(
    title: "postcard",
    script: (
      chapters("Ada draws mountains", "Cleo comes late, and sees all of it"),
      [
        .init(
          chapter: 0, parts: [0: [.width(2), .draw([ridge]), .width(1), .draw(snow), .share]],
          arrivals: [0, 1], rest: 400),
        .init(chapter: 1, parts: [1: [.join]], rest: 300),
        .init(
          chapter: 1,
          parts: [
            0: [.draw(trees)],
            1: [
              .shape(.oval, .init(0.70, 0.08, .sky), .init(0.835, 0.32, .sky)), .draw(rays),
            ],
          ]),
        .init(
          chapter: 2,
          parts: [
            0: [.say("a lake down here?"), .point(loop), .rest(900)],
            1: [.rest(2_600), .say("yes, and a boat"), .move(wander), .rest(900)],
          ]),
        .init(chapter: 2, parts: [1: [.draw(birds)]]),
      ] + clearing + [
        .init(
          chapter: 4,
          parts: [
            0: [.rest(2_000), .move(wander)],
            2: [.say("I draw the lake"), .draw(waves), .draw(boat)],
          ]),
        .init(chapter: 5, parts: [0: [.say("join us!"), .rest(6_000)]]),
      ]
    ))

  /// One robot clears the board, another brings the picture back, and a third one joins.
  private static let clearing: [DemoScript.Beat] = [
    .init(chapter: 3, parts: [1: [.clear, .rest(700), .say("oh no")]], rest: 1_000),
    .init(chapter: 3, parts: [0: [.restore, .rest(300), .say("here it is")]], rest: 1_400),
    .init(chapter: 4, parts: [2: [.rest(500), .join]], arrivals: [2], rest: 500),
  ]

  private static func line(_ layer: DemoPlace.Layer, _ places: (Double, Double)...) -> [DemoPlace] {
    places.map { DemoPlace($0.0, $0.1, layer) }
  }

  private static let ridge = line(
    .middle, (0.02, 0.66), (0.10, 0.49), (0.15, 0.54), (0.27, 0.23), (0.31, 0.18), (0.36, 0.27),
    (0.46, 0.50), (0.53, 0.38), (0.56, 0.36), (0.60, 0.43), (0.72, 0.66), (0.98, 0.66))

  private static let snow = [
    line(
      .middle, (0.262, 0.27), (0.282, 0.33), (0.298, 0.28), (0.316, 0.35), (0.334, 0.28),
      (0.352, 0.32), (0.364, 0.28)),
    line(.middle, (0.535, 0.40), (0.55, 0.45), (0.562, 0.41), (0.58, 0.45), (0.587, 0.41)),
  ]

  private static func tree(_ x: Double, _ foot: Double, _ height: Double) -> [DemoPlace] {
    let width = height * 0.24
    return line(
      .middle, (x, foot), (x, foot - 0.12 * height), (x - width, foot - 0.12 * height),
      (x - 0.35 * width, foot - 0.5 * height), (x - 0.7 * width, foot - 0.5 * height),
      (x, foot - height), (x + 0.7 * width, foot - 0.5 * height),
      (x + 0.35 * width, foot - 0.5 * height), (x + width, foot - 0.12 * height),
      (x, foot - 0.12 * height))
  }

  private static let trees = [
    tree(0.80, 0.66, 0.22), tree(0.87, 0.66, 0.30), tree(0.935, 0.66, 0.19),
  ]

  private static let rays = (0..<8).map { ray in
    let angle = (Double(ray) + 0.5) / 8 * 2 * .pi
    func place(_ radius: Double) -> DemoPlace {
      DemoPlace(0.7675 + radius * cos(angle), 0.20 + radius * 16 / 9 * sin(angle), .sky)
    }
    return [place(0.082), place(0.108)]
  }

  private static let birds = [(0.50, 0.12), (0.57, 0.19), (0.45, 0.21)].map { x, y in
    line(
      .sky, (x - 0.022, y - 0.02), (x - 0.010, y - 0.03), (x, y), (x + 0.010, y - 0.03),
      (x + 0.022, y - 0.02))
  }

  private static let loop = (0...40).map { step in
    let angle = Double(step) / 40 * 4 * .pi
    return DemoPlace(0.42 + 0.17 * cos(angle), 0.84 + 0.08 * sin(angle), .ground)
  }

  private static let wander = line(
    .middle, (0.60, 0.75), (0.52, 0.80), (0.44, 0.78), (0.36, 0.82), (0.44, 0.86))

  private static let waves = [
    (0.765, 0.08, 0.52), (0.80, 0.66, 0.94), (0.86, 0.16, 0.86), (0.94, 0.05, 0.62),
  ].map { height, from, to in
    (0...Int((to - from) * 60)).map { step in
      let x = from + Double(step) / 60
      return DemoPlace(x, height + 0.012 * sin(x * 22 * .pi), .ground)
    }
  }

  private static let boat = [
    line(
      .ground, (0.52, 0.82), (0.545, 0.885), (0.635, 0.885), (0.66, 0.82), (0.52, 0.82)),
    line(.ground, (0.585, 0.82), (0.585, 0.56), (0.66, 0.77), (0.585, 0.77)),
  ]

  /// The picture of each robot that comes later.
  ///
  /// - Parameter index: from 0.
  static func flower(_ index: Int) -> [[DemoPlace]] {
    let (x, y) = (0.08 + 0.07 * Double(index), 0.60)
    let petals = (0...30).map { step in
      let angle = Double(step) / 30 * 2 * .pi
      let radius = 0.017 + 0.009 * sin(5 * angle)
      return DemoPlace(x + radius * cos(angle), y + radius * 16 / 9 * sin(angle), .ground)
    }
    return [petals, line(.ground, (x, y + 0.05), (x, y + 0.16))]
  }

  // MARK: A diagram

  static let diagram = DemoPicture(
    title: "how it works",
    script: (
      chapters("Ada sketches how a request goes", "Cleo comes late, and sees all of it"),
      [
        .init(
          chapter: 0, parts: [0: box("browser", 0.05, 0.28) + [.share]], arrivals: [0, 1], rest: 400
        ),
        .init(chapter: 1, parts: [1: [.join]], rest: 300),
        .init(
          chapter: 1,
          parts: [
            0: [.shape(.arrow, .init(0.28, 0.42), .init(0.385, 0.42))],
            1: box("server", 0.39, 0.28),
          ]),
        .init(
          chapter: 1,
          parts: [
            0: [.write("GET /", at: .init(0.333, 0.36))],
            1: [.shape(.arrow, .init(0.62, 0.42), .init(0.725, 0.42))],
          ]),
        .init(
          chapter: 2,
          parts: [
            0: [.say("and here the database?"), .point(circle), .rest(800)],
            1: [.rest(2_600), .say("yes"), .move(wander), .rest(600)],
          ]),
        .init(chapter: 2, parts: [1: [.draw(cylinder), .write("data", at: .init(0.83, 0.46))]]),
      ] + clearing + [
        .init(
          chapter: 4,
          parts: [
            0: [.rest(2_000), .move(wander)],
            2: [.say("what about a cache?")] + box("cache", 0.39, 0.70)
              + [.shape(.arrow, .init(0.505, 0.58), .init(0.505, 0.69))],
          ]),
        .init(chapter: 5, parts: [0: [.say("join us!"), .rest(6_000)]]),
      ]
    ))

  private static func box(_ words: String, _ x: Double, _ y: Double) -> [DemoAction] {
    let height = y > 0.5 ? 0.22 : 0.28
    return [
      .shape(.box, .init(x, y), .init(x + 0.23, y + height)),
      .write(words, at: .init(x + 0.115, y + height / 2)),
    ]
  }

  private static let circle = (0...40).map { step in
    let angle = Double(step) / 40 * 4 * .pi
    return DemoPlace(0.83 + 0.09 * cos(angle), 0.42 + 0.16 * sin(angle))
  }

  private static func arc(_ y: Double, _ from: Double, _ to: Double) -> [DemoPlace] {
    (0...24).map { step in
      let angle = (from + (to - from) * Double(step) / 24) * 2 * .pi
      return DemoPlace(0.83 + 0.10 * cos(angle), y + 0.05 * sin(angle))
    }
  }

  private static let cylinder = [
    arc(0.30, 0, 1),
    [DemoPlace(0.73, 0.30), DemoPlace(0.73, 0.56)] + arc(0.56, 0.5, 0)
      + [DemoPlace(0.93, 0.56), DemoPlace(0.93, 0.30)],
  ]
}
