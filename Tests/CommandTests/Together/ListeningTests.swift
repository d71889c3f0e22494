import EaselTesting
import Foundation
import Glibc
import TestThreads
import Testing

/// `easel host --listen`, given several times.
@Suite(.besidePool) struct ListeningTests {
  /// Whether this machine has the address ::1.
  private static var hasIPv6: Bool {
    let descriptor = socket(AF_INET6, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(descriptor) }
    var name = sockaddr_in6()
    name.sin6_family = sa_family_t(AF_INET6)
    name.sin6_addr = in6addr_loopback
    return withUnsafePointer(to: &name) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in6>.size)) == 0
      }
    }
  }

  @Test("numbers of both kinds, a name and a socket all lead in, and stand in the ticket in order")
  func several() throws {
    let (place, home, guest) = (try Home(), try Home(), try Home())
    let tickets = place.path("tickets")
    let hosts = ["127.0.0.1", "localhost"] + (Self.hasIPv6 ? ["[::1]"] : [])
    let wanted = hosts.map { "tcp://\($0):0" } + ["unix://\(place.path("s"))"]
    let host = try TerminalRun(
      program: [Easel.binary.path, "host", "wall", "--headless", "--ticket-file", tickets]
        + wanted.flatMap { ["--listen", $0] }, environment: home.environment)
    let deadline = ContinuousClock.now + TerminalRun.patience
    while access(tickets, F_OK) != 0, ContinuousClock.now < deadline { sched_yield() }
    let ticket = try String(contentsOfFile: tickets, encoding: .utf8)
    let addresses = ticket.dropFirst("easel://".count).prefix { $0 != "#" }.split(separator: ",")
    #expect(addresses.count == wanted.count)
    for (number, (address, wanted)) in zip(addresses, wanted).enumerated() {
      #expect(address.hasPrefix(wanted.hasSuffix(":0") ? wanted.dropLast() : wanted[...]))
      let script = try place.write("text 0.1,0.\(number + 2) \"way \(number)\"\n", to: "script")
      let played = try Easel.run(
        ["play", script, "--join", String(address)], in: guest, input: ticket)
      #expect(played.code == 0, "\(address): \(played.errors)")
    }
    host.pty.kill(SIGTERM)
    #expect(try host.waitForExit() == .code(0))
    let picture = try Easel.run(["render", "wall"], in: home).text
    for number in wanted.indices { #expect(picture.contains("way \(number)"), "\(picture)") }
  }
}
