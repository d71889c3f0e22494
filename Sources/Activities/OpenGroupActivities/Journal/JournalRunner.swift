import EaselBase
import Foundation
import GroupJournal
import OpenCombine
import Synchronization

/// Runs the journal of one participant: one event at a time, each with all its consequences.
///
/// Any thread may call it. It uses a messenger as any program does.
final class JournalRunner: Sendable {
  /// Waits for the content of an attachment; nil for one without bytes.
  private typealias Load = CheckedContinuation<StoredContent?, any Error>

  private struct State {
    var group: JournalGroup
    /// Made when the first chunk is kept.
    var storage: AttachmentStorage?
    var contents: [Bytes16: StoredContent] = [:]
    /// The loads that wait for an attachment.
    var loads: [(id: Bytes16, number: UInt64, continuation: Load)] = []
    var lists: [UInt64: AsyncStream<[JournalAttachment]>.Continuation] = [:]
    var progress: [UInt64: (id: Bytes16, continuation: AsyncStream<Int>.Continuation)] = [:]
    /// The streams to finish after the lock: their ends call this runner.
    var ended: [AsyncStream<Int>.Continuation] = []
    var lastNumber: UInt64 = 0
    /// The participants that joined, by the bytes of their ids.
    var participants: [Bytes16: Participant] = [:]
    var isOver = false
  }

  /// This participant.
  let me: Bytes16
  private let messenger: GroupSessionMessenger
  private let state: Mutex<State>
  private let timer = OneShotTimer()
  private let listeners = Listeners()

  /// Ends with the runner.
  private final class Listeners: @unchecked Sendable {
    // Unchecked: it is filled once, before another thread knows the runner.
    var sinks: Set<AnyCancellable> = []
    var subscriptions: [MessageSubscription] = []
    deinit { for subscription in subscriptions { subscription.close() } }
  }

  init<Activity>(_ session: GroupSession<Activity>) {
    me = Bytes16(session.localParticipant.id)
    messenger = GroupSessionMessenger(session: session)
    state = Mutex(State(group: JournalGroup(me: me, signer: .ofNewKey(), memberOf: \.member)))
    listen()
    session.$activeParticipants.sink { [weak self] participants in
      self?.participantsChanged(to: participants)
    }.store(in: &listeners.sinks)
    session.$state.sink { [weak self] state in
      if case .invalidated = state { self?.isOver() }
    }.store(in: &listeners.sinks)
  }

  deinit { detach() }

  private func listen() {
    let subscription = messenger.open(JournalMessage.wireName)
    listeners.subscriptions.append(subscription)
    Task.detached { [weak self] in
      while let message = await subscription.next(isolation: nil) {
        guard let self else { return }
        self.receive(message)
      }
    }
  }

  // MARK: Events

  /// Handles one event, performs its actions in order, and sets the timer to the next deadline.
  private func perform<Value: Sendable, Failure: Error>(
    _ event: @Sendable (inout State, Uptime) throws(Failure) -> (Value, [JournalAction])
  ) throws(Failure) -> Value {
    let clock = messenger.system.clock
    let (result, deadline) = state.withLock { state in
      let now = clock.now()
      let result = Result { () throws(Failure) in
        let (value, actions) = try event(&state, now)
        perform(actions, &state, at: now)
        return value
      }
      return (result, state.group.deadline)
    }
    finishEnded()
    timer.set(deadline, clock) { [weak self] in self?.act { $0.group.woke(at: $1) } }
    return try result.get()
  }

  private func act(_ event: @Sendable (inout State, Uptime) -> [JournalAction]) {
    perform { state, now in ((), event(&state, now)) }
  }

  private func receive(_ message: InboundMessage) {
    // A message that cannot be read is ignored, as every message of a kind that is not known.
    guard let read = JournalMessage(encoded: message.bytes) else { return }
    let sender = Bytes16(message.source.id)
    act { $0.group.receive(read, from: sender, at: $1) }
  }

  private func participantsChanged(to participants: Set<Participant>) {
    act { state, now in
      state.participants = Dictionary(
        uniqueKeysWithValues: participants.map { (Bytes16($0.id), $0) })
      return updateParticipants(&state, at: now)
    }
  }

  private func updateParticipants(_ state: inout State, at now: Uptime) -> [JournalAction] {
    guard !state.isOver, state.participants[me] != nil else { return [] }
    let system = messenger.system
    let participants = state.participants.values.map { participant in
      JournalParticipant(
        Bytes16(participant.id), mayAdd: !system.isWatcher(participant.participantID.member))
    }
    return state.group.participantsChanged(to: participants, at: now)
  }

  private func isOver() {
    detach()
    let lists = state.withLock { state in
      state.isOver = true
      state.ended += state.progress.values.map(\.continuation)
      defer { (state.lists, state.progress) = ([:], [:]) }
      return Array(state.lists.values)
    }
    for list in lists { list.finish() }
    finishEnded()
  }

  private func finishEnded() {
    let ended = state.withLock { state in
      defer { state.ended = [] }
      return state.ended
    }
    for continuation in ended { continuation.finish() }
  }

  private func detach() {
    state.withLock { state in
      let now = messenger.system.clock.now()
      perform(state.group.detach(at: now), &state, at: now)
    }
    finishEnded()
  }

  // MARK: Actions

  private func perform(_ actions: [JournalAction], _ state: inout State, at now: Uptime) {
    var refused: [Bytes16: JournalRefusal] = [:]
    for action in actions {
      if let id = action.keptAttachment, let refusal = refused[id] {
        // The group has ended the wait of the program already.
        if case .loaded = action { endLoads(of: id, &state, with: refusal) }
        continue
      }
      switch action {
      case .send(let message, let recipients): send(message, to: recipients, state)
      case .reserve(let id, let bytes):
        refused[id] = attempt(id, &state, at: now) { state throws(JournalRefusal) in
          state.contents[id] = try Self.storage(&state).reserve(bytes)
        }
      case .store(let id, let chunk, let bytes):
        refused[id] = attempt(id, &state, at: now) { state throws(JournalRefusal) in
          guard let content = state.contents[id] else { throw .storageFailed }
          try content.write(bytes[...], to: chunk)
        }
      case .sendChunk(let id, let chunk, let reader): sendChunk(id, chunk, to: reader, state)
      case .discard(let id):
        state.contents[id] = nil
        endProgress(of: id, &state)
      case .attachmentsChanged:
        for list in state.lists.values { list.yield(state.group.attachments) }
      case .progressed(let id): showProgress(of: id, &state)
      case .loaded(let id): endLoads(of: id, &state, with: nil)
      case .failed(let id, let refusal): endLoads(of: id, &state, with: refusal)
      }
    }
  }

  /// Keeps something of an attachment; if that fails, the group gives the attachment up.
  ///
  /// - Returns: why it failed.
  private func attempt(
    _ id: Bytes16, _ state: inout State, at now: Uptime,
    _ keep: (inout State) throws(JournalRefusal) -> Void
  ) -> JournalRefusal? {
    do throws(JournalRefusal) {
      try keep(&state)
      return nil
    } catch {
      perform(state.group.hadNoRoom(for: id, error, at: now), &state, at: now)
      return error
    }
  }

  private static func storage(
    _ state: inout State
  ) throws(JournalRefusal) -> AttachmentStorage {
    if let storage = state.storage { return storage }
    let storage = try AttachmentStorage()
    state.storage = storage
    return storage
  }

  /// Sends a message. A message that cannot be sent is dropped: the group asks again for what counts.
  private func send(_ message: JournalMessage, to recipients: JournalRecipients, _ state: State) {
    let participants: Participants =
      switch recipients {
      case .everyone: .all
      case .only(let chosen): .only(Set(chosen.compactMap { state.participants[$0] }))
      }
    messenger.send(
      message.encoded, named: JournalMessage.wireName, to: participants,
      CompletionCall(isOfFailure: true) { _ in })
  }

  /// Sends a chunk once there is room for it, and without holding up other events.
  private func sendChunk(_ id: Bytes16, _ chunk: Int, to reader: Bytes16, _ state: State) {
    let (content, participant) = (state.contents[id], state.participants[reader])
    Task.detached { [weak self] in
      guard let self else { return }
      if let content, let participant {
        do {
          let message = JournalMessage.chunk(id, index: chunk + 1, try content.read(chunk))
          try await messenger.send(
            message.encoded, named: JournalMessage.wireName, to: .only(participant))
        } catch {
          // The reader asks another holder, or again.
        }
      }
      act { $0.group.sentChunk(to: reader, at: $1) }
    }
  }

  private func showProgress(of id: Bytes16, _ state: inout State) {
    guard let (received, bytes) = state.group.progress(of: id) else { return }
    for (number, progress) in state.progress where progress.id == id {
      progress.continuation.yield(received)
      if received == bytes { endProgress(number, &state) }
    }
  }

  private func endLoads(of id: Bytes16, _ state: inout State, with refusal: JournalRefusal?) {
    let content = state.contents[id]
    let isHere = content != nil || state.group.progress(of: id)?.bytes == 0
    let refusal = refusal ?? (isHere ? nil : .storageFailed)
    for load in state.loads where load.id == id {
      load.continuation.resume(with: refusal.map { .failure(Self.error($0)) } ?? .success(content))
    }
    state.loads.removeAll { $0.id == id }
    if refusal != nil { endProgress(of: id, &state) }
  }

  private func endProgress(of id: Bytes16, _ state: inout State) {
    for (number, progress) in state.progress where progress.id == id {
      endProgress(number, &state)
    }
  }

  private func endProgress(_ number: UInt64, _ state: inout State) {
    guard let progress = state.progress.removeValue(forKey: number) else { return }
    state.ended.append(progress.continuation)
  }

  private static func error(_ refusal: JournalRefusal) -> any Error {
    refusal == .notJoined ? GroupSessionError.notJoined : GroupSessionJournalError(refusal)
  }

  /// Handles a request of the program. Throws the library's error if the group refuses it.
  private func performOrThrow<Value: Sendable>(
    _ event: @Sendable (inout State, Uptime) throws(JournalRefusal) -> (Value, [JournalAction])
  ) throws -> Value {
    do throws(JournalRefusal) { return try perform(event) } catch { throw Self.error(error) }
  }

  // MARK: The program

  /// Adds an attachment. Takes about a second for 100 MiB.
  func add(_ content: [UInt8], contentType: String, metadata: [UInt8]?) throws -> JournalAttachment
  {
    let count = metadata?.count ?? 0
    // An event of its own: its actions are performed even if the attachment is refused.
    act { updateParticipants(&$0, at: $1) }
    let storage = try performOrThrow { state, _ throws(JournalRefusal) in
      try state.group.check(
        bytes: content.count, metadataBytes: count, contentType: contentType)
      return (try Self.storage(&state), [])
    }
    let stored: StoredContent
    do throws(JournalRefusal) { stored = try storage.keep(content) } catch {
      throw Self.error(error)
    }
    let header = JournalHeader(
      contentType: contentType, metadata: metadata, content: content,
      digest: JournalSigner.sha256)
    return try performOrThrow { state, now throws(JournalRefusal) in
      let (id, actions) = try state.group.add(bytes: content.count, header, at: now)
      state.contents[id] = stored
      let attachment = JournalAttachment(
        id: id, uploader: me, bytes: content.count, header: header)
      return (attachment, actions)
    }
  }

  func remove(_ id: Bytes16) throws {
    try performOrThrow { state, now throws(JournalRefusal) in
      ((), try state.group.remove(id, at: now))
    }
  }

  /// Waits until an attachment is complete here, and returns its content.
  func load(_ id: Bytes16) async throws -> [UInt8] {
    let number = nextNumber()
    let content = try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        state.withLock { $0.loads.append((id, number, continuation)) }
        do {
          try performOrThrow { state, now throws(JournalRefusal) in
            ((), try state.group.load(id, at: now))
          }
          if Task.isCancelled { cancel(number, CancellationError()) }
        } catch { cancel(number, error) }
      }
    } onCancel: {
      cancel(number, CancellationError())
    }
    // An empty attachment has no chunks, and keeps nothing.
    do throws(JournalRefusal) { return try content?.read() ?? [] } catch {
      throw Self.error(error)
    }
  }

  private func cancel(_ number: UInt64, _ error: any Error) {
    act { state, now in
      guard let index = state.loads.firstIndex(where: { $0.number == number }) else { return [] }
      let load = state.loads.remove(at: index)
      load.continuation.resume(throwing: error)
      guard state.loads.allSatisfy({ $0.id != load.id }) else { return [] }
      return state.group.cancelLoad(load.id, at: now)
    }
  }

  private func nextNumber() -> UInt64 {
    state.withLock { state in
      state.lastNumber += 1
      return state.lastNumber
    }
  }

  /// Returns the lists of attachments from now on, the present one first.
  func attachments() -> AsyncStream<[JournalAttachment]> {
    let number = nextNumber()
    let (stream, continuation) = AsyncStream.makeStream(
      of: [JournalAttachment].self, bufferingPolicy: .bufferingNewest(1))
    continuation.onTermination = { [weak self] _ in
      self?.state.withLock { $0.lists[number] = nil }
    }
    let isOver = state.withLock { state in
      continuation.yield(state.group.attachments)
      if !state.isOver { state.lists[number] = continuation }
      return state.isOver
    }
    if isOver { continuation.finish() }
    return stream
  }

  /// Returns how many bytes of an attachment are here, now and after each chunk.
  func progress(of id: Bytes16) -> AsyncStream<Int> {
    let number = nextNumber()
    let (stream, continuation) = AsyncStream.makeStream(
      of: Int.self, bufferingPolicy: .bufferingNewest(1))
    continuation.onTermination = { [weak self] _ in
      self?.state.withLock { $0.progress[number] = nil }
    }
    state.withLock { state in
      let progress = state.group.progress(of: id)
      continuation.yield(progress?.received ?? 0)
      if let progress, progress.received < progress.bytes, !state.isOver {
        state.progress[number] = (id, continuation)
      } else {
        state.ended.append(continuation)
      }
    }
    finishEnded()
    return stream
  }
}
