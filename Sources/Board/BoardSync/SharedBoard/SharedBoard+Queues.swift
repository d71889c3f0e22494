import EaselBase
import GroupBase

extension SharedBoard {
  /// The queues, except those for entries, that grow with the messages of other participants.
  package var queues: [QueueLoad] {
    let others = max(participants.count, 1)
    return [
      QueueLoad("wet strokes", wet.shown.count, of: others * WetInk.strokesMax),
      QueueLoad("wants", antiEntropy.wants.count, of: others * AntiEntropy.wantsPerParticipant),
      QueueLoad("compared", antiEntropy.others.count, of: others),
      QueueLoad(
        "refusals", antiEntropy.others.values.map(\.refusals.count).max() ?? 0,
        of: PeerState.refusalsMax),
      QueueLoad("complete", complete.count, of: others),
    ]
  }
}
