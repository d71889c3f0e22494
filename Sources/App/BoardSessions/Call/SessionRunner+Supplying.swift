import BoardFiles
import BoardSync
import EaselBase
import GroupBase
import OpenGroupActivities
import SessionCore

// Supplies other participants with parts of the board that they lack.
extension SessionRunner {
  /// Reads the next part of the entries that a participant has asked for.
  ///
  /// - Parameter ranges: nil goes on with the ranges of the last request.
  func read(_ ranges: [EntryRange]?, for participant: ParticipantID) {
    if let ranges { readers[participant] = controller?.reader(of: ranges, in: id) }
    let reader = readers[participant]
    supplying[participant] = Task { [weak self] in
      var reader = reader
      let runs = await reader?.next()
      self?.didRead(runs, reader, for: participant)
    }
  }

  private func didRead(
    _ runs: [[UInt8]]?, _ reader: StoredRunReader?, for participant: ParticipantID
  ) {
    supplying[participant] = nil
    readers[participant] = runs == nil ? nil : reader
    controller?.step(in: id) {
      $0.entriesRead(
        runs ?? [], amountingTo: reader?.ranges ?? [], isLast: runs == nil, for: participant,
        at: $1, using: &$2)
    }
  }

  /// Sends a message as soon as the participant has room for it.
  func send(_ message: SharedBoardMessage, paced participant: ParticipantID) {
    let (other, bytes) = (present[participant], message.encoded())
    supplying[participant] = Task { [weak self, reliable] in
      var isSent = false
      // The participant may have left, or the session may be over.
      do {
        if let other {
          try await reliable.send(bytes: bytes, to: .only(other))
          isSent = true
        }
      } catch {}
      self?.didSend(isSent, to: participant)
    }
  }

  private func didSend(_ isSent: Bool, to participant: ParticipantID) {
    supplying[participant] = nil
    if !isSent { readers[participant] = nil }
    controller?.step(in: id) {
      $0.sendCompleted(to: participant, isSent: isSent, at: $1, using: &$2)
    }
  }

  /// Sends a message about the board's beginning as soon as the participant has room for it.
  func send(_ message: BaseMessage, to participant: ParticipantID) {
    let other = present[participant]
    sendingBase[participant] = Task { [weak self, reliable] in
      var isSent = false
      // Sending fails if the participant has left or the session is over. A participant that is
      // still in the session asks another member.
      do {
        if let other {
          try await reliable.send(message, to: .only(other))
          isSent = true
        }
      } catch {}
      self?.didSendBase(isSent, to: participant)
    }
  }

  private func didSendBase(_ isSent: Bool, to participant: ParticipantID) {
    sendingBase[participant] = nil
    controller?.step(in: id) { client, _, _ in
      client.baseSendCompleted(to: participant, isSent: isSent)
    }
  }
}
