import Foundation
import GroupActivities
import Testing

@MainActor @Suite(.timeLimit(.minutes(60)))
struct DrawTogetherTests {
  @Test("three people draw together in one process, and all see all of it")
  func three() async throws {
    let people = await meet("Ann", "Bob", "Cyd")
    for (number, person) in people.enumerated() {
      person.act { draw($0, y: number) }
    }
    await until { people.allSatisfy { points($0) == 3 * 20 } }
    #expect(picture(people[0]) == picture(people[1]))
    #expect(picture(people[1]) == picture(people[2]))
  }

  @Test("a late participant gets what was drawn before")
  func late() async throws {
    let call = LoopbackCall()
    let first = [call.join(name: "Ann"), call.join(name: "Bob")].map { Person($0) }
    await start(first)
    first[0].act { draw($0, y: 0) }
    await until { first.allSatisfy { points($0) == 20 } }
    let late = Person(call.join(name: "Cyd"))
    await until { points(late) == 20 }
    #expect(picture(late) == picture(first[0]))
  }

  @Test("a picture comes to everybody by the journal, also to a late participant, until the trash")
  func pictures() async throws {
    let call = LoopbackCall()
    let first = [call.join(name: "Ann"), call.join(name: "Bob")].map { Person($0) }
    await start(first)
    let picture = Data((0..<150_000).map { UInt8(truncatingIfNeeded: $0 / 7) })
    first[0].act { $0.placeImage(picture, at: CGPoint(x: 3, y: 4)) }
    await until { first.allSatisfy { $0.canvas.images.count == 1 } }
    let late = Person(call.join(name: "Cyd"))
    await until { late.canvas.images.count == 1 }
    for person in first + [late] {
      #expect(person.canvas.images.first?.imageData == picture)
      #expect(person.canvas.images == first[0].canvas.images)
    }
    late.act { $0.reset() }
    await until { (first + [late]).allSatisfy { $0.canvas.images.isEmpty } }
  }

  @Test("the trash begins a new session for all, and its messengers work")
  func trash() async throws {
    let people = await meet("Ann", "Bob", "Cyd")
    let old = people.map(\.canvas.groupSession)
    people[0].act { draw($0, y: 0) }
    await until { people.allSatisfy { points($0) == 20 } }
    people[1].act { $0.reset() }
    await until {
      zip(people, old).allSatisfy { person, old in
        guard let session = person.canvas.groupSession else { return false }
        return session !== old && session.activeParticipants.count == 3
      }
    }
    people[2].act { draw($0, y: 2) }
    await until { people.allSatisfy { points($0) == 20 } }
    #expect(picture(people[0]) == picture(people[2]))
  }

  @Test("outside a call the observer is not eligible and activating throws")
  func outside() async throws {
    let surface = Surface()
    #expect(!surface.isEligible)
    #expect(await !surface.withUnknownDefault(Watch()))
    try await surface.withDefault(Watch())
    await #expect(throws: GroupSessionError.notInCall) { try await Watch().activate() }
  }
}

extension DrawTogetherTests {
  private func meet(_ names: String...) async -> [Person] {
    let call = LoopbackCall()
    let people = names.map { Person(call.join(name: $0)) }
    await start(people)
    return people
  }

  private func start(_ people: [Person]) async {
    await until { people.allSatisfy { $0.system.isEligible } }
    people[0].act { $0.startSharing() }
    await until {
      people.allSatisfy { $0.canvas.groupSession?.activeParticipants.count == people.count }
    }
  }

  private func draw(_ canvas: Canvas, y: Int) {
    for x in 0..<20 { canvas.addPointToActiveStroke(CGPoint(x: x, y: y)) }
    canvas.finishStroke()
  }

  private func points(_ person: Person) -> Int { person.canvas.pointCount }

  private func picture(_ person: Person) -> [UUID: [CGPoint]] {
    Dictionary(uniqueKeysWithValues: person.canvas.strokes.map { ($0.id, $0.points) })
  }

  /// Lets all other tasks go on until the condition holds.
  private func until(
    _ location: SourceLocation = #_sourceLocation, _ isSo: () -> Bool
  ) async {
    let start = ContinuousClock.now
    while !isSo() {
      guard start.duration(to: .now) < .seconds(300) else {
        Issue.record("it never came to be so", sourceLocation: location)
        return
      }
      await Task.yield()
    }
  }
}
