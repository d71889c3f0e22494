import EaselBase
import GroupJournal

/// A participant of a simulated journal.
struct SimulatedReader {
  let id: Bytes16
  var group: JournalGroup
  var isHere = false
  /// Whether it cannot be heard, and hears nobody.
  var isCutOff = false
  /// Whether it sends every chunk with all bits inverted.
  let isLiar: Bool
  var chunks: [Bytes16: [Int: [UInt8]]] = [:]
  /// The attachments that its program waits for.
  var awaited: Set<Bytes16> = []
  /// The liars that it has known at any time.
  var knownLiars: Set<Bytes16> = []
  var wakesAt: Uptime?

  init(_ number: UInt64, isLiar: Bool) {
    id = Bytes16(high: 5, low: number)
    let key = StandInSigner.publicKey(number)
    group = JournalGroup(
      me: id,
      signer: JournalSigner(
        publicKey: key, sign: { StandInHash.signature(of: $0, key) },
        verify: { $0 == StandInHash.signature(of: $1, $2) }, digest: StandInHash.digest))
    self.isLiar = isLiar
  }

  /// Returns a chunk as this participant sends it.
  func sentChunk(_ id: Bytes16, _ chunk: Int) -> [UInt8]? {
    guard let bytes = chunks[id]?[chunk] else { return nil }
    return isLiar ? bytes.map { ~$0 } : bytes
  }
}

/// A world of people who share attachments: their number, and the network between them.
package struct JournalPlan: Sendable {
  package let seed: UInt64
  package var people: Int
  /// The percentage of transmissions that are lost. A lost message is sent again, so it comes later.
  package var lossPercent: UInt64
  /// The longest delay of a message, in milliseconds.
  package var delayMax: Int64
  /// Whether the second person sends wrong chunks.
  package var hasLiar: Bool
  /// Whether people leave, and others come; and whether links break for a while.
  package var isBusy: Bool
  /// The number of deeds before the trouble ends.
  package var deeds = 40

  /// Creates the plan that belongs to a seed.
  package init(seed: UInt64, using chance: inout SplitMix64) {
    self.seed = seed
    people = 2 + chance.below(5)
    lossPercent = chance.percent(25) ? 0 : chance.next() % 30
    delayMax = chance.among(1...250)
    hasLiar = people > 2 && chance.percent(40)
    isBusy = chance.percent(70)
  }
}
