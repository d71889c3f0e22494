import ArgumentParser
import Vocabulary

/// What whoever typed something wrong probably meant, or where they read more.
enum Suggestion {
  /// The sentence as it is where it says already what would be right.
  static func adding(to sentence: String, for arguments: [String]) -> String {
    if sentence.contains("Did you mean") || sentence.contains("Please provide")
      || sentence.contains(": expected ")
    {
      return sentence
    }
    let known = commands(in: arguments)
    let commands = known.last?.configuration.subcommands ?? EaselCommand.configuration.subcommands
    let word = arguments.dropFirst(known.count).first { !$0.hasPrefix("-") }
    let path = (["easel"] + known.map { $0._commandName }).joined(separator: " ")
    let near = word.flatMap { nearest(to: $0, among: commands.map { $0._commandName }) }
    guard let near else { return "\(sentence) `\(path) --help` tells more." }
    return "\(sentence) Did you mean `\(path) \(near)`?"
  }

  /// The commands that the first words name, each a subcommand of the one before.
  private static func commands(in arguments: [String]) -> [any ParsableCommand.Type] {
    var named: [any ParsableCommand.Type] = []
    for word in arguments {
      let choices = named.last?.configuration.subcommands ?? EaselCommand.configuration.subcommands
      guard let command = choices.first(where: { $0._commandName == word }) else { break }
      named.append(command)
    }
    return named
  }
}
