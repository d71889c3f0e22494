import BoardContract
import BoardLog
import BoardModel
import EaselBase
import Foundation
import OpenGroupActivities
import SecureTransports
import SessionCore
import Testing
@testable import BoardFiles

@testable import BoardSessions

/// The JSON of every type that goes to a file or to others as JSON. A name that changes here changes the
/// format: other versions of Easel, and older files, could not be read any more.
struct FormatTests {
  private func json(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  /// Encodes to the text, and the text decodes to a value that encodes to it again.
  private func expect<Value: Codable>(
    _ value: Value, _ text: String, _ location: SourceLocation = #_sourceLocation
  ) throws {
    #expect(try json(value) == text, sourceLocation: location)
    let decoded = try JSONDecoder().decode(Value.self, from: Data(text.utf8))
    #expect(try json(decoded) == text, sourceLocation: location)
  }

  private func bytes(_ last: UInt64) -> Bytes16 { Bytes16(high: 0, low: last) }
  private func uuid(_ last: UInt64) -> UUID { UUID(bytes(last)) }

  @Test("the boards that were drawn on in sessions")
  func sessionBoards() throws {
    let session = SessionBoards.Session(
      SessionUUID(bytes(2)), on: SessionUUID(bytes(3)), in: bytes(1))
    let board = NotedBoard(at: "/boards/plan.easel", created: 5)
    try expect(
      SessionBoards.Entry(session: session, board: board),
      #"{"board":{"created":5,"path":"/boards/plan.easel"},"#
        + #""session":{"call":"00000000-0000-0000-0000-000000000001","#
        + #""first":"00000000-0000-0000-0000-000000000003","#
        + #""id":"00000000-0000-0000-0000-000000000002"}}"#)
  }

  @Test("the call that a board is hosted in")
  func keptCall() throws {
    try expect(
      CallStateFile.Content(
        rootKeys: Data([1, 2]), created: 5, begun: 6,
        session: CallStateFile.Session(id: uuid(1), first: uuid(2)), addresses: ["unix:///a"],
        port: 7),
      #"{"addresses":["unix:///a"],"begun":6,"created":5,"founding":"AQI=","port":7,"#
        + #""session":{"first":"00000000-0000-0000-0000-000000000002","#
        + #""id":"00000000-0000-0000-0000-000000000001"}}"#)
  }

  @Test("messages about films that people watch in step")
  func films() throws {
    let id = FilmItem.ID(participant: ParticipantUUID(bytes(1)), number: 2)
    let name = #"{"number":2,"participant":"AAAAAAAAAAAAAAAAAAAAAQ=="}"#
    let vector = VersionVector([ReplicaID(bytes(3)): SequenceNumber(4)])
    let film = FilmItem(id: id, vector: vector, showsUndone: false)
    let shows = try #require(FilmMessage(.shows(film)))
    try expect(
      shows,
      #"{"shows":{"_0":{"name":\#(name),"replicas":"AAAAAAAAAAAAAAAAAAAAAw==","#
        + #""sequences":[4],"undone":false}}}"#)
    try expect(
      FilmMessage.watches(FilmPart(id, nil)), #"{"watches":{"_0":{"film":\#(name)}}}"#)
    try expect(
      FilmMessage.watches(FilmPart(id, .catchingUp)),
      #"{"watches":{"_0":{"absence":"org.easel.catching-up","film":\#(name)}}}"#)
    try expect(FilmMessage.asks(FilmName(id)), #"{"asks":{"_0":\#(name)}}"#)
    try expect(FilmMessage.leaves, #"{"leaves":{}}"#)
    #expect(FilmMessage.messageIdentifier == "playback.item")
  }

  @Test("messages about the picture that a board began from")
  func base() throws {
    try expect(BaseMessage.wanted, #"{"wanted":{}}"#)
    try expect(BaseMessage.lacking, #"{"lacking":{}}"#)
    try expect(
      BaseMessage.part([7], index: 2, count: 3),
      #"{"part":{"_0":"Bw==","count":3,"index":2}}"#)
  }

  @Test("rulings, and their results")
  func rulings() throws {
    try expect(RulingMessage.heeds(Data([7])), #"{"heeds":{"_0":"Bw=="}}"#)
    try expect(
      RulingMessage.request(Data([7]), number: 2), #"{"request":{"_0":"Bw==","number":2}}"#)
    try expect(
      RulingMessage.outcome(RulingOutcome.stale.rawValue, number: 2),
      #"{"outcome":{"_0":"stale","number":2}}"#)
    #expect(RulingOutcome.allCases.map(\.rawValue) == ["done", "stale", "refused"])
  }

  @Test("activities: Draw Together, and the wish for a board")
  func activities() throws {
    let text =
      #"{"first":"00000000-0000-0000-0000-000000000002","genesis":"AQ==","invitation":"CQ==","#
      + #""replaces":"00000000-0000-0000-0000-000000000001"}"#
    let activity = try JSONDecoder().decode(DrawTogether.self, from: Data(text.utf8))
    try expect(activity, text)
    let wish = #"{"board":"AQI="}"#
    try expect(try JSONDecoder().decode(BoardWish.self, from: Data(wish.utf8)), wish)
  }

  @Test("how an activity is described")
  func metadata() throws {
    var metadata = GroupActivityMetadata()
    metadata.title = "Chess"
    metadata.subtitle = "Ann"
    let png = Data(base64Encoded: "iVBORw0KGgoAAAANSUhEUgAAAAEAAAAB")
    metadata.previewImage = CGImage(png: try #require(png))
    metadata.fallbackURL = URL(string: "https://example.org")
    metadata.type = .playTogether
    metadata.supportsContinuationOnTV = true
    metadata.preferredBroadcastOptions = .mirroredVideo
    metadata.sceneAssociationBehavior = .content("board")
    metadata.lifetimePolicy = .endsWhenInitiatorLeaves
    try expect(
      metadata,
      #"{"fallbackURL":"https://example.org","lifetimePolicy":{"name":"endsWhenInitiatorLeaves"},"#
        + #""preferredBroadcastOptions":1,"#
        + #""previewImage":{"png":"iVBORw0KGgoAAAANSUhEUgAAAAEAAAAB"},"#
        + #""sceneAssociationBehavior":{"contentIdentifier":"board","name":"content"},"#
        + #""subtitle":"Ann","supportsContinuationOnTV":true,"title":"Chess","#
        + #""type":{"name":"playTogether"}}"#)
  }
}
