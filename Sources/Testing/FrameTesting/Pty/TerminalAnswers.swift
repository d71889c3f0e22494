/// The answers of a terminal to the questions in a program's output.
public struct TerminalAnswers: Sendable {
  private let answer: @Sendable (TerminalOutputToken) -> String?

  /// Makes answers from a function that returns the text to send, or nil for no answer.
  public init(_ answer: @escaping @Sendable (TerminalOutputToken) -> String?) {
    self.answer = answer
  }

  /// Makes answers from a list; each question is one sequence.
  public init(_ known: [(question: String, answer: String)]) {
    var answers: [TerminalOutputToken: String] = [:]
    for (question, answer) in known {
      var parser = TerminalParser()
      for token in parser.parse(question.utf8) { answers[token] = answer }
    }
    let all = answers
    self.init { all[$0] }
  }

  /// A terminal that understands no question.
  public static let none = TerminalAnswers { _ in nil }

  /// Returns the answers of a VT220 with colour: its known modes, its attributes, a dark
  /// background.
  ///
  /// - Parameter cellPixels: the cell size of a terminal that reports the mouse in pixels, mode
  ///   1016.
  public static func xterm(
    cellPixels: (width: Int, height: Int)? = nil
  ) -> TerminalAnswers {
    TerminalAnswers { token in
      switch token {
      case .csi(let sequence) where sequence.kind == "?$p":
        let mode = sequence.number(0, default: 0)
        let isKnown =
          mode == 1016 ? cellPixels != nil : [1000, 1002, 1003, 1006, 2004].contains(mode)
        return "\u{1B}[?\(mode);\(isKnown ? 2 : 0)$y"
      case .csi(let sequence) where sequence.kind == "c":
        return "\u{1B}[?62;22c"
      case .csi(let sequence) where sequence.kind == "t" && sequence.parameters.first == "16":
        return cellPixels.map { "\u{1B}[6;\($0.height);\($0.width)t" }
      case .string(let opener, let content)
      where opener == UInt8(ascii: "]") && content.elementsEqual("11;?".utf8):
        return "\u{1B}]11;rgb:1e1e/1e1e/2e2e\u{1B}\\"
      default: return nil
      }
    }
  }

  func callAsFunction(to token: TerminalOutputToken) -> String? { answer(token) }
}
