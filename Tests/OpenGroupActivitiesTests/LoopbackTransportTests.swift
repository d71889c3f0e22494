import GroupCore
import GroupTesting
import Testing

@testable import OpenGroupActivities

@Suite(.timeLimit(.minutes(60))) struct LoopbackTransportTests {
  private let contract: TransportContract

  init() {
    let exchange = LoopbackExchange()
    let numbers = Numbers()
    contract = TransportContract(nowhere: "loopback:nowhere") {
      LoopbackTransport(exchange, number: numbers.next())
    }
  }

  @Test(
    "the transport keeps the contract",
    arguments: TransportContract.Law.allCases.filter { $0 != .sharesWaiting })
  func keeps(_ law: TransportContract.Law) async throws { try await contract.check(law) }
}
