import Foundation
import OpenGroupActivities
import Testing

@testable import BoardSessions

/// The question to a person who is rung, asked through the library.
@MainActor @Suite struct SharingQuestionTests {
  private func activity() throws -> DrawTogether {
    try JSONDecoder().decode(
      DrawTogether.self, from: Data(#"{"genesis":"AQ==","invitation":"CQ=="}"#.utf8))
  }

  /// Lets all other tasks go on until the condition holds.
  private func until(_ isSo: () -> Bool) async {
    let start = ContinuousClock.now
    while !isSo(), start.duration(to: .now) < .seconds(60) { await Task.yield() }
  }

  @Test("A session waits while a person is asked, and only goes on waiting if the person comes")
  func waiting() async throws {
    let system = LoopbackCall().join(name: "Ann")
    let observer = GroupStateObserver(system)
    let question = SharingQuestion(system) { error in Issue.record(error) }
    for comes in [false, true] {
      var answer: ((Bool) -> Void)?
      question.ask(about: try activity()) { answer = $0 }
      await until { answer != nil && observer.stagedActivity != nil }
      #expect(observer.stagedActivity?.activityIdentifier == DrawTogether.activityIdentifier)
      #expect(question.isAsking)
      answer?(comes)
      await until { !question.isAsking && (observer.stagedActivity != nil) == comes }
      #expect(!question.isAsking && (observer.stagedActivity != nil) == comes)
    }
  }
}
