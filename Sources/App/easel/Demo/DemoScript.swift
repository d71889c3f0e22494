/// The play of the demo: a picture that the robots draw together, in chapters.
struct DemoScript: Hashable {
  /// What the robots do at the same time. The next beat begins when all of them have finished.
  struct Beat: Hashable {
    /// The number of the chapter.
    var chapter: Int
    /// The actions of each robot, by its number.
    var parts: [Int: [DemoAction]]
    /// The robots that come into the call with this beat.
    var arrivals: Set<Int> = []
    /// Milliseconds after the beat.
    var rest: Int64 = 700
  }

  /// A short sentence about each chapter.
  let chapters: [String]
  let beats: [Beat]
  /// The name of the board.
  let title: String

  static let names = ["Ada", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gwen"]

  /// - Parameters:
  ///   - number: the number of the play. Two plays take turns.
  ///   - robots: how many robots there are, at least one.
  static func number(_ number: Int, robots: Int) -> DemoScript {
    let picture = number % 2 == 0 ? DemoPicture.landscape : DemoPicture.diagram
    let all = picture.script
    let beats = all.beats.map { beat in
      var beat = beat
      beat.parts = beat.parts.filter { $0.key < robots }
      beat.arrivals = beat.arrivals.filter { $0 < robots }
      return beat
    }.filter { !$0.parts.isEmpty }
    let more = (3..<max(robots, 3)).map { robot in
      Beat(
        chapter: all.chapters.count - 2,
        parts: [robot: [.join, .say("hello"), .draw(DemoPicture.flower(robot - 3))]],
        arrivals: [robot])
    }
    let last = beats.last.map { [$0] } ?? []
    return DemoScript(
      chapters: all.chapters, beats: beats.dropLast() + more + last, title: picture.title)
  }
}
