import BoardContract
import EaselBase
import Foundation
import OpenCoordinatedPlayback

// The values of the coordinator and of the screen.

extension FilmItem.ID {
  /// The identifier of the item for the coordinator.
  var text: String { "\(UUID(participant.raw).uuidString)-\(number)" }
}

extension FilmAbsence {
  /// The reason for the coordinator. Its name stands in messages: never change it.
  var reason: AVCoordinatedPlaybackSuspension.Reason {
    switch self {
    case .seeking: .userIsChangingCurrentTime
    case .catchingUp: AVCoordinatedPlaybackSuspension.Reason("org.easel.catching-up")
    case .exporting: AVCoordinatedPlaybackSuspension.Reason("org.easel.exporting")
    case .lackingEntries: AVCoordinatedPlaybackSuspension.Reason("org.easel.lacking-entries")
    case .stalled: .stallRecovery
    }
  }

  /// Nil for the name of a reason that only a later version knows.
  init?(name: String) {
    guard let known = Self.allCases.first(where: { $0.reason.rawValue == name }) else { return nil }
    self = known
  }
}

extension FilmTiming {
  /// Returns the speed in quarters; 0 for a rate that Easel does not offer, such as one backward.
  static func quarters(ofRate rate: Float) -> Int64 {
    guard rate.isFinite, rate > 0 else { return 0 }
    return min(max(Int64((min(rate, 64) * 4).rounded()), 1), quartersMax)
  }
}

extension CMTime {
  init(milliseconds: Int64) { self.init(value: milliseconds, timescale: 1_000) }

  /// The time in milliseconds; 0 if it is not numeric.
  var milliseconds: Int64 {
    let time = convertScale(1_000, method: .default)
    return time.isNumeric && time.timescale == 1_000 ? time.value : 0
  }

  /// The milliseconds from now to this moment of the host's clock; negative for a past moment.
  var millisecondsFromNow: Int64 { (self - CMClockGetTime(CMClockGetHostTimeClock())).milliseconds }
}

extension FilmMessage {
  /// Nil for a film that no message can hold.
  init?(_ message: FilmAudience.Message) {
    switch message {
    case .shows(let item):
      guard let contents = FilmContents(item) else { return nil }
      self = .shows(contents)
    case .watches(let part): self = .watches(FilmPart(part.film, part.absence))
    case .leaves: self = .leaves
    case .asks(let id): self = .asks(FilmName(id))
    }
  }

  /// The message of another member; nil if it is not valid.
  var value: FilmAudience.Message? {
    switch self {
    case .shows(let contents): contents.item.map { .shows($0) }
    case .watches(let part): part.value.map { .watches($0) }
    case .leaves: .leaves
    case .asks(let name): name.id.map { .asks($0) }
    }
  }
}
