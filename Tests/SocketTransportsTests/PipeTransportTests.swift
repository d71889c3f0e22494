import GroupTesting
import Testing

@testable import SecureTransports
@testable import SocketTransports

@Suite(.timeLimit(.minutes(60))) struct PipeTransportTests {
  private let contract: TransportContract

  init() {
    let exchange = PipeExchange()
    let numbers = Numbers()
    contract = TransportContract(nowhere: "pipe:nowhere") {
      PipedEnd(exchange, number: numbers.next())
    }
  }

  @Test("the transport keeps the contract", arguments: TransportContract.Law.allCases)
  func keeps(_ law: TransportContract.Law) async throws { try await contract.check(law) }
}
