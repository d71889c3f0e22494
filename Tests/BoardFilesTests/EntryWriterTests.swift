import BoardLog
import BoardStore
import EaselBase
import Foundation
import Glibc
import Synchronization
import SystemFiles
import Testing
import TestThreads

@testable import BoardFiles

@Suite(.besidePool) struct WakePipeTests {
  private func isReadable(_ wakePipe: WakePipe) -> Bool {
    var entry = pollfd(fd: wakePipe.descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&entry, 1, 0) == 1
  }

  @Test("A wakePipe can be heard from its ring until it is silenced, however often either is done")
  func ringing() {
    let wakePipe = WakePipe()
    wakePipe.silence()
    #expect(!isReadable(wakePipe))
    for _ in 0..<3 {
      for _ in 0..<100_000 { wakePipe.ring() }
      #expect(isReadable(wakePipe))
      wakePipe.silence()
      wakePipe.silence()
      #expect(!isReadable(wakePipe))
    }
  }
}

@Suite(.besidePool, .serialized) struct EntryWriterTests {
  /// A disk that fails as often as it is told to.
  private final class Disk: EntryStore {
    struct Full: Error {}
    let failures: Mutex<Int>
    let written = Mutex<[UInt64]>([])
    let named = Mutex<[String]>([])
    let removed: [Entry]

    init(failures: Int, removed: [Entry] = []) {
      self.failures = Mutex(failures)
      self.removed = removed
    }

    var isInPlace: Bool { removed.isEmpty }

    func append(
      _ entries: [Entry], by people: [Contributor], _ report: (WriterEvent) -> Void
    ) throws {
      let fails = failures.withLock { left in
        defer { left -= 1 }
        return left > 0
      }
      if fails { throw Full() }
      written.withLock { $0 += entries.map(\.stamp.id.sequence.raw) }
      named.withLock { $0 += people.map(\.name.string) }
    }

    func read(_ reading: inout EntryReading, atMost bytesMax: Int) -> [Entry] {
      reading.isOver = true
      return removed
    }

    func close() {}
  }

  private func entry(_ number: UInt64) -> Entry {
    let replica = ReplicaID(Bytes16(high: 1, low: 1))
    let stamp = Stamp(
      id: EntryID(replica, SequenceNumber(number)), author: AuthorID(Bytes16(high: 2, low: 2)),
      lamport: Lamport(number), at: 0, lasted: 0)
    return Entry(stamp: stamp, previous: nil, replicaGenesis: nil, payload: [])
  }

  private func writer(_ disk: sending Disk) -> EntryWriter {
    EntryWriter(sign: { $0 }, sentence: { _ in SafeText("full") }, origin: .open(disk))
  }

  @Test("Entries are written in order, and said to be")
  func order() {
    let writer = writer(Disk(failures: 0))
    for number in UInt64(1)...50 { writer.keep(entry(number)) }
    #expect(writer.finish(withinMilliseconds: 5_000).isEmpty)
    #expect(writer.removeReports().last == .kept(entry(50).stamp.id))
  }

  @Test("A failed write is reported and tried again, and no entry is lost or written twice")
  func retry() {
    let writer = writer(Disk(failures: 1))
    writer.keep(entry(1))
    writer.keep(entry(2))
    var reports: [WriterEvent] = []
    while reports.last != .kept(entry(2).stamp.id) {
      writer.reports.wait(milliseconds: 5_000)
      reports += writer.removeReports()
    }
    #expect(reports.first == .failing(SafeText("full")))
    #expect(writer.finish(withinMilliseconds: 5_000).isEmpty)
  }

  @Test(
    "A entryStore is made with the first entries in it, tried again with them, and then goes on")
  func making() {
    let made = Mutex<[[UInt64]]>([])
    let writer = EntryWriter(
      sign: { $0 }, sentence: { _ in SafeText("full") },
      origin: .made { entries, people, report in
        let attempts = made.withLock {
          $0.append(entries.map(\.stamp.id.sequence.raw))
          return $0.count
        }
        if attempts == 1 { throw Disk.Full() }
        report(.filed(path: "/b", name: SafeText("b")))
        return Disk(failures: 0)
      })
    writer.keep(entry(1))
    var reports: [WriterEvent] = []
    while reports.last != .kept(entry(1).stamp.id) {
      writer.reports.wait(milliseconds: 5_000)
      reports += writer.removeReports()
    }
    #expect(
      reports == [
        .failing(SafeText("full")), .filed(path: "/b", name: SafeText("b")), .recovered,
        .signed([entry(1)]), .kept(entry(1).stamp.id),
      ])
    #expect(made.withLock { $0 } == [[1], [1]])
    writer.keep(entry(2))
    #expect(writer.finish(withinMilliseconds: 5_000).isEmpty)
    #expect(writer.removeReports().last == .kept(entry(2).stamp.id))
    #expect(made.withLock { $0.count } == 2, "once")
  }

  @Test("Entries of others are stored as they are, and only own entries are reported as kept")
  func others() {
    let writer = EntryWriter(
      sign: { entry in
        var signed = entry
        signed.signature = [7]
        return signed
      }, sentence: { _ in SafeText("full") }, origin: .open(InMemoryEntryStore()))
    writer.store([entry(1)])
    writer.keep(entry(2))
    writer.store([entry(3)])
    let signatures = Mutex<[[UInt8]]>([])
    let isRead = WakePipe()
    writer.fetch { entries in
      signatures.withLock { $0 = entries?.map(\.signature) ?? [] }
      isRead.ring()
    }
    isRead.wait(milliseconds: 5_000)
    #expect(signatures.withLock { $0 } == [[], [7], []])
    #expect(writer.finish(withinMilliseconds: 5_000).isEmpty)
    var own = entry(2)
    own.signature = [7]
    #expect(writer.removeReports() == [.signed([own]), .kept(own.id)])
  }

  @Test("The writer reports its recovery, although it saved only entries of others")
  func othersAgain() {
    let writer = writer(Disk(failures: 1))
    writer.store([entry(1)])
    var reports: [WriterEvent] = []
    while reports.last != .recovered {
      writer.reports.wait(milliseconds: 5_000)
      reports += writer.removeReports()
    }
    #expect(reports == [.failing(SafeText("full")), .recovered])
    #expect(writer.finish(withinMilliseconds: 5_000).isEmpty)
  }

  @Test("After a flush, the last entry is reported as kept")
  func flushed() {
    let writer = writer(Disk(failures: 0))
    for number in UInt64(1)...2_000 {
      writer.keep(entry(number))
      #expect(writer.flush(withinMilliseconds: 5_000))
      #expect(writer.removeReports().last == .kept(entry(number).stamp.id))
    }
    #expect(writer.finish(withinMilliseconds: 5_000).isEmpty)
  }

  @Test("At the end, unwritten entries are given back")
  func unsaved() {
    let writer = writer(Disk(failures: .max))
    writer.keep(entry(1))
    writer.keep(entry(2))
    #expect(writer.finish(withinMilliseconds: 5_000).map(\.stamp.id.sequence.raw) == [1, 2])
  }

  @Test("and returns the entries of a file that was removed")
  func unsavedAndRemoved() {
    let writer = writer(Disk(failures: .max, removed: [entry(1), entry(2)]))
    writer.keep(entry(3))
    #expect(writer.finish(withinMilliseconds: 5_000).map(\.stamp.id.sequence.raw) == [1, 2, 3])
  }
}
