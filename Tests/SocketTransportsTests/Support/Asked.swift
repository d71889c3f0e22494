import GroupSecurity
import Testing

@testable import SecureTransports

/// The questions that a person was asked.
final class Asked: Sendable {
  typealias Question = (String, @Sendable (SecurityError?) -> Void)
  private let (questions, ask) = AsyncStream<Question>.makeStream()

  var entry: SecureTransport.AdmissionMode {
    .ticketAndApproval(
      isWanted: { true }, ask: { [ask] _, caller, answer in ask.yield((caller.name, answer)) })
  }

  func next() async throws -> Question {
    var iterator = questions.makeAsyncIterator()
    return try #require(await iterator.next())
  }
}
