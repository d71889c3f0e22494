/// The script of the demo: a picture that the robots draw together, in chapters.
struct DemoScript: Hashable {
  /// The actions that robots take at the same time. The next beat begins when all of them have
  /// finished.
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
  ///   - number: the number of the script. Two scripts take turns.
  ///   - robots: how many robots there are, at least two.
  /// - Throws: the first error in the lines of its pictures.
  static func number(_ number: Int, robots: Int) throws -> DemoScript {
    let picture = try number % 2 == 0 ? DemoPicture.landscape() : DemoPicture.diagram()
    let all = picture.script
    // Without a third robot, no robot comes late.
    let late = all.chapters.count - 2
    var beats = all.beats.filter { robots > 2 || $0.chapter != late }
    for robot in 3..<max(robots, 3) {
      let arrival = Beat(
        chapter: late,
        parts: [robot: [.join, .say("hello"), try .draw(DemoPicture.flower(robot - 3), .ground)]],
        arrivals: [robot])
      beats.insert(arrival, at: beats.count - 1)
    }
    let used = Set(beats.map(\.chapter)).sorted()
    for index in beats.indices {
      beats[index].chapter = used.firstIndex(of: beats[index].chapter) ?? 0
    }
    return DemoScript(
      chapters: used.map { all.chapters[$0] }, beats: beats, title: picture.title)
  }
}
