import BoardLog
import BoardStore
import EaselBase
import Foundation
import Synchronization

/// What an entry writer writes entries into. Used by one thread at a time.
protocol EntryStore: AnyObject {
  /// Makes all of it durable, or nothing. May be called again with the same after it threw.
  ///
  /// - Parameter people: of those who drew, the ones whose name or colour may be news.
  /// - Parameter report: is told where the entries went, if not where they were to go.
  func append(_ entries: [Entry], by people: [Participant], _ report: (WriterEvent) -> Void) throws
  /// The next that are picked, until they have so many bytes or there are no more: each replica's in
  /// sequence, and behind a range as far as the next signature.
  func read(_ reading: inout EntryReading, atMost bytesMax: Int) throws -> [Entry]
  /// False where what is in it goes when it is closed: its file was removed.
  var isInPlace: Bool { get }
  /// Sees to it that it is in place.
  func ensureInPlace(_ report: (WriterEvent) -> Void) throws
  func close()
}

extension EntryStore {
  var isInPlace: Bool { true }
  func ensureInPlace(_ report: (WriterEvent) -> Void) {}

  /// All there are.
  func readAll() throws -> [Entry] {
    var reading = EntryReading(nil)
    return try read(&reading, atMost: .max)
  }

  /// Where nobody looks at the file meanwhile.
  func append(_ entries: [Entry], by people: [Participant]) throws {
    try append(entries, by: people) { _ in }
  }
}

/// What an entry writer has to say.
enum WriterEvent: Hashable, Sendable {
  /// The board's file was just made.
  case filed(path: String, name: SafeText)
  /// The board's file was removed; where all of it is now.
  case moved(SafeText)
  /// Own entries, signed, that are durable; told before the next `kept`.
  case signed([Entry])
  /// Own entries up to this one are durable.
  case kept(EntryID)
  /// They are not; they stay queued and are tried again.
  case failing(SafeText)
  /// The entry writer has written the entries that failed before, the user's own and those of other members.
  case recovered
}

/// Makes entries durable on a thread of its own, so that drawing never waits for a disk.
///
/// Entries are signed and written in the order they came, as many in one commit as came meanwhile.
/// What cannot be written stays queued and is tried again, less and less often.
final class EntryWriter: Sendable {
  /// Makes an entry store with these in it, all of them durable, or none.
  typealias Making = (
    _ entries: [Entry], _ people: [Participant], _ report: (WriterEvent) -> Void
  ) throws -> any EntryStore

  /// Where the entry store comes from.
  enum Origin {
    /// It is open, and is closed at the end whether anything was kept or not.
    case open(any EntryStore)
    /// It is made when the first entry has come, on the writer's thread.
    case made(Making)
  }

  private struct State {
    var queue: [Queued] = []
    var errands: [WriterJob] = []
    var introductions = Introductions()
    var reports: [WriterEvent] = []
    /// Called when there are reports.
    var hook: @Sendable () -> Void = {}
    var isStopping = false
    var isDone = false
  }

  private struct Queued {
    var entry: Entry
    /// To be signed here.
    let isOwn: Bool
  }

  /// What is done with the entry store beside writing.
  typealias WriterJob = @Sendable ((any EntryStore)?) -> Void

  private let state = Mutex(State())
  private let sentence: @Sendable (any Error) -> SafeText
  private let work = WakePipe()
  private let done = WakePipe()
  /// Rings when there is something in `takeReports`.
  let reports = WakePipe()

  /// - Parameters:
  ///   - sign: gives an entry its signature.
  ///   - sentence: what went wrong, in words.
  init(
    sign: @escaping @Sendable (Entry) throws -> Entry,
    sentence: @escaping @Sendable (any Error) -> SafeText,
    origin: sending Origin
  ) {
    self.sentence = sentence
    let origin = Handover(origin)
    let thread = Thread { [self] in
      guard let origin = origin.take() else { return }
      self.run(sign: sign, origin: origin)
    }
    thread.name = "writer"
    thread.start()
  }

  func keep(_ entry: Entry) { enqueue([entry], isOwn: true) }

  /// Keeps what others wrote, as it is.
  func store(_ entries: [Entry]) { enqueue(entries, isOwn: false) }

  private func enqueue(_ entries: [Entry], isOwn: Bool) {
    guard !entries.isEmpty else { return }
    state.withLock { state in
      state.queue += entries.map { Queued(entry: $0, isOwn: isOwn) }
      for author in Set(entries.map(\.stamp.author)) { state.introductions.drew(author) }
    }
    work.ring()
  }

  /// Reads all entries once all that is queued now was tried, and hands them over on the writer's thread:
  /// nil where they cannot be read.
  func fetch(_ take: @escaping @Sendable ([Entry]?) -> Void) {
    run { entryStore in
      do {
        take(try entryStore?.readAll())
      } catch {
        take(nil)
      }
    }
  }

  /// Sees to it that the board's file is in place, though nothing is to be written.
  ///
  /// - Returns: why it is not.
  func ensureInPlace(withinMilliseconds limit: Int64) -> SafeText? {
    let outcome = Mutex<SafeText??>(nil)
    let isSettled = WakePipe()
    run { [self] entryStore in
      do {
        try entryStore?.ensureInPlace(report)
        outcome.withLock { $0 = .some(nil) }
      } catch {
        outcome.withLock { $0 = sentence(error) }
      }
      isSettled.ring()
    }
    isSettled.wait(milliseconds: Int32(clamping: limit))
    return outcome.withLock { $0 } ?? SafeText("the disk does not answer")
  }

  /// Has this done on the writer's thread, once all that is queued now was tried; without an entry store where
  /// there is none yet or none any more.
  func run(_ errand: @escaping WriterJob) {
    let isDone = state.withLock { state in
      if !state.isDone { state.errands.append(errand) }
      return state.isDone
    }
    isDone ? errand(nil) : work.ring()
  }

  /// Says what somebody is called, before they draw or after. It is written with what they drew, or
  /// behind it; who draws nothing is not written down.
  func introduce(_ person: Participant) {
    state.withLock { $0.introductions.add(person) }
    work.ring()
  }

  /// Has this called, from any thread, whenever there is something in `takeReports`.
  func whenReporting(_ hook: @escaping @Sendable () -> Void) {
    let hasNews = state.withLock { state in
      state.hook = hook
      return !state.reports.isEmpty
    }
    if hasNews { hook() }
  }

  private func ring() {
    reports.ring()
    state.withLock { $0.hook }()
  }

  func takeReports() -> [WriterEvent] {
    reports.silence()
    return state.withLock { state in
      defer { state.reports = [] }
      return state.reports
    }
  }

  /// What is not written yet.
  var waiting: [Entry] { state.withLock { $0.queue.map(\.entry) } }

  /// Waits until all that is queued is written. False where it is not within the time.
  func flush(withinMilliseconds limit: Int64) -> Bool {
    let deadline = SystemClock.uptime() + limit
    work.ring()
    while !state.withLock({ $0.queue.isEmpty }) {
      let left = deadline - SystemClock.uptime()
      guard left > 0 else { return false }
      // The reports stay where they are; only their bell is heard.
      reports.wait(milliseconds: Int32(clamping: min(left, 50)))
    }
    return true
  }

  /// Writes what is queued and stops. What it could not write within the time is returned, and is
  /// not tried again; where the file was removed, too, that is all there was in it and this.
  func finish(withinMilliseconds limit: Int64) -> [Entry] {
    state.withLock { $0.isStopping = true }
    work.ring()
    let deadline = SystemClock.uptime() + limit
    while !state.withLock({ $0.isDone }) {
      let left = deadline - SystemClock.uptime()
      guard left > 0 else { break }
      done.wait(milliseconds: Int32(clamping: left))
    }
    return state.withLock { state in
      state.isDone = true
      return state.queue.map(\.entry)
    }
  }

  // MARK: For the main actor, which must not wait

  /// Waits beside the caller's thread until all that is queued is written.
  ///
  /// - Returns: false where it is not within the time.
  func flush(within limit: Int64) async -> Bool {
    await elsewhere { $0.flush(withinMilliseconds: limit) }
  }

  /// Writes what is queued and stops, beside the caller's thread.
  func finish(within limit: Int64) async -> [Entry] {
    await elsewhere { $0.finish(withinMilliseconds: limit) }
  }

  /// Sees to it, beside the caller's thread, that the board's file is in place.
  ///
  /// - Returns: why it is not.
  func putFileInPlace(within limit: Int64) async -> SafeText? {
    await elsewhere { $0.ensureInPlace(withinMilliseconds: limit) }
  }

  private func elsewhere<Result: Sendable>(
    _ wait: @escaping @Sendable (EntryWriter) -> Result
  ) async -> Result {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread { [self] in continuation.resume(returning: wait(self)) }
    }
  }

  private func run(sign: (Entry) throws -> Entry, origin: Origin) {
    var entryStore: (any EntryStore)?
    if case .open(let open) = origin { entryStore = open }
    var delay: Int32?
    while true {
      work.wait(milliseconds: delay)
      let (batch, people, errands, isStopping, isDone) = state.withLock { state in
        // With the batch: an errand sees all that was queued before it.
        defer { state.errands = [] }
        return (
          state.queue, state.introductions.due, state.errands, state.isStopping, state.isDone
        )
      }
      if isDone {
        for errand in errands { errand(nil) }
        break
      }
      if !batch.isEmpty || !people.isEmpty {
        do {
          let signed = try batch.map { $0.isOwn ? try sign($0.entry) : $0.entry }
          if entryStore == nil, case .made(let make) = origin {
            entryStore = try make(signed, people, note)
          } else {
            try entryStore?.append(signed, by: people, note)
          }
          let hadFailed = delay != nil
          delay = nil
          let own = zip(batch, signed).filter(\.0.isOwn).map(\.1)
          wrote(batch.count, own: own, people, hadFailed: hadFailed)
        } catch {
          delay = min(max((delay ?? 125) * 2, 250), 5_000)
          // A name alone is no loss to speak of, and is written with what comes next.
          if !batch.isEmpty { report(.failing(sentence(error))) }
        }
      }
      for errand in errands { errand(entryStore) }
      if isStopping, delay != nil || state.withLock({ $0.queue.isEmpty }) { break }
    }
    let removed = removed(from: entryStore)
    entryStore?.close()
    let late = state.withLock { state in
      state.queue = removed + state.queue
      state.isDone = true
      return state.errands
    }
    for errand in late { errand(nil) }
    done.ring()
  }

  /// In one step: whoever finds nothing queued any more finds it reported, too.
  private func wrote(
    _ count: Int, own: [Entry], _ people: [Participant], hadFailed: Bool
  ) {
    let hasNews = state.withLock { state in
      if hadFailed { state.reports.append(.recovered) }
      state.queue.removeFirst(count)
      state.introductions.wrote(people)
      if let last = own.last { state.reports += [.signed(own), .kept(last.stamp.id)] }
      return !state.reports.isEmpty
    }
    if hasNews { ring() }
  }

  /// What goes with a removed file when it is closed, if something could not be written behind it.
  private func removed(from entryStore: (any EntryStore)?) -> [Queued] {
    guard let entryStore, !entryStore.isInPlace, !state.withLock({ $0.queue.isEmpty }) else {
      return []
    }
    do {
      return try entryStore.readAll().map { Queued(entry: $0, isOwn: false) }
    } catch {
      report(.failing(sentence(error)))
      return []
    }
  }

  private func report(_ report: WriterEvent) {
    note(report)
    ring()
  }

  /// To be read with what is said next.
  private func note(_ report: WriterEvent) { state.withLock { $0.reports.append(report) } }
}

/// Hands one value that threads must not share to the one that takes it.
private final class Handover<Value>: Sendable {
  private let value: Mutex<Value?>

  init(_ value: sending Value) { self.value = Mutex(value) }

  func take() -> sending Value? {
    value.withLock { held in
      let taken = held
      held = nil
      return taken
    }
  }
}
