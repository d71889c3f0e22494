import BoardCodec
import BoardContract
import BoardDocument
import BoardLog
import BoardModel
import BoardRendering
import CellFrame
import EaselBase

@testable import BoardEditor
@testable import BoardView
@testable import ScreenContract
@testable import SessionUI
@testable import WhiteboardUI

/// Several people, each at a whiteboard of their own, in one call. No network lies between them: a
/// request to the call or to the session reaches the others at once and in order.
struct WhiteboardWorld {
  var desks: [Desk] = []
  /// The entries of each session's board, as its members' files have them.
  private(set) var entries: [SessionUUID: [Entry]] = [:]
  private var members: [SessionUUID: [Int]] = [:]
  private var invitations: [SessionUUID: Invitation] = [:]
  private var unsent: [[Entry]] = []
  private var wet: [Int: GuestItem] = [:]
  private var boards: [Int: LoadedBoard] = [:]
  private var count: UInt64 = 0
  /// The log with which every board begins.
  private let log: Log
  private var watchers: Set<Int> = []
  /// The path of the board about which each desk is asked, as long as it has not answered.
  private(set) var questions: [Int: String] = [:]
  /// The desks that are screens on a wall.
  private var displays: Set<Int> = []
  /// The desks whose users the lock made watchers.
  private var locked: Set<Int> = []
  private(set) var playback = IdealPlayback()
  /// The events about films that reach the others later; nil if they reach them at once.
  private var lateFilmEvents: [(IdealPlayback.Delivery, session: SessionUUID)]?
  /// Whether recorded entries reach no other desk for now.
  private var isApart = false
  /// The number of each desk's effects that have been carried to the others.
  private var read: [Int] = []

  static let names = ["Ann", "Bea", "Cal", "Dan", "Eve"]

  init(
    _ people: Int, columns: Int = 80, rows: Int = 24, raster: Raster = .braille,
    theme: Theme = .terminal, colors: [PaletteColor] = [.orange, .cyan, .green, .pink, .red],
    quota: BoardQuota = BoardQuota(), allowances: Log.Allowances = Log.Allowances(),
    genesis: BoardGenesis = .unowned,
    setup change: (inout Whiteboard.Setup, Int) -> Void = { _, _ in }
  ) {
    log = Log(genesis, allowances: allowances)
    for index in 0..<people {
      let replicaGenesis = Self.replicaGenesis(of: index, board: 0)
      var board = Desk.fresh
      board.replicaGenesis = replicaGenesis
      board.log = log
      board.path = "/\(Self.names[index])"
      board.name = SafeText("\(Self.names[index])'s sketch")
      let desk = Desk(
        columns: columns, rows: rows, raster: raster, theme: theme, board: board,
        coding: Desk.reading, quota: quota
      ) {
        $0.person = Person(
          author: replicaGenesis.author, name: SafeText(Self.names[index]),
          color: colors[index % colors.count].color)
        ($0.hasCall, $0.makesTickets) = (true, true)
        change(&$0, index)
      }
      if desk.board.setup.purpose == .wall { displays.insert(index) }
      desks.append(desk)
      unsent.append([])
      read.append(0)
    }
    let isEligible = people - displays.count > 1
    for index in desks.indices { handle(.call(.eligibility(isEligible)), at: index) }
  }

  static func replicaGenesis(of index: Int, board: UInt8) -> ReplicaGenesis {
    ReplicaGenesis(
      publicKey: Array(repeating: UInt8(index + 1), count: 32),
      nonce: Array(repeating: board, count: 16))
  }

  static func participant(_ index: Int) -> ParticipantUUID {
    ParticipantUUID(Bytes16(high: 7, low: UInt64(index)))
  }

  // MARK: What somebody does

  mutating func handle(_ event: BoardEvent, at index: Int) { handle(.board(event), at: index) }

  mutating func handle(_ event: Event, at index: Int) {
    desks[index].handle(event)
    carry()
  }

  /// A person does something at their whiteboard.
  mutating func at(_ index: Int, _ deed: (inout Desk) -> Void) {
    for other in desks.indices {
      let now = desks.map(\.now.uptime).max() ?? 0
      desks[other].pass(now - desks[other].now.uptime)
    }
    deed(&desks[index])
    carry()
  }

  mutating func wait(_ milliseconds: Int64) {
    for index in desks.indices { at(index) { $0.wait(index == 0 ? milliseconds : 0) } }
  }

  /// The first shares, the others join.
  mutating func meet() {
    at(0) { desk in
      desk.type("S")
      // Right after a shape, the key waits for further letters.
      if let end = desk.board.writing.holdsUntil { desk.wait(end - desk.now.uptime) }
    }
    for index in desks.indices.dropFirst() {
      at(index) { $0.type("Sj") }
    }
  }

  /// The same people, all of them in one session.
  func inSession() -> WhiteboardWorld {
    var world = self
    world.meet()
    return world
  }

  /// Entries recorded meanwhile reach no other desk; afterwards they reach all.
  mutating func apart(_ deeds: (inout WhiteboardWorld) -> Void) {
    isApart = true
    deeds(&self)
    isApart = false
    for index in desks.indices {
      if let session = session(of: index) { send(from: index, in: session) }
    }
    carry()
  }

  /// Events about films reach the other desks only after all of these deeds.
  mutating func atOnce(_ deeds: (inout WhiteboardWorld) -> Void) {
    lateFilmEvents = []
    deeds(&self)
    let late = lateFilmEvents ?? []
    lateFilmEvents = nil
    for (delivery, session) in late { deliver([delivery], in: session) }
    carry()
  }

  // MARK: What a shell does

  private mutating func carry() {
    while let index = desks.indices.first(where: { read[$0] < desks[$0].effects.count }) {
      let effect = desks[index].effects[read[index]]
      read[index] += 1
      perform(effect, of: index)
    }
  }

  private mutating func perform(_ effect: Effect, of index: Int) {
    switch effect {
    case .board(.keep(var entry)):
      entry.signature = entry.digest.bytes
      unsent[index].append(entry)
      desks[index].kept(entry.id)
      if let session = session(of: index) { send(from: index, in: session) }
    case .open(let path): desks[index].open(fresh(named: path, for: index))
    case .board(.newBoard): desks[index].open(fresh(named: "new", for: index))
    case .board(.call(let effect)): perform(effect, of: index)
    case .board(.session(let effect, let session)): perform(effect, of: index, in: session)
    case .board(.playback(let effect)): perform(effect, of: index)
    default: break
    }
  }

  private mutating func fresh(named name: String, for index: Int) -> LoadedBoard {
    count += 1
    unsent[index] = []
    var board = Desk.fresh
    board.log = log
    board.replicaGenesis = Self.replicaGenesis(of: index, board: UInt8(truncatingIfNeeded: count))
    (board.path, board.name) = ("/\(name)-\(count)", SafeText(name))
    return board
  }

  private mutating func perform(_ effect: CallEffect, of index: Int) {
    switch effect {
    case .share(let invitation): share(invitation, by: index)
    case .join(let session):
      desks[index].handle(.pausing)
      let board = fresh(named: "shared", for: index)
      members[session, default: []].append(index)
      desks[index].enter(session, as: Self.participant(index), on: board)
      receive(entries[session] ?? [], at: index, in: session)
      sendRoster(of: session)
      desks[index].handle(.session(.caughtUp, in: session))
      deliver(playback.offers(to: index, among: members[session] ?? []), in: session)
    case .leave: leave(index, .left)
    case .endForEveryone:
      guard let session = session(of: index) else { return }
      let name = SafeText(Self.names[index])
      for member in members[session] ?? [] {
        desks[member].handle(.session(.ended(.ended(by: name)), in: session))
      }
      members[session] = []
    case .describe(let miniature):
      guard let session = session(of: index), var invitation = invitations[session] else { return }
      invitation.miniature = miniature
      invitations[session] = invitation
      for other in desks.indices {
        desks[other].handle(.call(.described(session, title: invitation.title, miniature)))
      }
    case .stage: desks[index].handle(.call(.staged))
    case .ring:
      if session(of: index) == nil { desks[index].handle(.call(.staged)) }
    case .unstage: desks[index].handle(.call(.unstaged))
    case .rule(let ruling, let subject): rule(ruling, subject.id)
    case .prepare(let path, _):
      questions[index] = path
      desks[index].handle(.call(.preparing(path: path)))
    case .choose(let choice):
      guard let path = questions.removeValue(forKey: index) else { break }
      desks[index].handle(.call(.prepared(path: path, choice)))
    case .requestForeground: desks[index].handle(.call(.foregroundRequested))
    case .lock(let spared): lock(sparing: Set(spared), by: index)
    case .unlock:
      watchers.subtract(locked)
      locked = []
      showLock(by: nil)
    case .keepTickets(let life): desks[index].handle(.call(.ticketLife(life)))
    case .answer, .askFirst, .makeTickets, .renewTickets, .goOn, .findPeople, .answerRing,
      .discover, .meet, .answerMeeting:
      break
    }
  }

  /// Locks the board, as the keys of a call do it.
  mutating func lock(sparing spared: Set<ParticipantUUID>, by locker: Int) {
    let present = session(of: locker).flatMap { members[$0] } ?? []
    locked = Set(present).subtracting([locker])
      .filter { !spared.contains(Self.participant($0)) && !watchers.contains($0) }
    watchers.formUnion(locked)
    showLock(by: locker)
  }

  private mutating func showLock(by locker: Int?) {
    for index in desks.indices {
      let lock = locker.map { locker in
        BoardLock(
          locker: locker == index ? nil : SafeText(Self.names[locker]),
          authors: locked.map { Self.replicaGenesis(of: $0, board: 0).author },
          mayDraw: !watchers.contains(index))
      }
      desks[index].handle(.call(.locked(lock)))
    }
    sendRoster(of: session)
  }

  private mutating func rule(_ ruling: Ruling, _ id: ParticipantUUID) {
    let subject = Int(id.raw.low)
    // Others are only in the call.
    guard id == Self.participant(subject), let session = session(of: subject) else { return }
    switch ruling {
    case .watches: watchers.insert(subject)
    case .draws: watchers.remove(subject)
    case .putOut:
      members[session]?.removeAll { $0 == subject }
      desks[subject].handle(.session(.ended(.putOut), in: session))
      desks[subject].handle(.call(.over))
      for member in members[session] ?? [] {
        desks[member].handle(.session(.putOut([id]), in: session))
      }
    }
    sendRoster(of: session)
  }

  private mutating func share(_ invitation: Invitation, by index: Int) {
    count += 1
    let new = SessionUUID(Bytes16(high: 9, low: count))
    let old = session(of: index)
    members[new] = [index]
    invitations[new] = invitation
    entries[new] = unsent[index]
    desks[index].handle(.call(.entered(Entrance(session: new, me: Self.participant(index)))))
    let offer = JoinableSession(session: new, invitation: invitation, replaces: old)
    for other in desks.indices where other != index {
      if let old, members[old]?.contains(other) == true {
        desks[other].handle(.session(.ended(.replaced(by: new)), in: old))
      }
      desks[other].handle(.call(.offered(offer)))
    }
    if let old { members[old] = [] }
    sendRoster(of: new)
  }

  /// The one that the first is in.
  var session: SessionUUID { session(of: 0) ?? SessionUUID(Bytes16(high: 0, low: 0)) }

  private func session(of index: Int) -> SessionUUID? {
    members.first { $0.value.contains(index) }?.key
  }

  mutating func leave(_ index: Int, _ ending: Ending) {
    guard let session = session(of: index) else { return }
    members[session]?.removeAll { $0 == index }
    desks[index].handle(.session(.ended(ending), in: session))
    sendRoster(of: session)
    guard members[session]?.isEmpty == false, let invitation = invitations[session] else { return }
    desks[index].handle(.call(.offered(JoinableSession(session: session, invitation: invitation))))
  }

  mutating func sendRoster(of session: SessionUUID, watching: Set<Int> = []) {
    let present = (members[session] ?? []).map {
      SessionParticipant(
        id: Self.participant($0),
        mayDraw: !watching.union(watchers).union(displays).contains($0),
        kind: displays.contains($0) ? .display : .person)
    }
    for member in members[session] ?? [] {
      desks[member].handle(.session(.participants(present), in: session))
      for other in members[session] ?? [] where other != member {
        guard let shown = desks[other].board.sessions.presence.session?.shown else { continue }
        desks[member].handle(.session(.appeared(shown, Self.participant(other)), in: session))
      }
    }
    carry()
  }

  /// Sends what is on the disk of this one to the others.
  private mutating func send(from index: Int, in session: SessionUUID) {
    guard !isApart else { return }
    let known = Set((entries[session] ?? []).map(\.id))
    let sent = unsent[index].filter { !known.contains($0.id) }
    entries[session, default: []] += sent
    for member in members[session] ?? [] where member != index {
      receive(sent, at: member, in: session)
    }
  }

  /// - Returns: what became of them.
  @discardableResult
  mutating func receive(_ entries: [Entry], at index: Int, in session: SessionUUID) -> Received {
    defer { carry() }
    return desks[index].receive(entries, in: session)
  }

  private mutating func perform(_ request: PlaybackRequest, of index: Int) {
    guard let session = session(of: index) else { return }
    let deliveries = playback.perform(
      request, of: index, among: members[session] ?? [], at: desks[index].now.uptime)
    guard let late = lateFilmEvents else { return deliver(deliveries, in: session) }
    lateFilmEvents = late + deliveries.filter { $0.desk != index }.map { ($0, session) }
    deliver(deliveries.filter { $0.desk == index }, in: session)
  }

  private mutating func deliver(_ deliveries: [IdealPlayback.Delivery], in session: SessionUUID) {
    for (index, event) in deliveries { desks[index].handle(.playback(event, in: session)) }
  }

  private mutating func perform(_ effect: SessionEffect, of index: Int, in session: SessionUUID) {
    guard members[session]?.contains(index) == true else { return }
    func all(_ event: SessionEvent) {
      for member in members[session] ?? [] where member != index {
        desks[member].handle(.session(event, in: session))
      }
    }
    switch effect {
    case .penBegan(let entry, let style, let point):
      let id = GuestItem.ID(participant: Self.participant(index), number: entry.sequence.raw)
      let stroke = GuestItem(id: id, entry: entry, item: .stroke(style), runs: [[point]])
      wet[index] = stroke
      all(.wets([stroke]))
    case .penMoved(let points):
      guard var longer = wet[index] else { break }
      longer.append(points, toRun: 0)
      wet[index] = longer
      all(.wets([longer]))
    case .typed(let entry, let label):
      let id = GuestItem.ID(participant: Self.participant(index), number: entry.sequence.raw)
      let item = GuestItem(id: id, entry: entry, item: .label(label), runs: [[label.origin]])
      wet[index] = item
      all(.wets([item]))
    case .penFinished: wet[index] = nil
    case .penAbandoned:
      if let stroke = wet[index] { all(.wetGone(stroke.id)) }
      wet[index] = nil
    case .appear(let appearance): all(.appeared(appearance, Self.participant(index)))
    case .notify(let notice): all(.happened(notice, by: Self.participant(index)))
    }
  }
}
