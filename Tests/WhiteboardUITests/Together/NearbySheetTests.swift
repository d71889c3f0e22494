import BoardContract
import BoardModel
import CellFrame
import EaselBase
import Testing

@testable import ScreenContract
@testable import SessionUI
@testable import WhiteboardUI

/// The people nearby on the sheet that invites, and the sheet of a meeting.
@Suite struct NearbySheetTests {
  private static let author = AuthorID(Bytes16(high: 5, low: 7))
  private let stranger = NearbyPerson(
    address: SafeText("tcp://192.0.2.7:40000"), author: nil, mayDraw: false)
  private let friend = NearbyPerson(
    address: SafeText("tcp://192.0.2.8:40000"), author: author, mayDraw: true)

  /// - Parameter ownName: this user's own name for the known person.
  private func desk(findable: Bool = false, ownName: String? = nil) -> Desk {
    var desk = Desk {
      $0.hasCall = true
      $0.people.isFindable = findable
      $0.people.known = KnownPeople([
        KnownPerson(
          author: Self.author, name: SafeText("Bo"), ownName: ownName.map { SafeText($0) },
          lastMet: 1, way: .ticket)
      ])
    }
    desk.handle(.call(.connected(nil, canModerate: true)))
    return desk
  }

  private func looking(ownName: String? = nil) -> Desk {
    var desk = desk(ownName: ownName)
    desk.type("In")
    desk.handle(.call(.nearby(.found([stranger, friend]))))
    return desk
  }

  private func meeting(
    isHost: Bool = true, author: AuthorID = AuthorID(Bytes16(high: 9, low: 9))
  ) -> Meeting {
    Meeting(
      author: author, name: SafeText("Bo"), words: ["split", "issue", "heavy", "question"],
      mayDraw: true, isHost: isHost)
  }

  private func modes(_ desk: Desk) -> [NearbyMode] {
    desk.effects.compactMap {
      if case .board(.call(.discover(let mode))) = $0 { mode } else { nil }
    }
  }

  private func answers(_ desk: Desk) -> [Bool] {
    desk.effects.compactMap {
      if case .board(.call(.answerMeeting(_, let accepts))) = $0 { accepts } else { nil }
    }
  }

  @Test("Easel looks around from n until the sheet closes, and not before")
  func looks() {
    var desk = desk()
    desk.type("I")
    #expect(modes(desk).isEmpty)
    desk.type("n")
    let looking = NearbyMode.looking(mayDraw: true, knowing: [Self.author])
    #expect(modes(desk) == [looking])
    #expect(desk.screen.contains("Nearby: looking. Both of you press n."))
    desk.key(.escape)
    #expect(modes(desk) == [looking, .off])
  }

  @Test("A row names only a known person, as a guess, and says what the ticket gives")
  func rows() {
    let desk = looking()
    #expect(desk.screen.contains("somebody at 192.0.2.7, lets you watch"))
    #expect(desk.screen.contains("perhaps Bo, lets you draw"))
  }

  @Test("A person who is found later stands below the others")
  func order() {
    var desk = desk()
    desk.type("In")
    let steps = [
      ([friend], "perhaps Bo"), ([stranger, friend], "perhaps Bo"), ([stranger], "somebody at"),
    ]
    for (found, first) in steps {
      desk.handle(.call(.nearby(.found(found))))
      let rows = desk.screen.split(separator: "\n").filter { $0.contains(", lets you") }
      #expect(rows.count == found.count)
      #expect(rows.first?.contains(first) == true)
    }
  }

  @Test("Enter meets the chosen person, once")
  func meets() {
    var desk = looking()
    desk.key(.enter)
    desk.key(.enter)
    let met = desk.effects.compactMap { effect in
      if case .board(.call(.meet(let person))) = effect { person } else { nil }
    }
    #expect(met == [stranger])
  }

  @Test("A network without multicast, or without people, is told in one sentence")
  func sentences() {
    var desk = looking()
    desk.handle(.call(.nearby(.noMulticast)))
    #expect(desk.screen.contains("No multicast in this network"))
    desk.handle(.call(.nearby(.found([]))))
    #expect(desk.screen.contains("A firewall may hide people"))
  }

  @Test("The sheet shows the words and the right that the ticket gives, and y confirms once")
  func words() {
    var desk = looking()
    desk.handle(.call(.meeting(.began(meeting()))))
    #expect(desk.screen.contains("split  issue  heavy  question"))
    #expect(desk.screen.contains("Bo gets your ticket to draw"))
    #expect(desk.screen.contains("somebody may be between you"))
    desk.pass(NearbyFinder.reading)
    desk.type("y")
    #expect(answers(desk) == [true])
    desk.handle(.call(.meeting(.confirmed)))
    #expect(desk.screen.contains("Bo has to confirm, too"))
    let isStaged = desk.effects.contains { effect in
      if case .board(.call(.stage)) = effect { true } else { false }
    }
    #expect(isStaged, "the guest sees this board")
    desk.type("y")
    #expect(answers(desk) == [true])
    desk.handle(.call(.meeting(.ended(.done))))
    #expect(desk.board.sheets.open == nil)
    #expect(desk.notice.contains("Bo comes in now"))
  }

  @Test(
    "A y in the first second of the sheet does not count, also if S opens the sheet late",
    arguments: [true, false])
  func early(isFindable: Bool) {
    var desk = isFindable ? desk(findable: true) : looking()
    desk.handle(.call(.meeting(.began(meeting()))))
    if isFindable {
      desk.pass(5_000)
      desk.type("S")
    }
    desk.pass(NearbyFinder.reading - 1)
    desk.type("y")
    #expect(answers(desk).isEmpty)
    desk.pass(1)
    desk.type("y")
    #expect(answers(desk) == [true])
  }

  @Test("Enter declines, because the sheet opens at No")
  func enter() {
    var desk = looking()
    desk.handle(.call(.meeting(.began(meeting()))))
    desk.pass(NearbyFinder.reading)
    desk.key(.enter)
    #expect(answers(desk) == [false])
  }

  @Test("An answer names the meeting on the screen")
  func named() {
    var desk = looking()
    var shown = meeting()
    for number in 1...2 as ClosedRange<UInt64> {
      shown.number = number
      desk.handle(.call(.meeting(.began(shown))))
      desk.pass(NearbyFinder.reading)
    }
    desk.type("y")
    let answered = desk.effects.compactMap { effect in
      if case .board(.call(.answerMeeting(let named?, true))) = effect { named.number } else { nil }
    }
    #expect(answered == [2])
  }

  @Test("A guest prepares no session of its own")
  func guest() {
    var desk = looking()
    desk.handle(.call(.meeting(.began(meeting(isHost: false)))))
    #expect(desk.screen.contains("You get the ticket to draw"))
    desk.handle(.call(.meeting(.confirmed)))
    let isStaged = desk.effects.contains { effect in
      if case .board(.call(.stage)) = effect { true } else { false }
    }
    #expect(!isStaged)
  }

  @Test("A key with a name of this user's own names the person, and shortens the comparison")
  func known() {
    var desk = looking(ownName: "Robert")
    desk.handle(.call(.meeting(.began(meeting(author: Self.author)))))
    #expect(desk.screen.contains("Meet Robert (Bo)"))
    #expect(desk.screen.contains("not compare the words"))
    #expect(answers(desk).isEmpty, "the answer is still due")
  }

  @Test("A key that only chose its own name shortens nothing")
  func met() {
    var desk = looking()
    desk.handle(.call(.meeting(.began(meeting(author: Self.author)))))
    #expect(desk.screen.contains("Meet somebody who says “Bo”"))
    #expect(desk.screen.contains("This key called itself “Bo” when you met."))
    #expect(!desk.screen.contains("not compare the words"))
  }

  @Test("Another key than the mark showed is told, also if it is known", arguments: [true, false])
  func announced(isKnown: Bool) {
    let announced = AuthorID(Bytes16(high: 6, low: 6))
    let known = KnownPeople([
      KnownPerson(author: announced, name: SafeText("Ann"), lastMet: 1, way: .ticket),
      KnownPerson(
        author: Self.author, name: SafeText("Bo"), ownName: SafeText("Robert"), lastMet: 1,
        way: .ticket),
    ])
    var shown = isKnown ? meeting(author: Self.author) : meeting()
    shown.announced = announced
    let advice = known.advice(on: shown)
    #expect(advice == "This is not the Ann whom you met before. Compare the words.")
    #expect(known.recognised(in: shown) == nil)
    shown.announced = shown.author
    #expect((known.recognised(in: shown) != nil) == isKnown)
  }

  @Test("Esc, n and a close of the sheet decline", arguments: ["n", "esc", "q"])
  func declines(_ way: String) {
    var desk = looking()
    desk.handle(.call(.meeting(.began(meeting()))))
    switch way {
    case "n": desk.type("n")
    case "esc": desk.key(.escape)
    default: desk.type("q")
    }
    #expect(answers(desk) == [false])
  }

  @Test("A user who is findable by the settings is told of a meeting, and S shows it")
  func findable() {
    var desk = desk(findable: true)
    #expect(modes(desk) == [.findable(mayDraw: true)])
    desk.handle(.call(.meeting(.began(meeting()))))
    #expect(desk.board.sheets.open == nil)
    #expect(desk.notice.contains("Bo wants to meet you"))
    desk.type("S")
    #expect(desk.screen.contains("split  issue  heavy  question"))
  }

  @Test("A second person who wants to meet is a line, and the words stay")
  func busy() {
    var desk = looking()
    desk.handle(.call(.meeting(.began(meeting()))))
    desk.handle(.call(.meeting(.busy(SafeText("Cy")))))
    #expect(desk.board.notices.latest.contains { $0.string.contains("Cy also wanted to meet you") })
    #expect(desk.board.sheets.kind == .meeting)
  }

  @Test("m chooses the ticket before the meeting")
  func ticket() {
    var desk = looking()
    desk.type("m")
    #expect(modes(desk).last == .looking(mayDraw: false, knowing: [Self.author]))
    #expect(desk.screen.contains("People you meet here: watch"))
  }

  @Test(
    "Each end without a ticket is told in a sentence",
    arguments: [
      (MeetingOutcome.declined, "declined"), (.busy, "meet somebody else"),
      (.tooManyTries, "Three tries failed"), (.noAnswer, "no answer within a minute"),
      (.oneself, "your own Easel"), (.forged, "Somebody may be between you"),
      (.gone, "No ticket passed"), (.left, "did not confirm"),
      (.failed(SafeText("a reason")), "No ticket passed: a reason"),
    ])
  func ends(outcome: MeetingOutcome, words: String) {
    var desk = looking()
    desk.handle(.call(.meeting(.began(meeting()))))
    desk.handle(.call(.meeting(.ended(outcome))))
    let notices = desk.board.notices.latest.map(\.string).joined()
    #expect(notices.contains(words), "\(notices)")
    #expect(desk.board.sheets.open == nil)
  }

  @Test("The search of commands looks around as well, where there is a call")
  func command() {
    var desk = desk()
    desk.type(":")
    desk.type("room")
    desk.key(.enter)
    #expect(desk.screen.contains("Nearby: looking."))
    #expect(modes(desk).last == .looking(mayDraw: true, knowing: [Self.author]))
    var alone = Desk()
    alone.type(":")
    alone.type("room")
    #expect(!alone.screen.contains("Look for people nearby"))
  }

  @Test("A watcher does not look around")
  func watcher() {
    var desk = desk()
    desk.handle(.call(.connected(nil, canModerate: false, mayShare: false)))
    desk.type("In")
    #expect(modes(desk).isEmpty)
  }
}
