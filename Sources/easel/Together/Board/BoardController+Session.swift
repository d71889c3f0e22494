import BoardDocument
import BoardStore
import Codec
import Drawing
import Log
import Sharing
import Vocabulary
import Whiteboard

// The session that this user is in: what goes to the other members, and what comes from them.
extension BoardController {
  func take(_ effect: SessionEffect, in session: Bytes16) {
    switch effect {
    case .penBegan(let entry, let style, let point):
      runner(session)?.penBegan(entry, style, at: point)
    case .penMoved(let points): runner(session)?.penMoved(points)
    case .typed(let entry, let label): runner(session)?.typed(entry, label)
    case .penFinished: runner(session)?.penFinished()
    case .penAbandoned: runner(session)?.penAbandoned()
    case .appear(let appearance): runner(session)?.appear(appearance)
    case .tell(let happening): runner(session)?.tell(happening)
    case .met(let person): keeper.introduce(Participant(person))
    }
  }

  func send(in session: Bytes16) {
    let entries = unsent
    unsent = []
    guard home == session, !entries.isEmpty else { return }
    let runs = EntryRun.encoded(entries)
    know(Set(entries.map(\.id.replica)).sorted(), in: session)
    runner(session)?.wrote(runs)
  }

  /// The one place where entries of other members come into the board: verified, stored, and shown.
  func merge(_ entries: [Entry], from source: Log.Source, in session: Bytes16) {
    guard current == session, home == session, !entries.isEmpty else { return }
    let received = board.merge(entries, from: source)
    if !received.entries.isEmpty {
      rebuilding.note(received.entries)
      keeper.store(received.entries)
      know(received.advanced, in: session)
    } else if received.change.overdrawn.isEmpty {
      return
    }
    handle(.session(.merged(received.change), in: session))
    if received.mustReread { rebuilding.want() }
  }

  /// Goes on with a log and a picture that were made anew from the board's file.
  ///
  /// - Parameter entries: those that were recorded and merged after the file was read.
  func rebuild(_ log: Log, _ picture: Picture, since entries: [Entry], in session: Bytes16) {
    let (waiting, mustReread) = board.rebuild(log, picture, since: entries)
    handle(.session(.rebuilt, in: session))
    merge(waiting, from: .file, in: session)
    if mustReread { rebuilding.want() }
  }

  /// Draws what others than this artist made and signed, and tells it as one's own.
  ///
  /// - Returns: false where there is no session any more.
  func tell(_ entries: [Entry]) -> Bool {
    guard let current, home == current else { return false }
    merge(entries, from: .file, in: current)
    unsent += entries
    send(in: current)
    return true
  }

  /// What was under the hand goes to the others before one is gone.
  func sendRest() async {
    guard let current, await flush() else { return }
    send(in: current)
  }

  private func know(_ replicas: [ReplicaID], in session: Bytes16) {
    let heads = replicas.compactMap { board.log.head(of: $0).map { ReplicaHead($0) } }
    runner(session)?.knows(heads)
    hashing.changed(at: now().uptime)
  }

  func runner(_ session: Bytes16) -> SessionRunner? { callClient?.runner(session) }
}
