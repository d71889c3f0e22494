import BoardModel
import BoardScript
import EaselBase
import GroupTesting
import Testing

@Suite struct ScriptRecorderTests {
  /// Plays a script the way the command does, without keys: replicas in order of the cast.
  private func play(_ script: Script) throws -> [(stamp: Stamp, operation: Operation)] {
    var replicas: [Script.Person: ReplicaID] = [:]
    var authors: [String: AuthorID] = [:]
    for (index, person) in script.cast.enumerated() {
      replicas[person] = ReplicaID(Bytes16(high: 9, low: UInt64(index)))
      authors[person.name] = authors[person.name] ?? AuthorID(Bytes16(high: 8, low: UInt64(index)))
    }
    var player = try ScriptPlayer(script, replicas: replicas)
    var counts: [ReplicaID: UInt64] = [:]
    var played: [(stamp: Stamp, operation: Operation)] = []
    while let step = try player.next() {
      guard case .operation(let operation, let person) = step, let replica = replicas[person],
        let author = authors[person.name]
      else { continue }
      counts[replica, default: 0] += 1
      let stamp = Stamp(
        id: EntryID(replica, SequenceNumber(counts[replica] ?? 0)), author: author,
        lamport: Lamport(UInt64(played.count + 1)), at: 0, lasted: 0)
      played.append((stamp, operation))
    }
    return played
  }

  /// All that can be seen, but for the names.
  private func visible(_ log: [(stamp: Stamp, operation: Operation)]) -> [String] {
    var picture = Picture()
    for (stamp, operation) in log { _ = picture.apply(operation, stamp) }
    return picture.things.map {
      "\($0.item) \($0.pieces) \($0.offset) \(String(describing: $0.color))"
    } + picture.paper.map { "\($0)" }
  }

  @Test("L1 · a recording gives the picture of its log, whatever the log names")
  func anyLog() throws {
    for seed in 0..<Seeds.count(60) {
      let log = CrowdLog(seed: seed &+ 700_000, count: 40, hasManyClears: seed % 3 == 0)
        .entries.filter(\.operation.action.isAllowed).map { ($0.stamp, $0.operation) }
      let script = ScriptRecorder.record(log)
      let again = try Script(parsing: script.text)
      #expect(again.text == script.text, "seed \(seed)")
      let (wanted, given) = (visible(log), visible(try play(again)))
      let difference = zip(wanted, given).first { $0 != $1 }
      #expect(wanted == given, "seed \(seed): \(difference.map { "\($0)" } ?? "")")
    }
  }

  @Test("A taking back names the first and the last change that it reaches")
  func takingBack() throws {
    let text = """
      as ada
      #1 stroke 0.1,0.2 0.3,0.4
      as ben
      #2 move #1 0.1,0
      #3 recolour #1 #00aaff
      as ada
      #4 takeback #2 #3
      as ben
      cancel #4
      as ada
      undo

      """
    let log = try play(Script(parsing: text))
    #expect(
      ScriptRecorder.record(log, names: [log[0].stamp.author: "ada"]).text.contains("takeback"))
    var picture = Picture()
    for (index, (stamp, operation)) in log.enumerated() {
      _ = picture.apply(operation, stamp)
      let isMoved = [1, 2, 5].contains(index)
      #expect((picture.thing(log[0].stamp.id)?.offset != .zero) == isMoved, "line \(index)")
    }
  }

  @Test("A recording says what was drawn, in words a person would write")
  func readable() throws {
    let text = """
      pen red width 2
      stroke 0.1,0.2 0.3,0.4
      #1 rect filled 0.5,0.5 0.75,0.75
      undo
      redo
      pen #00aaff width 2
      arrow 0.1,0.1 0.2,0.2
      move #1 0.1,0
      text 0.5,0.5 "words\\nmore"
      text large 0.5,0.5 "Title"
      clear
      undo

      """
    let script = try Script(parsing: text)
    #expect(ScriptRecorder.record(try play(script)).text == text)
  }

  @Test(
    "A recording says in one line what was drawn attached, and elsewhere what was attached later")
  func attachments() throws {
    let text = """
      #1 rect 0.1,0.1 0.3,0.3
      #2 ellipse dashed 0.6,0.1 0.8,0.3
      #3 arrow 0.2,0.2 0.7,0.2 from #1 to #2
      #4 line 0.2,0.2 0.7,0.9 from #1
      text 0.2,0.2 "words" in #1
      #5 arrow 0.2,0.2 0.9,0.9 to #2
      also attach #5 start to #1 at 0,0.5
      #6 line 0.2,0.2 0.9,0.9
      #7 also attach #6 start to #1
      attach #4 end to #2
      attach #3 end to nothing
      cancel #7

      """
    let script = try Script(parsing: text)
    #expect(ScriptRecorder.record(try play(script)).text == text)
  }

  @Test("A clear hides what its author had seen, also when played again")
  func partialClear() throws {
    let text = """
      as p1
      #1 stroke 0.1,0.1 0.2,0.2
      as p2
      stroke 0.3,0.3 0.4,0.4
      clear upto #1
      as p1
      clear
      undo

      """
    let played = try play(try Script(parsing: text))
    #expect(visible(played).count == visible(played).count)
    #expect(ScriptRecorder.record(played).text == text)
  }

  @Test("A move or recolouring of everything names every thing that is there")
  func everything() throws {
    let text = """
      as ada
      #1 stroke 0.1,0.1 0.2,0.2
      as ben
      text 0.5,0.5 "word"
      clear
      undo
      move all 0.1,0
      recolour upto #1 red
      """
    let played = try play(try Script(parsing: text))
    let made = played.prefix(2).map(\.stamp.id)
    let changes = played.suffix(2).map(\.operation.action)
    #expect(
      changes == [
        .change(.items(made), .move(BoardOffset(dx: 6_554, dy: 0))),
        .change(.items([made[0]]), .recolour(PaletteColor.red.color)),
      ])
    #expect(!played.contains { !$0.operation.action.isAllowed })
  }

  @Test("A very long list becomes several operations of one gesture; names keep their lines")
  func manyThings() throws {
    var lines = (0..<4_097).map { _ in
      Script.Line(
        .act(
          .draw(
            .pen, filled: false, continues: false, look: .plain, points: [BoardPoint(x: 5, y: 5)]),
          name: nil,
          gesture: .own))
    }
    lines.append(
      Script.Line(
        .act(.change(.all, .move(BoardOffset(dx: 9, dy: 0))), name: nil, gesture: .own)))
    lines.append(
      Script.Line(
        .act(.write(BoardPoint(x: 5, y: 5), SafeText("a"), .normal), name: 7, gesture: .own)))
    lines.append(Script.Line(.act(.change(.things([7]), .hide), name: nil, gesture: .own)))
    let played = try play(Script(lines: lines))
    #expect(played.count == 4_097 + 2 + 2)
    let first = played[4_097].stamp.id.sequence
    #expect(played[4_097...].map(\.operation.gesture) == [nil, first, nil, nil])
    var picture = Picture()
    _ = picture.apply(played)
    #expect(picture.seenCount == 4_097)
    #expect(picture.things.allSatisfy { $0.offset == BoardOffset(dx: 9, dy: 0) })
  }

  @Test("Fixpoint · a recording plays to the same picture and records the same again")
  func fixpoint() throws {
    for seed in UInt64(1)...150 {
      var chance = SplitMix64(seed: seed)
      let log = RandomLog.make(operations: 40, chance: &chance)
      let recorded = ScriptRecorder.record(log).text
      let played = try play(try Script(parsing: recorded))
      #expect(visible(played) == visible(log), "seed \(seed)")
      #expect(ScriptRecorder.record(played).text == recorded, "seed \(seed)")
    }
  }

  @Test(
    "A script that names a missing thing is refused with its line",
    arguments: [
      ("erase #7", "line 1, column 1: no line is named #7"),
      ("\nundo", "line 2, column 1: there is nothing to undo here"),
      ("redo", "line 1, column 1: there is nothing to redo here"),
      ("also clear", "line 1, column 1: “also” needs a line of this person before it"),
      ("#1 clear\n#1 clear", "line 2, column 1: #1 names another line already"),
      (
        "#1 clear\nas ben\nalso to #1 clear",
        "line 3, column 1: #1 is another person's, or another run's"
      ),
    ])
  func refusals(script: String, sentence: String) throws {
    let script = try Script(parsing: script)
    #expect { try play(script) } throws: { "\($0)" == sentence }
  }
}
