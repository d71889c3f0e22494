import Testing

@testable import TerminalIO

@Suite struct AnswersTests {
  private let cell = Answer.cell(width: 10, height: 20)

  /// The answers of a terminal that has told the size of a cell.
  private func answered() -> Answers {
    var answers = Answers()
    answers.expect(at: 0)
    answers.receive(cell)
    answers.receive(.attributes)
    return answers
  }

  @Test("The size of a cell is asked again only of a terminal that has told it")
  func unknown() {
    var answers = Answers()
    answers.expect(at: 0)
    answers.receive(.attributes)
    let mustAsk = answers.mustAskCell(at: 10)
    #expect(!mustAsk && answers.isComplete)
  }

  @Test("Only a single question for a cell's size is open, and a stale answer is asked again")
  func stale() {
    var answers = answered()
    #expect(!answers.mustAskCellAgain)
    let asked = (10..<20 as Range<Int64>).map { now in
      let mustAsk = answers.mustAskCell(at: now)
      if mustAsk { answers.expectCell(at: now) }
      return mustAsk
    }
    #expect(asked == [true] + Array(repeating: false, count: 9))
    answers.receive(cell)
    #expect(answers.mustAskCellAgain)
    answers.expectCell(at: 20)
    answers.receive(.attributes)
    answers.receive(cell)
    #expect(!answers.mustAskCellAgain)
    answers.receive(.attributes)
    #expect(answers.isComplete)
  }

  @Test("After a lost answer, the terminal is asked again in three seconds")
  func lost() {
    var answers = answered()
    answers.expectCell(at: 10)
    let asked = [3_009, 3_011].map { answers.mustAskCell(at: $0) }
    #expect(asked == [false, true])
  }

  @Test("Answers may come for three seconds, and until the attributes have come")
  func coming() {
    var answers = Answers()
    #expect(!answers.mayCome(at: 0))
    answers.expect(at: 0)
    answers.expectMore(at: 100)
    #expect(answers.mayCome(at: 3_099))
    #expect(!answers.mayCome(at: 3_100))
    answers.receive(.attributes)
    #expect(answers.mayCome(at: 3_000))
    answers.receive(.attributes)
    #expect(!answers.mayCome(at: 100))
  }
}
