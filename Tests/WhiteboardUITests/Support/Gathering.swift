@testable import BoardEditor
@testable import BoardView
@testable import SessionUI
@testable import ScreenCommands
import BoardCodec
import BoardDocument
import BoardEvents
import BoardLog
import BoardModel
import BoardRendering
import CellFrame
import EaselBase

@testable import WhiteboardUI

/// Several people, each at a whiteboard of their own, in one call: messages between them arrive at
/// once and in order.
struct Gathering {
  var desks: [Desk] = []
  /// The entries of each session's board, as its members' files have them.
  private(set) var entries: [Bytes16: [Entry]] = [:]
  private var members: [Bytes16: [Int]] = [:]
  private var invitations: [Bytes16: Invitation] = [:]
  private var unsent: [[Entry]] = []
  private var wet: [Int: GuestItem] = [:]
  private var boards: [Int: LoadedBoard] = [:]
  private var count: UInt64 = 0
  /// The log with which every board begins.
  private let log: Log
  private var watchers: Set<Int> = []
  /// Whether recorded entries reach no other desk for now.
  private var isApart = false
  /// The number of each desk's effects that have been carried to the others.
  private var read: [Int] = []

  static let names = ["Ann", "Bea", "Cal", "Dan", "Eve"]

  init(
    _ people: Int, columns: Int = 80, rows: Int = 24, raster: Raster = .braille,
    theme: Theme = .terminal, colors: [PaletteColor] = [.orange, .cyan, .green, .pink, .red],
    room: BoardQuota = BoardQuota(), allowances: Log.Allowances = Log.Allowances(),
    genesis: BoardGenesis = .unowned,
    setup change: (inout Whiteboard.Setup, Int) -> Void = { _, _ in }
  ) {
    log = Log(genesis, allowances: allowances)
    for seat in 0..<people {
      let replicaGenesis = Self.replicaGenesis(of: seat, board: 0)
      var board = Desk.fresh
      board.replicaGenesis = replicaGenesis
      board.log = log
      board.path = "/\(Self.names[seat])"
      board.name = SafeText("\(Self.names[seat])'s sketch")
      let desk = Desk(
        columns: columns, rows: rows, raster: raster, theme: theme, board: board,
        coding: Desk.reading, room: room
      ) {
        $0.person = Person(
          author: replicaGenesis.author, name: SafeText(Self.names[seat]),
          color: colors[seat % colors.count].color)
        ($0.hasCall, $0.makesTickets) = (true, true)
        change(&$0, seat)
      }
      desks.append(desk)
      unsent.append([])
      read.append(0)
    }
    for seat in desks.indices { handle(.call(.eligibility(people > 1)), at: seat) }
  }

  static func replicaGenesis(of seat: Int, board: UInt8) -> ReplicaGenesis {
    ReplicaGenesis(
      publicKey: Array(repeating: UInt8(seat + 1), count: 32),
      nonce: Array(repeating: board, count: 16))
  }

  static func seat(_ seat: Int) -> Bytes16 { Bytes16(high: 7, low: UInt64(seat)) }

  // MARK: What somebody does

  mutating func handle(_ event: BoardEvent, at seat: Int) { handle(.board(event), at: seat) }

  mutating func handle(_ event: Event, at seat: Int) {
    desks[seat].handle(event)
    carry()
  }

  /// A person does something at their whiteboard.
  mutating func at(_ seat: Int, _ deed: (inout Desk) -> Void) {
    for other in desks.indices {
      let now = desks.map(\.now.uptime).max() ?? 0
      desks[other].pass(now - desks[other].now.uptime)
    }
    deed(&desks[seat])
    carry()
  }

  mutating func wait(_ milliseconds: Int64) {
    for seat in desks.indices { at(seat) { $0.wait(seat == 0 ? milliseconds : 0) } }
  }

  /// The first shares, the others join.
  mutating func meet() {
    at(0) { $0.type("S") }
    for seat in desks.indices.dropFirst() {
      at(seat) { $0.type("Sj") }
    }
  }

  /// Entries recorded meanwhile reach no other desk; afterwards they reach all.
  mutating func apart(_ deeds: (inout Gathering) -> Void) {
    isApart = true
    deeds(&self)
    isApart = false
    for seat in desks.indices {
      if let session = session(of: seat) { send(from: seat, in: session) }
    }
    carry()
  }

  // MARK: What a shell does

  private mutating func carry() {
    while let seat = desks.indices.first(where: { read[$0] < desks[$0].effects.count }) {
      let effect = desks[seat].effects[read[seat]]
      read[seat] += 1
      perform(effect, of: seat)
    }
  }

  private mutating func perform(_ effect: Effect, of seat: Int) {
    switch effect {
    case .board(.keep(var entry)):
      entry.signature = entry.digest.bytes
      unsent[seat].append(entry)
      desks[seat].kept(entry.id)
      if let session = session(of: seat) { send(from: seat, in: session) }
    case .open(let path): desks[seat].open(fresh(named: path, for: seat))
    case .board(.newBoard): desks[seat].open(fresh(named: "new", for: seat))
    case .board(.call(let effect)): perform(effect, of: seat)
    case .board(.session(let effect, let session)): perform(effect, of: seat, in: session)
    default: break
    }
  }

  private mutating func fresh(named name: String, for seat: Int) -> LoadedBoard {
    count += 1
    unsent[seat] = []
    var board = Desk.fresh
    board.log = log
    board.replicaGenesis = Self.replicaGenesis(of: seat, board: UInt8(truncatingIfNeeded: count))
    (board.path, board.name) = ("/\(name)-\(count)", SafeText(name))
    return board
  }

  private mutating func perform(_ effect: CallEffect, of seat: Int) {
    switch effect {
    case .share(let invitation): share(invitation, by: seat)
    case .join(let session):
      desks[seat].handle(.pausing)
      let board = fresh(named: "shared", for: seat)
      members[session, default: []].append(seat)
      desks[seat].enter(session, as: Self.seat(seat), on: board)
      receive(entries[session] ?? [], at: seat, in: session)
      tellRoster(of: session)
      desks[seat].handle(.session(.caughtUp, in: session))
    case .leave: leave(seat, .left)
    case .endForEveryone:
      guard let session = session(of: seat) else { return }
      let name = SafeText(Self.names[seat])
      for member in members[session] ?? [] {
        desks[member].handle(.session(.ended(.ended(by: name)), in: session))
      }
      members[session] = []
    case .describe(let miniature):
      guard let session = session(of: seat), var invitation = invitations[session] else { return }
      invitation.miniature = miniature
      invitations[session] = invitation
      for other in desks.indices {
        desks[other].handle(.call(.described(session, title: invitation.title, miniature)))
      }
    case .stage: desks[seat].handle(.call(.staged))
    case .unstage: desks[seat].handle(.call(.unstaged))
    case .rule(let ruling, let subject): rule(ruling, subject.id)
    case .answer, .askFirst, .makeTickets, .renewTickets, .goOn: break
    }
  }

  private mutating func rule(_ ruling: Ruling, _ id: Bytes16) {
    let subject = Int(id.low)
    // Others are only in the call.
    guard id == Self.seat(subject), let session = session(of: subject) else { return }
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
    tellRoster(of: session)
  }

  private mutating func share(_ invitation: Invitation, by seat: Int) {
    count += 1
    let new = Bytes16(high: 9, low: count)
    let old = session(of: seat)
    members[new] = [seat]
    invitations[new] = invitation
    entries[new] = unsent[seat]
    desks[seat].handle(.call(.entered(Entrance(session: new, me: Self.seat(seat)))))
    let offer = JoinableSession(session: new, invitation: invitation, replaces: old)
    for other in desks.indices where other != seat {
      if let old, members[old]?.contains(other) == true {
        desks[other].handle(.session(.ended(.replaced(by: new)), in: old))
      }
      desks[other].handle(.call(.offered(offer)))
    }
    if let old { members[old] = [] }
    tellRoster(of: new)
  }

  /// The one that the first is in.
  var session: Bytes16 { session(of: 0) ?? Bytes16(high: 0, low: 0) }

  private func session(of seat: Int) -> Bytes16? {
    members.first { $0.value.contains(seat) }?.key
  }

  mutating func leave(_ seat: Int, _ ending: Ending) {
    guard let session = session(of: seat) else { return }
    members[session]?.removeAll { $0 == seat }
    desks[seat].handle(.session(.ended(ending), in: session))
    tellRoster(of: session)
    guard members[session]?.isEmpty == false, let invitation = invitations[session] else { return }
    desks[seat].handle(.call(.offered(JoinableSession(session: session, invitation: invitation))))
  }

  mutating func tellRoster(of session: Bytes16, watching: Set<Int> = []) {
    let present = (members[session] ?? []).map {
      SessionParticipant(
        id: Self.seat($0), mayDraw: !watching.union(watchers).contains($0))
    }
    for member in members[session] ?? [] {
      desks[member].handle(.session(.participants(present), in: session))
      for other in members[session] ?? [] where other != member {
        guard let shown = desks[other].board.sessions.presence.session?.shown else { continue }
        desks[member].handle(.session(.appeared(shown, Self.seat(other)), in: session))
      }
    }
    carry()
  }

  /// Sends what is on the disk of this one to the others.
  private mutating func send(from seat: Int, in session: Bytes16) {
    guard !isApart else { return }
    let known = Set((entries[session] ?? []).map(\.id))
    let sent = unsent[seat].filter { !known.contains($0.id) }
    entries[session, default: []] += sent
    for member in members[session] ?? [] where member != seat {
      receive(sent, at: member, in: session)
    }
  }

  /// - Returns: what became of them.
  @discardableResult
  mutating func receive(_ entries: [Entry], at seat: Int, in session: Bytes16) -> Received {
    defer { carry() }
    return desks[seat].receive(entries, in: session)
  }

  private mutating func perform(_ effect: SessionEffect, of seat: Int, in session: Bytes16) {
    guard members[session]?.contains(seat) == true else { return }
    func all(_ event: SessionEvent) {
      for member in members[session] ?? [] where member != seat {
        desks[member].handle(.session(event, in: session))
      }
    }
    switch effect {
    case .penBegan(let entry, let style, let point):
      let id = GuestItem.ID(participant: Self.seat(seat), number: entry.sequence.raw)
      let stroke = GuestItem(id: id, entry: entry, item: .stroke(style), runs: [[point]])
      wet[seat] = stroke
      all(.wets([stroke]))
    case .penMoved(let points):
      guard var longer = wet[seat] else { break }
      longer.append(points, toRun: 0)
      wet[seat] = longer
      all(.wets([longer]))
    case .typed(let entry, let label):
      let id = GuestItem.ID(participant: Self.seat(seat), number: entry.sequence.raw)
      let item = GuestItem(id: id, entry: entry, item: .label(label), runs: [[label.origin]])
      wet[seat] = item
      all(.wets([item]))
    case .penFinished: wet[seat] = nil
    case .penAbandoned:
      if let stroke = wet[seat] { all(.wetGone(stroke.id)) }
      wet[seat] = nil
    case .appear(let appearance): all(.appeared(appearance, Self.seat(seat)))
    case .notify(let happening): all(.happened(happening, by: Self.seat(seat)))
    }
  }
}
