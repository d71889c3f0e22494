import GroupTesting
import Testing

@testable import SocketTransports

@Suite(.timeLimit(.minutes(60))) struct TCPTransportTests {
  private let contract: TransportContract

  init() {
    // No program listens at port 1 by chance.
    contract = TransportContract(nowhere: "tcp://127.0.0.1:1") {
      let transport = TCPTransport()
      try transport.listen(at: "tcp://127.0.0.1:0")
      return transport
    }
  }

  @Test("the transport keeps the contract", arguments: TransportContract.Law.allCases)
  func keeps(_ law: TransportContract.Law) async throws { try await contract.check(law) }
}
