import BoardCodec
import BoardContract
import BoardLog
import BoardModel
import BoardSync
import EaselBase
import GroupBase
import GroupCore
import GroupTesting

/// A hostile member that may only watch. Its attacks are on the decisions of others: who has a place,
/// who waits for whom, and who said what.
struct HostileWatcher {
  let player: Player
  let context: PlayerContext

  /// The attacks of all hostile watchers of a world.
  struct Attacks {
    /// Whether a watcher took many links. Once is enough, since so many links take long to simulate.
    fileprivate var hasCrowded = false
    /// The number of messages in the names of others.
    fileprivate var forgeries = 0
  }

  /// Marks the invented reports about the entries that this member knows.
  private static let liesSalt: UInt64 = 1

  /// Makes more links to an honest member than a member accepts. The member closes them after some time,
  /// since no greeting comes over them.
  func crowdLinks() {
    guard !context.world.watcherAttacks.hasCrowded,
      let victim = among(
        context.world.people.filter { !$0.lies && $0.mayDraw }.compactMap(\.process))
    else { return }
    context.world.watcherAttacks.hasCrowded = true
    for _ in 0..<AdmissionRule.links.capacity + 20 {
      connectSilently(to: victim)
    }
  }

  /// Makes a link over which this member never sends anything.
  private func connectSilently(to victim: SimulatedProcess) {
    let world = context.world
    let link = world.links.connect(
      world.links.next(), of: context.process.member, to: victim.member)
    world.handle(victim) { $0.opened(link, isDialled: false, rank: world.rank(beyond:), at: $1) }
  }

  /// Whether the program of this member never sends a message. It sends no true reports about the
  /// entries that this member knows.
  func keepsBack(_ message: SharedBoardMessage) -> Bool {
    guard case .antiEntropy(.digest(let summary)) = message else { return false }
    let attacks = context.world.plan.crowded?.hostile[context.person.index]
    return attacks?.contains(.claims) == true && summary.salt != Self.liesSalt
  }

  /// Claims that this member knows more or fewer entries than it does, and that it answers
  /// newcomers.
  func claim() {
    let last = SequenceNumber(1 << (1 + UInt64(context.world.chance.below(50))))
    let far = VersionVector([player.replica: last])
    let counts = [0, player.log.vector.known.values.reduce(0) { $0 &+ $1.raw }, 1 << 40]
    let summary = KnowledgeSummary(
      salt: Self.liesSalt, vector: Bytes16(high: 1, low: context.world.chance.next()),
      count: counts[context.world.chance.below(3)], state: Bytes16(high: 7, low: 7))
    let others = player.present.filter { $0 != player.participant }
    let newcomer = others.isEmpty ? nil : others[context.world.chance.below(others.count)]
    let lies: [SharedBoardMessage] = [
      .responder(.answering(VersionVector())), .responder(.answering(far)),
      .antiEntropy(.digest(summary)),
      .responder(.assign(newcomer ?? player.participant, VersionVector())),
    ]
    player.send(lies[context.world.chance.below(lies.count)], to: .all, .reliable, in: context)
  }

  /// Shows an appearance in the name of an honest watcher. All members have the keys for this, and
  /// only the watcher itself can sign.
  func speakForAnother() {
    let watchers = context.world.people.filter { !$0.lies && !$0.mayDraw }.compactMap(\.process)
    guard let bob = among(watchers), let name = bob.player?.participant else { return }
    let appearance = player.appearance(1 << 40).encoded()
    let counters: [UInt64] = [.max, 1 << 40, context.world.chance.next() % 200]
    let message = SharedBoardMessage.presence(
      .init(counter: counters[context.world.chance.below(3)], value: appearance))
    let body = ProgramCoding.call.encode(
      .passing(
        ParticipantMessage(join: name.join, name: "board", bytes: ProgramCoding.bytes(message))))
    context.world.watcherAttacks.forgeries += 1
    let count = UInt64(context.world.watcherAttacks.forgeries)
    // A watcher never uses such a number, because it signs all its messages.
    let number = count + (count - 1) / (Envelope.signedEvery - 1)
    let envelope = Envelope(origin: bob.member, number: number, to: .everyone, body: body)
    for (link, end) in context.world.links.ends(of: context.process.member) {
      send(.envelope(envelope), over: link, to: end)
    }
  }

  private func send(_ message: LinkMessage, over link: LinkID, to end: SimulatedLinks.End) {
    let (world, bytes) = (context.world, message.encoded())
    guard world.processes[end.farMember] != nil else { return }
    world.trace.add(link.raw, world.now, bytes)
    let delay = world.chance.among(world.network.weather.delayMilliseconds)
    world.agenda.note(.arrives(bytes, over: end.far), at: world.now.advanced(by: delay))
  }

  /// Asks for the colour of another participant, and names a time before all others.
  func takeColor() {
    let others = player.present.filter { $0 != player.participant }
    guard let victim = others.isEmpty ? nil : others[context.world.chance.below(others.count)],
      let wanted = player.shownAppearance(of: victim)
    else { return }
    let times = [Int64.min, 0, wanted.since - 1]
    let mine = ParticipantPresence(
      author: player.replicaGenesis.author, name: wanted.name, color: wanted.color,
      sign: wanted.sign, since: times[context.world.chance.below(3)])
    player.step(in: context) { $0.handle(.appear(mine), at: context.now, using: &$1) }
  }

  private func among(_ processes: [SimulatedProcess]) -> SimulatedProcess? {
    processes.isEmpty ? nil : processes[context.world.chance.below(processes.count)]
  }
}
