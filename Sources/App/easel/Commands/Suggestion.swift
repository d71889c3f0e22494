import ArgumentParser
import BoardFiles
import BoardSessions
import EaselBase

/// Suggests to a user who typed something wrong what they probably meant, or where to read more.
enum Suggestion {
  /// Returns the sentence unchanged if it already says what would be right.
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

  /// Removes the parser's guess at an option if the guess is similar only by chance.
  private static func withoutGuess(_ sentence: String) -> String {
    let words = sentence.split(separator: "'", omittingEmptySubsequences: false).map(String.init)
    guard words.count == 5, words[2] == ". Did you mean ",
      nearest(to: words[1], among: [words[3]]) == nil
    else { return sentence }
    return "\(words[0])'\(words[1])'."
  }

  /// Throws for a word that begins with one dash and is no option. The parser would find options of
  /// one letter in it, such as `-h`, and show the help of the command.
  static func checkOptions(of arguments: [String]) throws(UserError) {
    let words = arguments.prefix { $0 != "--" }
    guard
      let word = words.first(where: {
        $0.hasPrefix("-") && !$0.hasPrefix("--") && $0 != "-" && $0 != "-h"
      })
    else { return }
    throw UserError(
      adding(to: "unknown option “\(UserError.shown(word))”.", for: arguments),
      code: UserError.usage)
  }

  /// Throws for `help` about an unknown command: the parser would show the help of the nearest
  /// known command above it, as if the user had asked for that.
  static func checkTopic(of arguments: [String]) throws(UserError) {
    guard arguments.first == "help" else { return }
    let topic = arguments.dropFirst().filter { !$0.hasPrefix("-") }
    let known = commands(in: topic)
    guard known.count < topic.count, topic != ["help"] else { return }
    let path = (["easel", "help"] + known.map { $0._commandName }).joined(separator: " ")
    let choices = (known.last ?? EaselCommand.self).configuration.subcommands
    let topics = known.isEmpty ? ManualPage.topics.keys.sorted() : []
    let near = nearest(to: topic[known.count], among: choices.map { $0._commandName } + topics)
    let hint = near.map { "Did you mean `\(path) \($0)`?" } ?? "`\(path)` tells more."
    let asked = UserError.shown(topic.joined(separator: " "))
    throw UserError("there is no command “\(asked)”. \(hint)", code: UserError.usage)
  }

  /// Returns the commands that the first words name; each is a subcommand of the one before.
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
