import BoardContract
import EaselBase
import Foundation
import GroupBase
import GroupTesting
import Testing

@testable import BoardSessions

/// The messages about films that people of a session watch in step.
@Suite struct FilmAudienceTests {
  private func participant(_ number: UInt64) -> ParticipantID {
    ParticipantID(MemberID(number), join: 1)
  }

  private func item(_ number: UInt64, replicas: Int = 2, showsUndone: Bool = false) -> FilmItem {
    var vector = VersionVector()
    for replica in 0..<replicas {
      vector.include(
        EntryID(
          ReplicaID(Bytes16(high: UInt64(replica), low: 7)), SequenceNumber(UInt64(replica + 1))))
    }
    return FilmItem(
      id: .init(participant: ParticipantUUID(Bytes16(high: 1, low: 2)), number: number),
      vector: vector,
      showsUndone: showsUndone)
  }

  // MARK: The audience

  @Test("A film travels once with its offer; a participant who comes later asks for it")
  func offer() {
    var ann = FilmAudience()
    let item = item(1)
    let (me, bea, cal) = (participant(1), participant(2), participant(3))
    _ = ann.participantsChanged(to: [bea: true])
    #expect(ann.watch(item, isOwn: true) == [.send(.shows(item), to: nil)])
    #expect(
      ann.participantsChanged(to: [bea: true, cal: false]) == [
        .send(.watches(.init(film: item.id)), to: cal)
      ])
    var late = FilmAudience()
    _ = late.participantsChanged(to: [me: true])
    #expect(
      late.receive(.watches(.init(film: item.id)), from: me)
        == [.send(.asks(item.id), to: me), .watchersChanged])
    // The question is asked once in a round.
    #expect(late.receive(.watches(.init(film: item.id)), from: me) == [])
    #expect(late.beginRound() == [])
    #expect(
      late.receive(.watches(.init(film: item.id)), from: me) == [.send(.asks(item.id), to: me)])
    #expect(ann.receive(.asks(item.id), from: cal) == [.send(.shows(item), to: cal)])
    #expect(ann.receive(.asks(item.id), from: cal) == [])
    #expect(ann.beginRound() == [.send(.watches(.init(film: item.id)), to: nil)])
    #expect(ann.receive(.asks(item.id), from: cal) == [.send(.shows(item), to: cal)])
    #expect(
      late.receive(.shows(item), from: me) == [.offer(item, by: me), .watchersChanged])
    // Offered again with each list, since the user may not have been in the session before.
    #expect(late.participantsChanged(to: [me: true]) == [.offer(item, by: me)])
  }

  @Test("A message that comes before the list with its sender shows nothing, and is not lost")
  func early() {
    let (bea, cal) = (participant(2), participant(3))
    for isSent in [true, false] {
      var audience = FilmAudience()
      #expect(
        audience.receive(isSent ? .shows(item(1)) : .watches(.init(film: item(1).id)), from: bea)
          == [])
      #expect(audience.watching.isEmpty)
      #expect(audience.participantsChanged(to: [cal: true]) == [])
      #expect(
        audience.participantsChanged(to: [bea: true, cal: true]) == [
          .watchersChanged,
          isSent ? .offer(item(1), by: bea) : .send(.asks(item(1).id), to: bea),
        ])
    }
  }

  @Test("At most 16 messages of unknown senders are kept, for a round or two, without an answer")
  func strangers() {
    var audience = FilmAudience()
    for number in 1...100 {
      _ = audience.receive(.shows(item(1)), from: participant(UInt64(number)))
    }
    #expect(audience.watching.isEmpty)
    var kept = audience
    let all = Dictionary(uniqueKeysWithValues: (1...100).map { (participant($0), true) })
    _ = kept.participantsChanged(to: all)
    #expect(kept.watching.count == 16)
    // A message is there for at least one whole round.
    _ = audience.beginRound()
    #expect(audience.needsRounds)
    _ = audience.beginRound()
    #expect(!audience.needsRounds)
    #expect(audience.participantsChanged(to: all) == [])
    // A participant who has left is a stranger again.
    _ = audience.participantsChanged(to: [participant(1): true])
    _ = audience.receive(.shows(item(1)), from: participant(2))
    #expect(audience.watching.isEmpty)
    _ = audience.watch(item(1), isOwn: true)
    #expect(audience.receive(.asks(item(1).id), from: participant(2)) == [])
    #expect(
      audience.receive(.asks(item(1).id), from: participant(1))
        == [.send(.shows(item(1)), to: participant(1))])
  }

  @Test("A film of a participant who may only watch is not offered before the participant may draw")
  func watcher() {
    var audience = FilmAudience()
    let (bea, cal) = (participant(2), participant(3))
    _ = audience.participantsChanged(to: [bea: false, cal: true])
    #expect(audience.receive(.shows(item(1)), from: bea) == [.watchersChanged])
    // Another participant who watches the same film has to send it.
    #expect(
      audience.receive(.watches(.init(film: item(1).id)), from: cal)
        == [.send(.asks(item(1).id), to: cal), .watchersChanged])
    #expect(
      audience.participantsChanged(to: [bea: true, cal: true])
        == [.offer(item(1), by: bea), .offer(item(1), by: cal)])
  }

  @Test("A participant who leaves the film or the session watches no more")
  func leaving() {
    var audience = FilmAudience()
    let (bea, cal) = (participant(2), participant(3))
    _ = audience.participantsChanged(to: [bea: true, cal: true])
    _ = audience.receive(.shows(item(1)), from: bea)
    _ = audience.receive(.watches(.init(film: item(1).id)), from: cal)
    #expect(audience.watching.count == 2)
    #expect(audience.receive(.leaves, from: cal) == [.watchersChanged])
    #expect(audience.participantsChanged(to: [cal: true]) == [.watchersChanged])
    #expect(audience.watching.isEmpty)
    // The film is forgotten, so it has to be sent again.
    #expect(
      audience.receive(.watches(.init(film: item(1).id)), from: cal)
        == [.send(.asks(item(1).id), to: cal), .watchersChanged])
  }

  @Test("A participant who goes on alone says why, once, and says so when they are back")
  func absence() {
    var ann = FilmAudience()
    _ = ann.watch(item(1), isOwn: true)
    let away = FilmAudience.Part(film: item(1).id, absence: .seeking)
    #expect(ann.change(to: .seeking) == [.send(.watches(away), to: nil)])
    #expect(ann.change(to: .seeking) == [])
    let bea = participant(2)
    #expect(ann.participantsChanged(to: [bea: true]) == [.send(.watches(away), to: bea)])
    #expect(ann.change(to: nil) == [.send(.watches(.init(film: item(1).id)), to: nil)])
    var audience = FilmAudience()
    _ = audience.participantsChanged(to: [bea: true])
    _ = audience.receive(.shows(item(1)), from: bea)
    _ = audience.receive(.watches(away), from: bea)
    #expect(audience.watching[bea] == away)
  }

  @Test("A participant who slept while others forgot it is counted again after one round")
  func sleeping() {
    let (ann, bea, cal) = (participant(1), participant(2), participant(3))
    let item = item(1)
    let part = FilmAudience.Part(film: item.id, absence: .seeking)
    // Ann shows the film, Bea watches it on her own, and Cal has not joined it. Then Bea sleeps, and
    // only the others' lists lack her.
    var (show, sleeper, other) = (FilmAudience(), FilmAudience(), FilmAudience())
    _ = show.participantsChanged(to: [bea: true, cal: true])
    _ = sleeper.participantsChanged(to: [ann: true, cal: true])
    _ = other.participantsChanged(to: [ann: true, bea: true])
    _ = show.watch(item, isOwn: true)
    _ = sleeper.receive(.shows(item), from: ann)
    _ = other.receive(.shows(item), from: ann)
    _ = sleeper.watch(item, isOwn: false)
    _ = sleeper.change(to: .seeking)
    _ = show.receive(.watches(part), from: bea)
    _ = other.receive(.watches(part), from: bea)
    #expect(show.participantsChanged(to: [cal: true]) == [.watchersChanged])
    _ = other.participantsChanged(to: [ann: true])
    #expect(show.watching.isEmpty && other.watching[bea] == nil)
    _ = show.participantsChanged(to: [bea: true, cal: true])
    _ = other.participantsChanged(to: [ann: true, bea: true])
    #expect(sleeper.needsRounds)
    #expect(sleeper.beginRound() == [.send(.watches(part), to: nil)])
    #expect(show.receive(.watches(part), from: bea) == [.offer(item, by: bea), .watchersChanged])
    #expect(other.receive(.watches(part), from: bea) == [.offer(item, by: bea), .watchersChanged])
    #expect(show.watching[bea] == part && other.watching[bea] == part)
    // Told again, it is no news.
    #expect(show.receive(.watches(part), from: bea) == [])
  }

  @Test("A participant who slept while another left the film learns it when both are back")
  func leftMeanwhile() {
    var audience = FilmAudience()
    let bea = participant(2)
    #expect(audience.participantsChanged(to: [bea: true]) == [])
    _ = audience.watch(item(1), isOwn: true)
    _ = audience.participantsChanged(to: [:])
    _ = audience.leave()
    #expect(!audience.needsRounds)
    #expect(audience.beginRound() == [])
    #expect(audience.participantsChanged(to: [bea: true]) == [.send(.leaves, to: bea)])
  }

  @Test("A message about another film than one's own is answered with nothing")
  func otherFilm() {
    var audience = FilmAudience()
    _ = audience.participantsChanged(to: [participant(2): true])
    #expect(audience.receive(.asks(item(1).id), from: participant(2)) == [])
    _ = audience.watch(item(1), isOwn: true)
    #expect(audience.receive(.asks(item(2).id), from: participant(2)) == [])
    #expect(audience.leave() == [.send(.leaves, to: nil)])
    #expect(audience.leave() == [])
  }

  // MARK: The format

  private func decoded(_ text: String) throws -> FilmAudience.Message? {
    try JSONDecoder().decode(FilmMessage.self, from: Data(text.utf8)).value
  }

  @Test("Each message is the same after its way through the wire")
  func roundTrip() throws {
    let film = item(5, replicas: 2_048, showsUndone: true)
    let messages: [FilmAudience.Message] = [
      .shows(film), .shows(item(0, replicas: 0)),
      .watches(.init(film: film.id, absence: .catchingUp)), .asks(film.id), .leaves,
    ]
    for message in messages {
      let sent = try #require(FilmMessage(message))
      let bytes = try JSONEncoder().encode(sent)
      #expect(bytes.count < 128 * 1_024)
      #expect(try JSONDecoder().decode(FilmMessage.self, from: bytes).value == message)
    }
    #expect(FilmMessage(.shows(item(1, replicas: 2_049))) == nil)
  }

  @Test("Keys of a later version are ignored")
  func unknownKeys() throws {
    let id = Data(Bytes16(high: 1, low: 2).bytes).base64EncodedString()
    #expect(
      try decoded(
        #"{"watches":{"_0":{"film":{"participant":"\#(id)","number":3,"mood":"good"},"why":1}}}"#)
        == .watches(
          .init(film: .init(participant: ParticipantUUID(Bytes16(high: 1, low: 2)), number: 3))))
    // A reason of a later version is no reason to drop the message.
    #expect(
      try decoded(
        #"{"watches":{"_0":{"film":{"participant":"\#(id)","number":3},"absence":"tea"}}}"#)
        == .watches(
          .init(film: .init(participant: ParticipantUUID(Bytes16(high: 1, low: 2)), number: 3))))
  }

  @Test("A message that is not valid is dropped", arguments: Seeds.range(200))
  func damaged(seed: UInt64) throws {
    var chance = SplitMix64(seed: seed)
    let sent = try #require(FilmMessage(.shows(item(5, replicas: 3))))
    var bytes = try JSONEncoder().encode(sent)
    for _ in 0..<Int.random(in: 1...3, using: &chance) {
      bytes[Int.random(in: bytes.indices, using: &chance)] = .random(in: 32...126, using: &chance)
    }
    let message: FilmMessage
    do { message = try JSONDecoder().decode(FilmMessage.self, from: bytes) } catch { return }
    if case .shows(let film)? = message.value { #expect(film.vector.known.count <= 3) }
  }

  @Test("A version vector with wrong numbers, or in a wrong order, is no film")
  func wrongVector() throws {
    let id = Data(Bytes16(high: 1, low: 2).bytes).base64EncodedString()
    let name = #""name":{"participant":"\#(id)","number":3}"#
    func replicas(_ numbers: UInt64...) -> String {
      Data(numbers.flatMap { Bytes16(high: $0, low: 0).bytes }).base64EncodedString()
    }
    func film(_ replicas: String, _ sequences: String) throws -> FilmAudience.Message? {
      try decoded(
        #"{"shows":{"_0":{\#(name),"replicas":"\#(replicas)","sequences":\#(sequences),"undone":false}}}"#
      )
    }
    #expect(try film(replicas(1, 2), "[1,9]") != nil)
    #expect(try film(replicas(1, 2), "[1]") == nil)
    #expect(try film(replicas(1), "[1,2]") == nil)
    #expect(try film(replicas(2, 1), "[1,2]") == nil)
    #expect(try film(replicas(1, 1), "[1,2]") == nil)
    #expect(try film(replicas(1), "[0]") == nil)
    #expect(try film(replicas(1), "[9007199254740992]") == nil)
    #expect(try film(replicas(1, 2).dropLast(4) + "AAAA", "[1,2,3]") == nil)
  }
}
