import EaselBase
import Foundation
import Glibc
import GroupSecurity
import SystemFiles
import Testing
import TestSamples

@testable import BoardSessions

/// Where a guest lets others come to.
@Suite struct ListeningTests {
  private let home: TestFolder

  init() throws { home = try TestFolder() }

  private func folder(_ name: String, mode: mode_t) throws -> String {
    let path = home.path(name)
    try FileSystem.makeFolder(path)
    #expect(chmod(path, mode) == 0)
    return path
  }

  private func ticket(at address: String, to role: Role) throws -> Ticket {
    try Ticket(
      addresses: [address], role: role,
      secret: try #require(Secret([UInt8](repeating: 7, count: Secret.length))),
      fingerprint: HostFingerprint(Bytes16(high: 1, low: 2)))
  }

  /// A guest that joins by a ticket with this socket listens at these addresses.
  private func addresses(beside path: String, to role: Role = .draw) throws -> [String] {
    CallSockets(besideThoseAt: try ticket(at: "unix://\(path)", to: role)).addresses
  }

  @Test("a guest's socket lies beside the ticket's socket, if its own user owns the folder")
  func own() throws {
    let path = try folder("own", mode: 0o755) + "/door"
    #expect(try addresses(beside: path) == ["unix://\(path).\(getpid())"])
    #expect(try addresses(beside: path, to: .watch).isEmpty, "a watcher lets nobody in")
  }

  @Test("a guest makes no socket in a folder that everybody can write to, or that is not there")
  func shared() throws {
    for mode: mode_t in [0o777, 0o1777] {
      let path = try folder("shared", mode: mode)
      #expect(try addresses(beside: path + "/door").isEmpty)
      #expect(try FileManager.default.contentsOfDirectory(atPath: path).isEmpty)
    }
    #expect(try addresses(beside: home.path("nowhere") + "/door").isEmpty)
  }

  @Test("a guest makes no socket in another user's folder", .enabled(if: geteuid() == 0))
  func foreign() throws {
    let path = try folder("foreign", mode: 0o755)
    #expect(chown(path, 65_534, 65_534) == 0)
    #expect(try addresses(beside: path + "/door").isEmpty)
    #expect(try FileManager.default.contentsOfDirectory(atPath: path).isEmpty)
  }
}
