import OpenGroupActivities

/// The peers of one session, and the keys that the program accepted. Decides when a peer is connected:
/// once its participant is in the group session, has named its id, and its key is accepted.
struct PeerTable {
  /// A key of a peer, which the program accepts or refuses.
  struct Question: Hashable {
    let peer: MCPeerID
    let key: [UInt8]
  }

  /// An event for the session's delegate.
  enum Change: Hashable {
    case state(MCPeerID, MCSessionState)
    case data([UInt8], from: MCPeerID)
    case question(Question)
  }

  private struct Member {
    var question: Question?
    /// Whether the group session shows the participant.
    var isShown = false
    /// Messages that came before the peer was connected.
    var held: [[UInt8]] = []
    /// The memory of the held messages, about, in bytes. Each message has a cost of its own.
    var heldBytes: Int { held.reduce(64 * held.count) { $0 + $1.count } }
  }

  private let own: MCPeerID
  private var members: [Participant: Member] = [:]
  private var connecting: Set<MCPeerID> = []
  /// The answers of the program; nil for a question without an answer yet.
  private var answers: [Question: Bool?] = [:]
  private(set) var connected: [MCPeerID: Participant] = [:]

  /// The maximum number of other peers.
  static let othersMax = MCSession.maximumNumberOfPeers - 1
  /// The maximum number of messages that wait for one peer to be connected.
  static let heldMax = 64
  /// The maximum number of bytes that wait for all peers.
  static let heldBytesMax = 1_024 * 1_024
  /// The maximum number of members that name an id.
  static let introducedMax = 16

  init(own: MCPeerID) { self.own = own }

  /// Whether as many peers as possible are connected.
  var isFull: Bool { connected.count >= Self.othersMax }

  /// The memory of all messages that wait, about, in bytes.
  var heldBytes: Int { members.values.reduce(0) { $0 + $1.heldBytes } }

  // MARK: Invitations

  /// Notes that a connection to a peer is being made.
  mutating func begin(_ peer: MCPeerID) -> [Change] {
    guard connected[peer] == nil, connecting.insert(peer).inserted else { return [] }
    return [.state(peer, .connecting)]
  }

  /// Notes that no connection to a peer was made.
  mutating func fail(_ peer: MCPeerID) -> [Change] {
    connecting.remove(peer) == nil ? [] : [.state(peer, .notConnected)]
  }

  // MARK: Keys

  /// Asks the program about a key, once.
  mutating func ask(_ question: Question) -> [Change] {
    guard answers[question] == nil else { return [] }
    answers[question] = .some(nil)
    return [.question(question)]
  }

  /// Returns the answer of the program; nil if there is none yet.
  func answer(to question: Question) -> Bool? { answers[question] ?? nil }

  /// Notes the answer of the program. A second answer changes nothing.
  mutating func answer(_ question: Question, accepts: Bool) -> [Change] {
    guard case .some(nil) = answers[question] else { return [] }
    answers[question] = accepts
    if !accepts {
      for (participant, member) in members where member.question == question {
        members[participant]?.held = []
      }
    }
    return changes() + (accepts ? [] : fail(question.peer))
  }

  // MARK: Members

  /// Notes the id that a participant named. Only the first one counts, and only if not too many members
  /// have named theirs.
  mutating func introduce(_ participant: Participant, as question: Question) -> [Change] {
    guard members[participant]?.question == nil, question.peer != own,
      members.values.count(where: { $0.question != nil }) < Self.introducedMax
    else { return [] }
    members[participant, default: Member()].question = question
    return ask(question) + changes()
  }

  /// Notes the other participants of the group session.
  mutating func show(_ participants: Set<Participant>) -> [Change] {
    members = members.filter { !$0.value.isShown || participants.contains($0.key) }
    for participant in participants { members[participant, default: Member()].isShown = true }
    return changes()
  }

  mutating func receive(_ bytes: [UInt8], from participant: Participant) -> [Change] {
    if let peer = members[participant]?.question?.peer, connected[peer] == participant {
      return [.data(bytes, from: peer)]
    }
    hold(bytes, from: participant)
    return []
  }

  /// Keeps a message until its sender is connected, unless the sender cannot be connected now, or too
  /// much is kept.
  private mutating func hold(_ bytes: [UInt8], from participant: Participant) {
    var member = members[participant] ?? Member()
    let isRefused = member.question.map { answer(to: $0) == false } ?? false
    guard !isFull, !isRefused, member.held.count < Self.heldMax else { return }
    let before = member.heldBytes
    member.held.append(bytes)
    let total = heldBytes - before + member.heldBytes
    if total <= Self.heldBytesMax { members[participant] = member }
  }

  /// Forgets the members of a call in which no peer is connected.
  mutating func forgetMembers() { members = [:] }

  /// Forgets all peers, and all answers about keys.
  mutating func end() -> [Change] {
    let peers = Set(connected.keys).union(connecting)
    self = PeerTable(own: own)
    return peers.sorted { $0.precedes($1) }.map { .state($0, .notConnected) }
  }

  private mutating func changes() -> [Change] {
    var changes: [Change] = []
    for (peer, participant) in connected where members[participant] == nil {
      connected[peer] = nil
      changes.append(.state(peer, .notConnected))
    }
    // The order is fixed, so that the same events have the same outcome.
    for (participant, member) in members.sorted(by: { $0.key.id.uuidString < $1.key.id.uuidString })
    {
      guard let question = member.question, member.isShown, answer(to: question) == true,
        connected[question.peer] == nil, !isFull
      else { continue }
      connected[question.peer] = participant
      connecting.remove(question.peer)
      members[participant]?.held = []
      changes.append(.state(question.peer, .connected))
      changes += member.held.map { .data($0, from: question.peer) }
    }
    if isFull { for participant in members.keys { members[participant]?.held = [] } }
    return changes
  }
}
