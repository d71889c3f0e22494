import EaselBase
import Foundation
import GroupBase
import GroupSecurity
import OpenGroupActivities
import SecureTransports

/// The messages in a session between a host and the members whose requests the host follows.
enum RulingMessage: Codable, CustomMessageIdentifiable, Sendable {
  /// From a host: its signed statement that it follows the receiver's requests; empty if it no
  /// longer follows them.
  case heeds(Data)
  /// To a host: a signed request.
  case request(Data, number: UInt64)
  case outcome(String, number: UInt64)

  static let messageIdentifier = "ruling"

  /// The keys of the encoded format. They stay the same when a case is renamed.
  private enum CodingKeys: String, CodingKey {
    case heeds = "heeds"
    case request = "request"
    case outcome = "outcome"
  }

  private enum HeedsCodingKeys: String, CodingKey {
    case _0 = "_0"
  }

  private enum RequestCodingKeys: String, CodingKey {
    case _0 = "_0"
    case number = "number"
  }

  private enum OutcomeCodingKeys: String, CodingKey {
    case _0 = "_0"
    case number = "number"
  }
}

/// Handles rulings in a session: changes of a member's rights, removals, and the renewal of
/// tickets. On a host, it tells members that the host follows their requests, and carries out the
/// requests. On any other member, it sends requests to a host. Each request is signed, and a host
/// accepts only a signed request.
@MainActor final class ModerationClient {
  private let messenger: GroupSessionMessenger
  private let rights: Rights
  /// The members that fell silent in the session.
  private let silent: () -> [MemberID]
  private weak var controller: BoardController?
  private var listening: Task<Void, Never>?
  private var others: [ParticipantID: Participant] = [:]
  /// The participants to whom this host has said that it follows their requests.
  private var heeded: Set<ParticipantID> = []
  /// The hosts that have said that they follow this run's requests, the latest last. A host in this
  /// list may still be missing from `others`.
  private var willing: [ParticipantID] = []
  private var isHeeded = false
  private var asked: [UInt64: Asked] = [:]
  private var last: UInt64 = 0

  private struct Asked {
    let action: RulingRequest.ModerationAction
    let subject: MemberID?
    /// The members that a lock spares.
    let spared: [MemberID]
    /// The number of the keys at the last request.
    var epoch: UInt32 = 0
    var times = 0
  }

  /// The maximum number of attempts for one request. An attempt fails if another host or member
  /// changes the keys at the same time.
  private static let timesMax = 3
  /// The time to wait for a host's answer.
  private static let patience = Duration.seconds(10)
  private static let willingMax = 16

  init(
    _ messenger: GroupSessionMessenger, _ rights: Rights, silent: @escaping () -> [MemberID],
    at controller: BoardController?
  ) {
    (self.messenger, self.rights, self.silent, self.controller) = (
      messenger, rights, silent, controller
    )
    let messages = messenger.messages(of: RulingMessage.self)
    listening = Task { [weak self] in
      for await (message, context) in messages {
        self?.receive(message, from: context.source.participantID)
      }
    }
  }

  isolated deinit {
    listening?.cancel()
    if isHeeded { controller?.call.heeded(false) }
  }

  /// Handles participants who came or left, or whose rights have changed.
  func participantsChanged(to others: [ParticipantID: Participant]) {
    self.others = others
    let now = Set(others.keys.filter { rights.delegates(to: $0.member) })
    for (participant, other) in others
    where now.contains(participant) != heeded.contains(participant) {
      do throws(SecurityError) {
        let word =
          now.contains(participant) ? try rights.delegationToken(for: participant.member) : []
        send(.heeds(Data(word)), to: other)
      } catch { failed(error.description) }
    }
    heeded = now
    report()
  }

  private var host: Participant? {
    willing.last { others[$0] != nil }.flatMap { others[$0] }
  }

  private func report() {
    guard isHeeded != (host != nil) else { return }
    isHeeded.toggle()
    controller?.call.heeded(isHeeded)
  }

  /// - Parameters:
  ///   - subject: nil for a request about all tickets or the lock.
  ///   - spared: the members that a lock spares.
  func ask(
    _ action: RulingRequest.ModerationAction, about subject: MemberID?,
    sparing spared: [MemberID] = []
  ) {
    last += 1
    ask(Asked(action: action, subject: subject, spared: spared), number: last)
  }

  private func ask(_ request: Asked, number: UInt64) {
    guard request.times < Self.timesMax, let host else {
      return failed(Self.refusal(of: request.action))
    }
    do throws(SecurityError) {
      let bytes = try rights.request(
        request.action, about: request.subject, sparing: request.spared)
      var asking = request
      (asking.epoch, asking.times) = (rights.epochNumber, request.times + 1)
      asked[number] = asking
      send(.request(Data(bytes), number: number), to: host)
      Task { [weak self] in
        try await Task.sleep(for: Self.patience)
        self?.expire(number, asking.times)
      }
    } catch { failed(error.description) }
  }

  private func expire(_ number: UInt64, _ times: Int) {
    guard let request = asked[number], request.times == times else { return }
    asked[number] = nil
    judge(request)
  }

  /// Reports a failure unless the keys show that the request was carried out. Only a change of
  /// keys, which the host has signed, proves this; a message alone proves nothing.
  private func judge(_ request: Asked) {
    if !rights.isDone(request.action, about: request.subject, since: request.epoch) {
      failed(Self.refusal(of: request.action))
    }
  }

  /// Returns the sentence about a request that the host did not carry out. An older host refuses an
  /// action that it does not know.
  static func refusal(of action: RulingRequest.ModerationAction) -> String {
    switch action {
    case .lock: "the host did not lock the board. An older Easel cannot."
    case .unlock: "the host did not unlock the board. An older Easel cannot."
    case .putOut, .watch, .draw, .renewTickets: "the host did not do it."
    }
  }

  private func receive(_ message: RulingMessage, from source: ParticipantID) {
    switch message {
    case .heeds(let word):
      willing.removeAll { $0 == source }
      if rights.isDelegate(of: source.member, token: Array(word)) {
        willing = willing.suffix(Self.willingMax - 1) + [source]
      }
      report()
    case .request(let bytes, let number):
      guard let other = others[source] else { return }
      do throws(SecurityError) {
        let outcome = try rights.handle(
          request: Array(bytes), from: source.member, present: others.keys.map(\.member),
          silent: silent())
        send(.outcome(outcome.rawValue, number: number), to: other)
      } catch {
        send(.outcome(RulingOutcome.refused.rawValue, number: number), to: other)
      }
    case .outcome(let word, let number):
      guard willing.contains(source), let request = asked.removeValue(forKey: number) else {
        return
      }
      switch RulingOutcome(rawValue: word) {
      case .done: judge(request)
      // The keys changed before the host received the request.
      case .stale: ask(request, number: number)
      case .refused, nil: failed(Self.refusal(of: request.action))
      }
    }
  }

  private func failed(_ sentence: String) { controller?.receive(.failed(SafeText(sentence))) }

  private func send(_ message: RulingMessage, to other: Participant) {
    messenger.send(message, to: .only(other)) { _ in
      // Ignore an error: a participant who has left needs no answer, and cannot carry out a
      // request.
    }
  }
}
