import BoardCodec
import BoardLog
import BoardModel
import EaselBase
import GroupTesting

/// The files with which a crowded world begins.
struct CrowdedFiles {
  let world: World

  /// Gives all people one board, whose file holds the replicas that the plan asks for.
  func fill() {
    guard let crowded = world.plan.crowded else { return }
    let board = world.newBoard(of: world.people[0])
    for person in world.people { person.lastBoard = board }
    makeForeignEntries()
    guard crowded.oldReplicas > 0 else { return }
    let authors = world.people.filter { $0.mayDraw && !$0.lies }
    let entries = (0..<crowded.oldReplicas).map { number in
      oldEntry(number, by: authors[number % authors.count], on: board)
    }
    for person in world.people {
      person.files[board, default: .init()].write(entries)
      person.files[board]?.sync()
    }
  }

  /// Returns the first and only entry of a replica.
  private func oldEntry(_ number: Int, by person: SimulatedPerson, on board: BoardNumber) -> Entry {
    var chain = ForgedChain(
      by: person.publicKey, nonce: person.nonce(), on: board.genesis.id)
    let operation = BoardModel.Operation(.change(.items([]), .hide))
    let entry = chain.write(operation, at: UInt64(number) + 1)
    world.counts.operations += 1
    world.judge.isInFiles(entry, operation, of: person, on: board)
    return entry
  }

  /// Lets some people draw on another board, whose entries hostile members know.
  private func makeForeignEntries() {
    let other = BoardNumber(raw: UInt64(world.people.count) << 32)
    for person in world.people where person.mayDraw {
      var chain = ForgedChain(
        by: person.publicKey, nonce: person.nonce(), on: other.genesis.id)
      for time in 1...3 as ClosedRange<UInt64> {
        let operation = BoardModel.Operation(.change(.items([]), .hide))
        world.foreign.append(chain.write(operation, at: time))
      }
    }
    world.judge.mustNotCount.formUnion(world.foreign.map(\.digest))
  }
}

// The rights of authors.
extension World {
  /// Returns whether an entry signed with this key may count: a member who may draw may also
  /// introduce new authors.
  func maySign(_ publicKey: [UInt8]) -> Bool {
    guard plan.crowded != nil else { return mayDraw(publicKey) }
    return people.first { $0.publicKey == publicKey }?.mayDraw ?? true
  }

  func verify(_ digest: Digest, _ signature: [UInt8], _ publicKey: [UInt8]) -> Bool {
    maySign(publicKey) && StandInSigner.verifies(digest, signature, publicKey)
  }

  func mayCount(_ author: AuthorID) -> Bool {
    guard plan.crowded != nil else { return mayDraw(author) }
    return people.first { $0.author == author }?.mayDraw ?? true
  }
}

/// A replica that its author writes without a log, with any times.
struct ForgedChain {
  let replicaGenesis: ReplicaGenesis
  let replica: ReplicaID
  private(set) var last: Entry?

  init(by publicKey: [UInt8], nonce: [UInt8], on board: BoardID) {
    replicaGenesis = ReplicaGenesis(publicKey: publicKey, nonce: nonce)
    replica = replicaGenesis.replica(on: board)
  }

  mutating func write(_ operation: BoardModel.Operation, at lamport: UInt64) -> Entry {
    let number = SequenceNumber((last?.id.sequence.raw ?? 0) + 1)
    var entry = Entry(
      stamp: Stamp(
        id: EntryID(replica, number), author: replicaGenesis.author,
        lamport: min(Lamport(lamport), .max), at: 0, lasted: 0),
      previous: last?.digest, replicaGenesis: last == nil ? replicaGenesis : nil,
      purpose: operation.action.purpose, payload: operation.encoded())
    entry.signature = StandInSigner.sign(entry.digest, with: replicaGenesis.publicKey)
    last = entry
    return entry
  }
}
