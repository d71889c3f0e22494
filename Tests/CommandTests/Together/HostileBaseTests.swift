import BoardCodec
import BoardContract
import BoardLog
import BoardModel
import EaselBase
import Foundation
import FrameTesting
import GroupTesting
import OpenGroupActivities
import Testing
import TestThreads

@testable import BoardSessions
@testable import easel
@testable import SessionCore

/// A member whose program was changed begins a board from a picture that it made up.
@Suite(.besidePool, .serialized) struct HostileBaseTests {
  @Test("ink of a made-up base is shown without an author")
  func claimedInk() async throws {
    let session = try ProcessSession()
    try session.host(by: .tcp)
    try session.join("Ann")
    let (hal, ann) = (session.host, session.guests[1])
    let eve = try HostileMember(try session.tickets()[0], saying: "Eve")
    try await eve.join(beside: ["Hal", "Ann"])
    let listener = RunListener(eve)
    try session.draw(ann)
    try session.waitForAllInk(by: [ann])
    #expect(try await !listener.runs(of: 1).isEmpty)

    let picture = Self.picture()
    let genesis = BoardGenesis(
      nonce: HostileMember.bytes(BoardGenesis.nonceLength), owner: eve.identity.publicKey,
      base: .init(log: .sha256(of: [1]), picture: .sha256(of: picture)), time: Lamport(1))
    let invitation = Invitation(
      title: SafeText("claims", limit: .title), author: eve.author,
      name: SafeText("Eve", limit: .name), color: PaletteColor.red.color, sign: 1,
      miniature: Miniature())
    try await eve.begin(invitation.encoded(), on: genesis)
    try await eve.takePart(beside: ["Hal", "Ann"])
    let messenger = eve.messengers[0]
    // A child of the test: other tasks would wait for the pool, which all other tests share.
    async let _: Void = Self.serve(picture, by: messenger)

    // All at once: later a pointer may lie over the text.
    for guest in session.guests {
      try guest.run.wait(for: "the base at \(guest.name)'s") { $0.contains("claimed") }
    }
    for guest in session.guests {
      try guest.run.send("i")
      try guest.run.drag([(38, 12), (38, 12)])
      try guest.run.waitForNotice("from the picture this board began with")
      let lies = guest.run.screen.text.filter { $0.contains("by Ann") || $0.contains("by you") }
      #expect(lies == [], "\(guest.name)")
      try guest.run.send("p")
    }
    try hal.run.openSheet(about: "Ann", among: 3)
    #expect(!hal.run.screen.contains("Hide all that they drew"))
    try hal.run.send("\u{1B}")
    try hal.run.wait(for: "the board") { !$0.contains("─ Ann") }
    for guest in session.guests { try session.draw(guest, to: 30) }
    try session.waitForAllInk(to: 30)
    eve.system.leaveCall()
    for guest in session.guests {
      try guest.run.wait(for: "2 people at \(guest.name)'s") { screen in
        screen.text[screen.rows - 1].contains("People 2")
      }
    }
  }

  /// A picture of one text. A base that names an author for it is invalid.
  private static func picture() -> [UInt8] {
    let stamp = Stamp(
      id: EntryID(ReplicaID(Digest.sha256(of: [1]).half), SequenceNumber(1)), author: .nobody,
      lamport: Lamport(1), at: 0, lasted: 0)
    let entry = Entry(
      stamp: stamp, previous: nil, replicaGenesis: nil,
      payload: HostileInk.payload("claimed", row: 12)
    ).encoded()
    let length = UInt32(clamping: entry.count)
    return [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: length >> $0) } + entry
  }

  /// Sends the beginning of the board to everyone who asks, each time that they ask: a program that
  /// waited for too long hears nothing until it asks again.
  private static func serve(_ beginning: [UInt8], by messenger: GroupSessionMessenger) async throws
  {
    for await (message, context) in messenger.messages(of: BaseMessage.self) {
      guard case .wanted = message else { continue }
      for part in OutgoingBase(beginning) {
        try await messenger.send(part, to: .only(context.source))
      }
    }
  }
}
