import Sharing
import Testing

@testable import OpenGroupActivities

/// What waits to be sent or read, at its bounds and one beyond.
@Suite struct MessageLimitTests {
  private let ann = Participant(ParticipantID(MemberID(1), join: 1), name: "Ann")

  /// A message that weighs so much with what is round it.
  private func letter(weighing weight: Int) -> Letter {
    let rest = Letter(bytes: [], source: ann).weight
    return Letter(bytes: [UInt8](repeating: 1, count: weight - rest), source: ann)
  }

  private func key(_ name: String) -> Mailroom.Key { .init(mode: .reliable, name: name) }

  /// What somebody finds who asks for a kind only now.
  private func unclaimed(_ name: String, in room: inout Mailroom) async -> [Letter] {
    let box = LetterBox()
    room.add(box, key(name))
    box.close()
    var letters: [Letter] = []
    while let next = await box.next() { letters.append(next) }
    return letters
  }

  @Test("G12 · of a kind nobody asked for yet 1 MiB is kept, and the next message is dropped")
  func pile() async {
    var room = Mailroom()
    func isDropped(_ letter: Letter, _ name: String) -> Bool { room.put([letter], key(name)) }
    let kept = [Mailroom.pileBytesMax - 1_000, 999, 1_000_000].map { letter(weighing: $0) }
    for letter in kept { #expect(!isDropped(letter, "wool")) }
    // Told once, until some was taken.
    #expect(isDropped(letter(weighing: 128), "wool"))
    #expect(!isDropped(letter(weighing: 128), "wool"))
    #expect(!isDropped(letter(weighing: 128), "yarn"))
    #expect(await unclaimed("wool", in: &room).map(\.weight) == kept.map(\.weight))
    #expect(!isDropped(letter(weighing: 128), "silk"))
  }

  @Test("G12 · of all kinds nobody asked for 4 MiB are kept, until one of them is asked for")
  func unclaimed() async {
    var room = Mailroom()
    func isDropped(_ letter: Letter, _ name: String) -> Bool { room.put([letter], key(name)) }
    let count = Mailroom.unclaimedBytesMax / Mailroom.pileBytesMax
    for number in 0..<count {
      #expect(!isDropped(letter(weighing: Mailroom.pileBytesMax), "\(number)"))
    }
    #expect(isDropped(letter(weighing: 128), "one more"))
    #expect(await unclaimed("0", in: &room).count == 1)
    #expect(!isDropped(letter(weighing: Mailroom.pileBytesMax), "one more"))
    #expect(isDropped(letter(weighing: 128), "another"))
  }

  @Test("G12 · for somebody who asked and does not read 32 MiB wait, and no more")
  func box() async {
    let box = LetterBox()
    let piece = LetterBox.weightMax / 64
    for _ in 0..<63 { #expect(box.put([letter(weighing: piece)])) }
    #expect(box.put([letter(weighing: piece - 1)]) && box.put([letter(weighing: 128)]))
    #expect(!box.put([letter(weighing: 128)]))
    _ = await box.next()
    #expect(box.put([letter(weighing: 128)]))
  }

  @Test("G12 · of those who cannot be made to wait 8 MiB are queued to the byte; tasks wait")
  func queue() throws {
    let participant = ParticipantID(MemberID(1), join: 1)
    let place = SessionPlace(
      session: SessionID(MemberID(1), activation: 1), participant: participant)
    func send(_ count: Int, _ waiter: SendQueue.Waiter) -> SendQueue.Send {
      .init(
        letter: Outgoing(
          place: place, name: "wool", bytes: [UInt8](repeating: 1, count: count), recipients: .all,
          mode: .reliable), waiter: waiter)
    }
    var queue = SendQueue()
    let turn = Turn { _ in }
    try queue.append(send(SendQueue.handledBytesMax - 1, .handler(turn)))
    try queue.append(send(1, .handler(turn)))
    let tooMuch = GroupSessionError.tooMuchWaiting(
      bytes: SendQueue.handledBytesMax + 1, limit: SendQueue.handledBytesMax)
    #expect(throws: tooMuch) { try queue.append(send(1, .handler(turn))) }
    try queue.append(send(1_000, .task(ticket: 1, nil)))
    let first = queue.removeFirst()
    #expect(first?.letter.bytes.count == SendQueue.handledBytesMax - 1)
    try queue.append(send(SendQueue.handledBytesMax - 1, .handler(turn)))
    #expect(throws: tooMuch) { try queue.append(send(1, .handler(turn))) }
    let small = queue.remove { $0.letter.bytes.count == 1 }
    #expect(small.count == 1)
    try queue.append(send(1, .handler(turn)))
  }
}
