import ArgumentParser
import EaselBase

/// What whoever typed something wrong probably meant, or where they read more.
enum Suggestion {
  /// The sentence as it is where it says already what would be right.
  static func adding(to sentence: String, for arguments: [String]) -> String {
    let sentence = withoutGuess(sentence)
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

  /// Without the parser's guess at an option where that is a shot in the dark.
  private static func withoutGuess(_ sentence: String) -> String {
    let words = sentence.split(separator: "'", omittingEmptySubsequences: false).map(String.init)
    guard words.count == 5, words[2] == ". Did you mean ",
      nearest(to: words[1], among: [words[3]]) == nil
    else { return sentence }
    return "\(words[0])'\(words[1])'."
  }

  /// Refuses `help` about something that is no command: the parser would tell of the nearest one
  /// above it, as if that had been asked for.
  static func checkTopic(of arguments: [String]) throws(UserError) {
    guard arguments.first == "help" else { return }
    let topic = arguments.dropFirst().filter { !$0.hasPrefix("-") }
    let known = commands(in: topic)
    guard known.count < topic.count, topic != ["help"] else { return }
    let path = (["easel", "help"] + known.map { $0._commandName }).joined(separator: " ")
    let choices = (known.last ?? EaselCommand.self).configuration.subcommands
    let near = nearest(to: topic[known.count], among: choices.map { $0._commandName })
    let hint = near.map { "Did you mean `\(path) \($0)`?" } ?? "`\(path)` tells more."
    let asked = UserError.shown(topic.joined(separator: " "))
    throw UserError("there is no command “\(asked)”. \(hint)", code: UserError.usage)
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
