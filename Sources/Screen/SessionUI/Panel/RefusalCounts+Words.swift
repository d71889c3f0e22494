import BoardContract
import BoardLog

extension RefusalCounts {
  /// One line for each cause, the most frequent cause first: “3 with a wrong signature”.
  package var sentences: [String] {
    counts.map { (count: $0.value, words: $0.key.words) }
      .sorted { ($1.count, $0.words) < ($0.count, $1.words) }
      .map { "\($0.count) \($0.words)" }
  }
}

extension RefusalCounts.Cause {
  fileprivate var words: String {
    switch self {
    case .log(let reason): reason.words
    case .unreadableRun: "that cannot be read"
    case .wrongSender: "from somebody who may not send them"
    case .inkOfWatcher: "with ink of somebody who may only watch"
    case .unreadableMessage: "in messages that cannot be read"
    case .tooLarge: "in messages that are too large"
    case .unknownSender: "from somebody who was not in the session yet, or any more"
    case .unreadableNotice: "with news that cannot be read"
    case .unreadablePresence: "with a name or pointer that cannot be read"
    case .wrongIdentity: "in another person's name"
    case .unreadableInk: "with ink that cannot be read"
    }
  }
}

extension RefusedEntry.Reason {
  fileprivate var words: String {
    switch self {
    case .outOfRange: "with a number or a time out of range"
    case .tooLarge: "that are too large"
    case .badReplicaGenesis: "with a wrong beginning"
    case .wrongAuthor: "with a wrong author"
    case .brokenChain: "that do not follow the entry before"
    case .badSignature: "with a wrong signature"
    case .frozen: "of an author who contradicted themselves"
    case .crowded: "that came too early"
    case .overAllowance: "beyond their author's allowance"
    case .revoked: "that the owner of the board revoked"
    case .unknownReplica: "of an author who is not known here"
    }
  }
}
