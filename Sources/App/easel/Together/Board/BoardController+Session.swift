import BoardClient
import BoardDocument
import BoardLog
import BoardModel
import BoardStore
import EaselBase

// Carries out the client's outputs in the session that this user is in.
extension BoardController {
  /// Has the client handle one event, and carries out its outputs. Outputs that result from these
  /// come after all earlier outputs.
  func step(
    _ deed: (inout SessionClient, Uptime, inout SystemRandomNumberGenerator)
      -> [SessionClient.Output]
  ) {
    let session = client.session?.id
    let new = deed(&client, uptime, &chance)
    outputs += new.map { ($0, session) }
    if isPerforming { return }
    isPerforming = true
    while !outputs.isEmpty {
      let now = outputs
      outputs = []
      for (output, session) in now { perform(output, in: session) }
    }
    isPerforming = false
  }

  /// Does the same, but only if the client is in that session.
  func step(
    in session: Bytes16,
    _ deed: (inout SessionClient, Uptime, inout SystemRandomNumberGenerator)
      -> [SessionClient.Output]
  ) {
    if client.session?.id == session { step(deed) }
  }

  private func perform(_ output: SessionClient.Output, in session: Bytes16?) {
    let runner = session.flatMap { callClient?.runner($0) }
    switch output {
    case .send(let message, let recipients, let mode): runner?.send(message, to: recipients, mode)
    case .sendPaced(let message, let participant): runner?.send(message, paced: participant)
    case .readEntries(let ranges, let participant): runner?.read(ranges, for: participant)
    case .merged(let received):
      writer.store(received.entries)
      show(.merged(received.change), in: session)
    case .event(let event): show(event, in: session)
    case .inkGrew: break
    case .rebuild(let reading): rebuild(reading)
    case .sendBase(let message, let participant): runner?.send(message, to: participant)
    case .readBase(let participant):
      let bytes = BoardBeginning.encoded(header)
      step { client, _, _ in client.baseRead(bytes, for: participant) }
    case .beginningCame(let beginning): if let session { begin(session, from: beginning) }
    }
  }

  private func show(_ event: SessionEvent, in session: Bytes16?) {
    guard let session else { return }
    receive { [self] in handle(.session(event, in: session)) }
  }

  func carryOut(_ effect: SessionEffect, in session: Bytes16) {
    switch effect {
    case .penBegan(let entry, let style, let point):
      step(in: session) { $0.penBegan(entry, style, at: point, now: $1, using: &$2) }
    case .penMoved(let points):
      step(in: session) { $0.penMoved(through: points, at: $1, using: &$2) }
    case .typed(let entry, let label):
      step(in: session) { $0.typed(entry, label, at: $1, using: &$2) }
    case .penFinished: if client.session?.id == session { client.penFinished() }
    case .penAbandoned: step(in: session) { $0.penAbandoned(at: $1, using: &$2) }
    case .appear(let appearance):
      step(in: session) { $0.appear(appearance, at: $1, using: &$2) }
    case .tell(let happening): step(in: session) { $0.notify(happening, at: $1, using: &$2) }
    case .met(let person): writer.introduce(AuthorProfile(person))
    }
  }

  /// Draws entries that people other than this artist made and signed, and sends them as this
  /// member's own.
  ///
  /// - Returns: false if there is no session any more.
  func publish(_ entries: [Entry]) -> Bool {
    guard placement.open != nil else { return false }
    step { $0.publish(entries, at: $1, using: &$2) }
    return true
  }

  /// Sends the last entries of this user before they leave.
  func sendRest() async {
    guard placement.current != nil, await flush() else { return }
    step { $0.sendKept(at: $1, using: &$2) }
  }
}
