import Foundation
import OpenGroupActivities
import Sharing
import Vocabulary

// What of the board others lack.
extension SessionRunner {
  /// How far the board has come here, and what is on it to the others.
  struct Standing: Sendable {
    let knowsWhatOthersDo: Bool
    let isKnownToAll: Bool
  }

  var standing: Standing {
    Standing(knowsWhatOthersDo: board.knowsWhatOthersDo, isKnownToAll: board.isKnownToAll)
  }

  func supply(_ ranges: [EntryRange], to participant: ParticipantID) {
    if let ranges = supplies.ask(ranges, by: participant) { begin(ranges, to: participant) }
  }

  private func begin(_ ranges: [EntryRange], to participant: ParticipantID) {
    let excerpt = controller?.excerpt(of: ranges, in: id)
    supplying[participant] = Task { [weak self] in
      let isSent = await self?.send(excerpt, to: participant) ?? false
      self?.supplied(isSent ? excerpt?.ranges ?? [] : [], to: participant)
    }
  }

  /// As fast as it is taken at the other end.
  ///
  /// - Returns: whether anything was sent.
  private func send(_ excerpt: Excerpt?, to participant: ParticipantID) async -> Bool {
    var excerpt = excerpt
    var isSent = false
    do {
      while let runs = await excerpt?.next(), let other = seats[participant] {
        for run in runs {
          try await reliable.send(Data(SharedBoardMessage.entries(run).encoded()), to: .only(other))
          isSent = true
        }
      }
    } catch {
      // It left, or the session is over.
      return false
    }
    return isSent
  }

  private func supplied(_ ranges: [EntryRange], to participant: ParticipantID) {
    supplying[participant] = nil
    perform(board.supplied(ranges, to: participant))
    if let next = supplies.done(by: participant) { begin(next, to: participant) }
  }

  /// The picture that the board began from, one part after another as they are taken, and to each
  /// participant one at a time.
  ///
  /// - Parameter picture: nil where it is not here either.
  func sendBase(_ picture: [UInt8]?, to participant: ParticipantID) {
    guard let other = seats[participant], giving[participant] == nil else { return }
    giving[participant] = Task { [weak self, reliable] in
      do {
        if let picture {
          for part in BaseMessage.parts(of: picture) {
            try await reliable.send(part, to: .only(other))
          }
        } else {
          try await reliable.send(BaseMessage.lacking, to: .only(other))
        }
      } catch {
        // It left, or the session is over; whoever is still there asks again.
      }
      self?.giving[participant] = nil
    }
  }
}
