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

  @Test("the transport keeps the contract", arguments: TransportContract.Law.allCases)
  func keeps(_ law: TransportContract.Law) async throws { try await contract.check(law) }
}
