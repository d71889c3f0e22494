import BoardSync
import EaselBase
import GroupBase
import struct Foundation.Data

extension SharedBoardMessage {
  package func encoded() -> [UInt8] {
    if case .wet(let frame) = self { return frame.packed }
    let message = ProtoBoardMessage.with {
      switch self {
      case .antiEntropy(let message): $0.set(message)
      case .election(let message): $0.election = message.proto
      case .responder(let message): $0.responder = message.proto
      case .presence(let message):
        $0.counter = message.counter
        $0.presence = Data(message.value)
      case .wet: break
      case .entries(let bytes): $0.entries = Data(bytes)
      case .event(let bytes): $0.event = Data(bytes)
      }
    }
    return message.bytes
  }

  /// Returns whether a message may matter to a program without a screen, which only writes entries.
  /// False for wet ink and for appearances. The first byte decides; the message is not decoded.
  package static func mayConcernKeepers(_ bytes: [UInt8]) -> Bool {
    bytes.first.map {
      keepersFields.contains($0 >> 3) && $0 < 128 && !WetForm.isWet($0)
    } ?? false
  }

  /// The numbers of the fields from `entries` to `responder`.
  private static let keepersFields: ClosedRange<UInt8> = 4...12

  /// Reads a message; accepts any bytes and throws if they are not valid. Nil for a message of a
  /// newer version that this version may ignore.
  package init?(decoding bytes: [UInt8]) throws(CodecError) {
    if let first = bytes.first, WetForm.isWet(first) {
      self = .wet(try WetFrame(decoding: bytes))
      return
    }
    let message = try ProtoBoardMessage(bytes: bytes, named: "board")
    switch message.content {
    case .presence(let value):
      let value = try Self.opaque(value, Self.presenceBytesMax, "presence")
      self = .presence(.init(counter: message.counter, value: value))
    case .entries(let run):
      self = .entries(try Self.opaque(run, Self.entriesBytesMax, "entries"))
    case .event(let event): self = .event(try Self.opaque(event, Self.eventBytesMax, "event"))
    case .digest(let summary): self = .antiEntropy(.digest(KnowledgeSummary(summary)))
    case .compare(let part): self = .antiEntropy(.compare(try VectorPart(decoding: part)))
    case .answer(let answer):
      self = .antiEntropy(
        .answer(
          VectorPartAnswer(
            heads: try answer.heads.decoded(), hasMore: answer.hasMore_p, isLast: answer.isLast)))
    case .wanted(let ranges): self = .antiEntropy(.wanted(try ranges.decoded()))
    case .supplied(let ranges): self = .antiEntropy(.supplied(try ranges.decoded()))
    case .election(let election):
      guard let message = try ElectionMessage(decoding: election) else { return nil }
      self = .election(message)
    case .responder(let responder):
      guard let message = try ResponderMessage(decoding: responder) else { return nil }
      self = .responder(message)
    case nil: return nil
    }
  }

  private static func opaque(_ data: Data, _ max: Int, _ field: String) throws(CodecError)
    -> [UInt8]
  {
    guard data.count <= max else { throw CodecError(field, .tooMany) }
    return Array(data)
  }
}

extension ProtoBoardMessage {
  fileprivate mutating func set(_ message: AntiEntropyMessage) {
    switch message {
    case .digest(let summary): digest = summary.proto
    case .compare(let part): compare = part.proto
    case .answer(let vector):
      answer = .with {
        $0.heads = ProtoHeads(vector.heads)
        $0.hasMore_p = vector.hasMore
        $0.isLast = vector.isLast
      }
    case .wanted(let ranges): wanted = ProtoRanges(ranges)
    case .supplied(let ranges): supplied = ProtoRanges(ranges)
    }
  }
}

extension KnowledgeSummary {
  fileprivate var proto: ProtoKnowledgeSummary {
    .with {
      $0.salt = salt
      $0.count = count
      $0.vectorHigh = vector.high
      $0.vectorLow = vector.low
      $0.stateHigh = state.high
      $0.stateLow = state.low
    }
  }

  fileprivate init(_ summary: ProtoKnowledgeSummary) {
    self.init(
      salt: summary.salt, vector: Bytes16(high: summary.vectorHigh, low: summary.vectorLow),
      count: summary.count, state: Bytes16(high: summary.stateHigh, low: summary.stateLow))
  }
}

extension VectorPart {
  fileprivate var proto: ProtoVectorPart {
    .with {
      $0.summary = summary.proto
      if let after { $0.after = Data(after.raw.bytes) }
      if let through { $0.through = Data(through.raw.bytes) }
      $0.heads = ProtoHeads(heads)
    }
  }

  fileprivate init(decoding part: ProtoVectorPart) throws(CodecError) {
    self.init(
      summary: KnowledgeSummary(part.summary),
      after: try Self.bound(part.after, "after"), through: try Self.bound(part.through, "through"),
      heads: try part.heads.decoded())
  }

  private static func bound(_ data: Data, _ field: String) throws(CodecError) -> ReplicaID? {
    data.isEmpty ? nil : ReplicaID(try Bytes16(decoding: data, field))
  }
}

extension ElectionMessage {
  fileprivate var proto: ProtoElection {
    switch self {
    case .canvass(let term, let knowledge): ProtoElection(.canvass, term, knowledge)
    case .support(let term): ProtoElection(.support, term)
    case .requestVote(let term, let knowledge): ProtoElection(.stand, term, knowledge)
    case .vote(let term): ProtoElection(.vote, term)
    case .heartbeat(let term): ProtoElection(.heartbeat, term)
    case .heard(let term): ProtoElection(.heard, term)
    case .refuse(let term): ProtoElection(.refuse, term)
    }
  }

  fileprivate init?(decoding election: ProtoElection) throws(CodecError) {
    let term = Term(election.term)
    let knowledge =
      election.hasKnowledge ? try VersionVector(decoding: election.knowledge) : nil
    switch election.kind {
    case .canvass: self = .canvass(term, knowledge: knowledge)
    case .support: self = .support(term)
    case .stand: self = .requestVote(term, knowledge: knowledge)
    case .vote: self = .vote(term)
    case .heartbeat: self = .heartbeat(term)
    case .heard: self = .heard(term)
    case .refuse: self = .refuse(term)
    case .unknown, .UNRECOGNIZED: return nil
    }
  }
}

extension ProtoElection {
  fileprivate init(_ kind: Kind, _ term: Term, _ knowledge: VersionVector? = nil) {
    self.init()
    self.kind = kind
    self.term = term.raw
    if let knowledge { self.knowledge = knowledge.columns }
  }
}

extension ResponderMessage {
  fileprivate var proto: ProtoResponder {
    switch self {
    case .request(let vector): ProtoResponder(.request, vector)
    case .assign(let newcomer, let vector): ProtoResponder(.assign, vector, newcomer)
    case .ask(let vector): ProtoResponder(.ask, vector)
    case .answering(let vector): ProtoResponder(.answering, vector)
    }
  }

  fileprivate init?(decoding responder: ProtoResponder) throws(CodecError) {
    let vector = try VersionVector(decoding: responder.knowledge)
    switch responder.kind {
    case .request: self = .request(vector)
    case .assign:
      self = .assign(ParticipantID(MemberID(responder.member), join: responder.join), vector)
    case .ask: self = .ask(vector)
    case .answering: self = .answering(vector)
    case .unknown, .UNRECOGNIZED: return nil
    }
  }
}

extension ProtoResponder {
  fileprivate init(_ kind: Kind, _ vector: VersionVector, _ newcomer: ParticipantID? = nil) {
    self.init()
    self.kind = kind
    knowledge = vector.columns
    member = newcomer?.member.raw ?? 0
    join = newcomer?.join ?? 0
  }
}
