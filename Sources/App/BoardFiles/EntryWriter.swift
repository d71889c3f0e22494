import BoardLog
import BoardStore
import DequeModule
import EaselBase
import Foundation
import Synchronization
import SystemFiles

/// The storage into which an entry writer writes entries. Only one thread at a time uses it.
package protocol EntryStore: AnyObject {
  /// Makes all these entries durable, or none of them. The caller may repeat the call with the same
  /// entries after it threw.
  ///
  /// - Parameter people: the authors of entries whose name or colour may be new.
  /// - Parameter report: receives the actual place of the entries if it is not the intended one.
  func append(_ entries: [Entry], by people: [Contributor], _ report: (WriterEvent) -> Void) throws
  /// Reads the next selected entries, until they have `bytesMax` bytes or no more are left. The
  /// entries of each replica come in the order of their numbers. After the end of a range, the
  /// store reads on up to the replica's next good signature.
  func read(_ reading: inout EntryReading, atMost bytesMax: Int) throws -> [Entry]
  /// False if the file was removed: closing the entry store then loses the entries in the file.
  var isInPlace: Bool { get }
  /// Makes sure that the file is in place.
  func ensureInPlace(_ report: (WriterEvent) -> Void) throws
  func close()
}

extension EntryStore {
  package var isInPlace: Bool { true }
  package func ensureInPlace(_ report: (WriterEvent) -> Void) {}

  /// Reads all entries.
  func readAll() throws -> [Entry] {
    var reading = EntryReading(nil)
    return try read(&reading, atMost: .max)
  }

  /// Appends entries without reports, for callers that do not follow what happens to the file.
  package func append(_ entries: [Entry], by people: [Contributor]) throws {
    try append(entries, by: people) { _ in }
  }
}

/// An event that an entry writer reports.
package enum WriterEvent: Hashable, Sendable {
  /// The board's file was just made.
  case filed(path: String, name: SafeText)
  /// The board's file was removed; the text says where the whole board is now.
  case moved(SafeText)
  /// The user's own entries are signed and durable; reported before the next `kept`.
  case signed([Entry])
  /// The user's own entries up to this one are durable.
  case kept(EntryID)
  /// The entries are not durable; they stay queued, and the entry writer tries again.
  case failing(SafeText)
  /// The entry writer has written the entries that failed before, the user's own and those of other
  /// members.
  case recovered
}

/// Makes entries durable on its own thread, so that drawing never waits for a disk.
///
/// The entry writer signs and writes entries in the order in which they came. One commit holds all
/// entries that came since the commit before. Entries that cannot be written stay queued; the entry
/// writer tries again after longer and longer delays.
package final class EntryWriter: Sendable {
  /// Makes an entry store that holds these entries. All of them are durable, or none.
  typealias Making = (
    _ entries: [Entry], _ people: [Contributor], _ report: (WriterEvent) -> Void
  ) throws -> any EntryStore

  /// The source of the entry store.
  enum Origin {
    /// The entry store is open. It is closed at the end, even if no entry was written.
    case open(any EntryStore)
    /// The entry store is made on the writer's thread when the first entry has come.
    case made(Making)
  }

  private struct State {
    var queue: Deque<Queued> = []
    var jobs: [WriterJob] = []
    var pendingNames = PendingNames()
    var reports: [WriterEvent] = []
    /// Called when there are reports.
    var hook: @Sendable () -> Void = {}
    var isStopping = false
    var isDone = false
  }

  private struct Queued {
    var entry: Entry
    /// Whether the entry writer has to sign the entry.
    let isOwn: Bool
  }

  /// Work with the entry store other than writing.
  package typealias WriterJob = @Sendable ((any EntryStore)?) -> Void

  private let state = Mutex(State())
  private let sentence: @Sendable (any Error) -> SafeText
  private let work = WakePipe()
  private let done = WakePipe()
  /// Rings while `removeReports` has something to return.
  package let reports = WakePipe()

  /// - Parameters:
  ///   - sign: returns the entry with its signature.
  ///   - sentence: returns the error in words.
  init(
    sign: @escaping @Sendable (Entry) throws -> Entry,
    sentence: @escaping @Sendable (any Error) -> SafeText,
    origin: sending Origin
  ) {
    self.sentence = sentence
    let origin = Handover(origin)
    let thread = Thread { [self] in
      guard let origin = origin.removeValue() else { return }
      self.run(sign: sign, origin: origin)
    }
    thread.name = "writer"
    thread.start()
  }

  package func keep(_ entry: Entry) { enqueue([entry], isOwn: true) }

  /// Queues entries of other members, which are written unchanged.
  package func store(_ entries: [Entry]) { enqueue(entries, isOwn: false) }

  private func enqueue(_ entries: [Entry], isOwn: Bool) {
    guard !entries.isEmpty else { return }
    state.withLock { state in
      state.queue += entries.map { Queued(entry: $0, isOwn: isOwn) }
      for author in Set(entries.map(\.stamp.author)) { state.pendingNames.drew(author) }
    }
    work.ring()
  }

  /// Reads all entries after the entry writer has tried to write all that is queued now. Calls
  /// `receive` with them on the writer's thread, or with nil if they cannot be read.
  package func fetch(_ receive: @escaping @Sendable ([Entry]?) -> Void) {
    run { entryStore in
      do {
        receive(try entryStore?.readAll())
      } catch {
        receive(nil)
      }
    }
  }

  /// Makes sure that the board's file is in place, even if no entry is waiting.
  ///
  /// - Returns: the reason why the file is not in place; nil if it is.
  package func ensureInPlace(withinMilliseconds limit: Int64) -> SafeText? {
    let outcome = Mutex<SafeText??>(nil)
    let isOver = WakePipe()
    run { [self] entryStore in
      do {
        try entryStore?.ensureInPlace(report)
        outcome.withLock { $0 = .some(nil) }
      } catch {
        outcome.withLock { $0 = sentence(error) }
      }
      isOver.ring()
    }
    isOver.wait(milliseconds: Int32(clamping: limit))
    return outcome.withLock { $0 } ?? SafeText("the disk does not answer")
  }

  /// Runs a job on the writer's thread, after the entry writer has tried to write all that is
  /// queued now. The job receives nil if there is no entry store yet, or no longer.
  package func run(_ job: @escaping WriterJob) {
    let isDone = state.withLock { state in
      if !state.isDone { state.jobs.append(job) }
      return state.isDone
    }
    isDone ? job(nil) : work.ring()
  }

  /// Introduces a participant, before or after they draw. Their name is written with what they
  /// drew, or after it. The name of a participant who draws nothing is not written.
  package func introduce(_ person: Contributor) {
    state.withLock { $0.pendingNames.add(person) }
    work.ring()
  }

  /// Sets a hook that is called, from any thread, whenever `removeReports` has something to return.
  package func whenReporting(_ hook: @escaping @Sendable () -> Void) {
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

  package func removeReports() -> [WriterEvent] {
    reports.silence()
    return state.withLock { state in
      defer { state.reports = [] }
      return state.reports
    }
  }

  /// The entries that are not written yet.
  package var waiting: [Entry] { state.withLock { $0.queue.map(\.entry) } }

  /// Waits until all that is queued is written. Returns false if that takes longer than `limit`.
  package func flush(withinMilliseconds limit: Int64) -> Bool {
    let deadline = SystemClock.uptime() + limit
    work.ring()
    while !state.withLock({ $0.queue.isEmpty }) {
      let left = deadline - SystemClock.uptime()
      guard left > 0 else { return false }
      // Only wait here: `removeReports` must still find the reports.
      reports.wait(milliseconds: Int32(clamping: min(left, 50)))
    }
    return true
  }

  /// Writes what is queued and stops. Returns the entries that could not be written within the
  /// time; the entry writer does not try again. If the file was removed as well, the result also
  /// holds all entries of the file.
  package func finish(withinMilliseconds limit: Int64) -> [Entry] {
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

  /// Waits on another thread until all that is queued is written.
  ///
  /// - Returns: false if it is not written within the time.
  package func flush(within limit: Int64) async -> Bool {
    await onOtherThread { $0.flush(withinMilliseconds: limit) }
  }

  /// Writes what is queued and stops, on another thread.
  package func finish(within limit: Int64) async -> [Entry] {
    await onOtherThread { $0.finish(withinMilliseconds: limit) }
  }

  /// Makes sure, on another thread, that the board's file is in place.
  ///
  /// - Returns: the reason why the file is not in place; nil if it is.
  package func ensureInPlace(within limit: Int64) async -> SafeText? {
    await onOtherThread { $0.ensureInPlace(withinMilliseconds: limit) }
  }

  private func onOtherThread<Result: Sendable>(
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
      let (batch, people, jobs, isStopping, isDone) = state.withLock { state in
        // Read the jobs in the same step as the batch, so that a job sees all entries that were
        // queued before it.
        defer { state.jobs = [] }
        return (
          state.queue, state.pendingNames.due, state.jobs, state.isStopping, state.isDone
        )
      }
      if isDone {
        for job in jobs { job(nil) }
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
          // If only names could not be written, no entry is at risk, so there is no report. The
          // entry writer tries again after the delay.
          if !batch.isEmpty { report(.failing(sentence(error))) }
        }
      }
      for job in jobs { job(entryStore) }
      if isStopping, delay != nil || state.withLock({ $0.queue.isEmpty }) { break }
    }
    let removed = removed(from: entryStore)
    entryStore?.close()
    let late = state.withLock { state in
      state.queue.prepend(contentsOf: removed)
      state.isDone = true
      return state.jobs
    }
    for job in late { job(nil) }
    done.ring()
  }

  /// Removes the written entries and adds their reports in one step: a thread that finds the queue
  /// empty finds the reports, too.
  private func wrote(
    _ count: Int, own: [Entry], _ people: [Contributor], hadFailed: Bool
  ) {
    let hasNews = state.withLock { state in
      if hadFailed { state.reports.append(.recovered) }
      state.queue.removeFirst(count)
      state.pendingNames.wrote(people)
      if let last = own.last { state.reports += [.signed(own), .kept(last.stamp.id)] }
      return !state.reports.isEmpty
    }
    if hasNews { ring() }
  }

  /// Returns the entries of a removed file if later entries could not be written; otherwise an
  /// empty list. Closing the file would lose these entries.
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

  /// Queues a report without ringing; the main thread reads it with the next report that rings.
  private func note(_ report: WriterEvent) { state.withLock { $0.reports.append(report) } }
}

/// Moves a value to the one thread that uses it; threads must not share the value.
private final class Handover<Value>: Sendable {
  private let value: Mutex<Value?>

  init(_ value: sending Value) { self.value = Mutex(value) }

  func removeValue() -> sending Value? {
    value.withLock { held in
      let value = held
      held = nil
      return value
    }
  }
}
