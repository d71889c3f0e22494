import EaselBase
import Foundation
import FrameTesting
import GroupBase
import GroupCore
import GroupTesting
import Testing
import TestThreads

/// Members with a changed program make no other keep more than a bounded number of bytes.
@Suite(.besidePool, .serialized, .underLoad) struct HostileCostTests {
  /// The bytes that a program may grow by. It keeps at most 8 MiB of what watchers send in pieces, and at
  /// most 8 MiB of announcements; the allocator and the program's own work need the rest.
  private static let growthMax = 32 << 20
  /// The bytes that wait for all links together.
  private static let waitingMax = 64 << 20

  @Test("sixty watchers, one after the other, each of which begins a parcel and leaves a gap")
  func streams() async throws {
    let session = try ProcessSession()
    try session.host(by: .tcp)
    let ticket = try session.tickets()[1]
    let before = try residentBytes(of: session.host)
    for _ in 0..<60 {
      let watcher = try ScriptedMember(ticket)
      try await watcher.connect()
      try watcher.send(
        parcel: [UInt8](repeating: 7, count: 528 << 10), isWhole: false, as: watcher.own)
      watcher.leaveGap(as: watcher.own)
      try watcher.send(
        parcel: [UInt8](repeating: 7, count: 1 << 20), isWhole: false, as: watcher.own)
      try await watcher.waitUntilRead()
      watcher.hangUp()
      try session.host.run.catchUp()
    }
    let growth = try residentBytes(of: session.host) - before
    #expect(growth < Self.growthMax, "the host grew by \(growth >> 10) KiB")
    try session.draw(session.host)
    try session.host.run.waitForInk((10, session.host.row))
  }

  @Test("120 members that do not exist, each of which announces 16 sessions of 32 KiB")
  func announcements() async throws {
    let session = try ProcessSession()
    try session.host(by: .tcp)
    try session.join("Ann")
    let before = try residentBytes(of: session.host)
    let drawers = try await ScriptedMember.connected(4, by: try session.tickets()[0])
    for _ in 0..<30 {
      for drawer in drawers {
        let madeUp = try drawer.makeUp(.draw)
        try drawer.announce(Self.announcement(of: madeUp.member), as: madeUp)
      }
      for drawer in drawers { try await drawer.waitUntilRead() }
      for guest in session.guests { try guest.run.catchUp() }
    }
    let growth = try residentBytes(of: session.host) - before
    #expect(growth < Self.growthMax, "the host grew by \(growth >> 10) KiB")
    // Only now the members that do not exist may fall silent.
    for drawer in drawers { drawer.hangUp() }
    for guest in session.guests { try session.draw(guest) }
    try session.waitForAllInk()
  }

  @Test(
    "370 links of a view ticket that read nothing, while a watcher sends 9 MB")
  func silentLinks() async throws {
    let session = try ProcessSession()
    try session.host(by: .tcp)
    let ticket = try session.tickets()[1]
    let before = try residentBytes(of: session.host)
    let silent = try await ScriptedMember.connected(370, by: ticket, reads: false)
    let sender = try ScriptedMember(ticket)
    try await sender.connect()
    var most = 0
    for _ in 0..<100 {
      for _ in 0..<4 {
        try sender.send(parcel: [UInt8](repeating: 7, count: 23_000), as: sender.own)
      }
      try await sender.waitUntilRead()
      most = max(most, try residentBytes(of: session.host) - before)
    }
    #expect(most < Self.waitingMax + Self.growthMax, "the host grew by \(most >> 10) KiB")
    for link in silent + [sender] { link.hangUp() }
    try session.draw(session.host)
    try session.host.run.waitForInk((10, session.host.row))
    let rest = try residentBytes(of: session.host) - before
    #expect(rest < Self.growthMax, "the host keeps \(rest >> 10) KiB")
  }

  private static func announcement(of member: MemberID) -> Announcement {
    let activity = [UInt8](repeating: 7, count: SessionRecord.activityBytesMax)
    let sessions = (1...UInt32(Announcement.sessionsMax)).map { number in
      SessionRecord(
        id: SessionID(member, activation: number), identifier: "org.example.other",
        activity: .init(activity, edits: 0, editor: member))
    }
    return Announcement(
      version: 1, profile: MemberProfile(name: SafeText("Eve", limit: .name)), sessions: sessions)
  }

  /// The bytes of a program that are in memory.
  private func residentBytes(of guest: ProcessSession.Guest) throws -> Int {
    let status = try String(contentsOfFile: "/proc/\(guest.run.pty.pid)/status", encoding: .utf8)
    let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") })
    let kilobytes = try #require(line.split(whereSeparator: \.isWhitespace).dropFirst().first)
    return try #require(Int(kilobytes)) << 10
  }
}
