import GroupTesting
import Testing

@testable import SocketTransports

@Suite(.timeLimit(.minutes(60))) struct UnixTransportTests {
  private let folder: ScratchFolder
  private let contract: TransportContract

  init() throws {
    let folder = try ScratchFolder()
    self.folder = folder
    let numbers = Numbers()
    contract = TransportContract(nowhere: "unix://\(folder.path)/nowhere") {
      let transport = UnixTransport()
      try transport.listen(at: "unix://\(folder.path)/\(numbers.next())")
      return transport
    }
  }

  @Test("X1 · a dial opens a link at both ends") func opens() async throws {
    try await contract.opens()
  }

  @Test("X2 · a failed dial is told as closed") func refuses() async throws {
    try await contract.refuses()
  }

  @Test("X3 · messages of every size arrive whole, in order, unchanged") func carries() async throws
  {
    try await contract.carries()
  }

  @Test("X4 · messages accepted before a link is closed arrive") func closes() async throws {
    try await contract.closes()
  }

  @Test("X5 · for a neighbour that takes nothing only so much waits") func holdsBack() async throws
  {
    try await contract.holdsBack()
  }

  @Test("X6 · a transport that stops closes all links, and the others hear so") func stops()
    async throws
  {
    try await contract.stops()
  }

  @Test("X8 · data that waits for several links is held once, and is given back")
  func sharesWaiting() async throws { try await contract.sharesWaiting() }

  @Test("X7 · a message passed on to many arrives at each, in order") func passesOn() async throws {
    try await contract.passesOn()
  }
}
