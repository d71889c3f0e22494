import ArgumentParser
import BoardFiles
import BoardSessions
// Linked in place of the data of Foundation's ICU, see its header.
import CEaselICUStubData
import EaselPlatform

/// The start of Easel. Only this place sets the exit code: 0 done, 1 failed, 2 wrong usage or an
/// unfit terminal. Each failure prints one sentence on standard error.
@main enum Program {
  static func main() {
    // If a reader goes away, write reports an error; a signal must not kill the process.
    signal(SIGPIPE, SIG_IGN)
    ProcessHardening.closeMemory()
    exit(run(Array(ProgramArguments.all.dropFirst())))
  }

  static func run(_ arguments: [String]) -> Int32 {
    let arguments = PastedCommand.unwrapped(arguments)
    return report {
      // The parser looks at every command by reflection, which takes longer than all other work up
      // to the first frame. Without arguments there is nothing to parse.
      guard !arguments.isEmpty else { return try DrawCommand.draw() }
      if arguments.count == 2, arguments[0] == "help",
        let page = ManualPage.text(of: arguments[1])
      {
        try Report.result(page)
        return
      }
      try Suggestion.checkTopic(of: arguments)
      try Suggestion.checkOptions(of: arguments)
      var command = try EaselCommand.parseAsRoot(arguments)
      try command.run()
    } about: {
      arguments
    }
  }

  /// - Returns: the exit code, after printing any error.
  private static func report(
    _ work: () throws -> Void, about arguments: () -> [String]
  ) -> Int32 {
    do {
      do {
        try work()
      } catch let error where EaselCommand.exitCode(for: error) == .success {
        // The user asked for help or for the version.
        try Report.result(EaselCommand.fullMessage(for: error) + "\n")
      }
      return 0
    } catch let refusal as UserError {
      Report.failure(refusal.sentence)
      return refusal.code
    } catch {
      let sentence = Report.sentence(EaselCommand.message(for: error))
      guard EaselCommand.exitCode(for: error) == .validationFailure else {
        Report.failure(Report.inOwnForm(sentence))
        return UserError.failed
      }
      Report.failure(Report.inOwnForm(Suggestion.adding(to: sentence, for: arguments())))
      return UserError.usage
    }
  }
}
