import Foundation
import FrameTesting
import Testing
import TestThreads

@testable import easel

/// Real processes whose users remember each other.
@Suite(.besidePool, .serialized) struct MeetingPeopleTests {
  /// A home whose user remembers people.
  private func home() throws -> Home {
    let home = try Home()
    let folder = home.folder.appendingPathComponent(".config/easel")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data("remember-people = true\n".utf8).write(
      to: folder.appendingPathComponent("config.toml"))
    return home
  }

  private func people(of home: Home) throws -> String {
    try Easel.run(["people"], in: home).text
  }

  @Test("A person is in the file when the session has ended, is called by the own name, and goes")
  func remembering() throws {
    let (hal, ann) = (try home(), try home())
    var session = try ProcessSession()
    try session.host(by: .tcp, in: hal)
    try session.join("Ann", in: ann)
    try session.host.run.wait(for: "the guest") { $0.contains("Ann joined") }
    #expect(try people(of: hal).isEmpty, "the session still goes on")
    for guest in session.guests { try session.draw(guest) }
    try session.waitForAllInk()
    try session.leave("Ann")
    #expect(try people(of: ann).hasPrefix("Hal  "))
    #expect(try people(of: ann).contains("  by ticket  "))
    // The host stays in the session until it ends.
    try session.leave("Hal")
    #expect(try people(of: hal).hasPrefix("Ann  "))

    #expect(try Easel.run(["people", "--name", "ann", "Annika"], in: hal).code == 0)
    session = try ProcessSession()
    try session.host(by: .unix, in: hal)
    try session.join("Ann", in: ann)
    try session.host.run.wait(for: "her") { $0.contains("Annika (Ann) joined") }
    for guest in session.guests { try session.draw(guest) }
    try session.waitForAllInk()
    try session.leave("Ann")
    #expect(try people(of: ann).contains("  on this machine  "))
    try session.leave("Hal")
    #expect(try Easel.run(["people", "--forget", "annika"], in: hal).code == 0)
    #expect(try people(of: hal).isEmpty)
  }

  @Test("No file is written for a user who has not asked for it")
  func unwanted() throws {
    let session = try ProcessSession()
    let home = try Home()
    try session.host(by: .tcp, in: home)
    try session.join("Ann")
    try session.host.run.wait(for: "the guest") { $0.contains("Ann joined") }
    try session.draw(session.host)
    try session.leave("Hal")
    #expect(!FileManager.default.fileExists(atPath: home.path(".config/easel/people.toml")))
  }
}
