import BoardContract
import BoardFilm
import EaselBase
import ScreenContract

/// This user's place among the people who watch a film in step.
///
/// A command that counts for everybody becomes a request. It takes effect when the group's new timing
/// comes back.
struct FilmGroup {
  let item: FilmItem
  /// Whether this user may play, pause and seek for everybody.
  var mayCommand: Bool
  /// The state of the film for all, as it was last reported. A film waits for its first start.
  private(set) var timing = FilmTiming.waiting
  /// Whether anybody has played the film or gone to a moment of it since this user watches it.
  private(set) var hasBegun = false
  /// The reason why this user goes on alone; nil in step with the others.
  private(set) var absence: FilmAbsence?
  /// The speed at which the film plays, or plays next.
  private(set) var speed = ReplaySpeed()
  private let requests: Requests

  init(_ item: FilmItem, mayCommand: Bool, _ requests: Requests) {
    (self.item, self.mayCommand, self.requests) = (item, mayCommand, requests)
  }

  mutating func follow(_ timing: FilmTiming) {
    self.timing = timing
    if !timing.isWaiting { hasBegun = true }
    let quarters = timing.quarters > 0 ? timing.quarters : timing.nextQuarters
    if let quarters { speed = ReplaySpeed(quarters: quarters) }
  }

  /// Whether the film plays for the others, or will as soon as all are ready.
  var isPlaying: Bool { timing.quarters > 0 || timing.isAwaitingOthers }
  /// Whether the film stands still here only until others are ready.
  var isAwaitingOthers: Bool { absence == nil && timing.isAwaitingOthers }

  // MARK: Alone and back

  mutating func stepOut(_ reason: FilmAbsence) {
    guard reason != absence else { return }
    absence = reason
    requests.append(.board(.playback(.stepOut(reason))))
  }

  /// Joins the others; with a moment, the others come to it instead.
  mutating func rejoin(proposing moment: Int64? = nil) {
    guard absence != nil else { return }
    absence = nil
    requests.append(.board(.playback(.rejoin(proposing: moment))))
  }

  // MARK: Commands for everybody

  /// Asks all who watch to carry out a command. A user who went on alone first joins them.
  mutating func perform(_ command: FilmCommand, on film: Film, at uptime: Int64) {
    rejoin()
    let moment = min(max(timing.moment(at: uptime), 0), film.duration)
    func play(_ quarters: Int64) { requests.append(.board(.playback(.play(quarters: quarters)))) }
    func seek(_ moment: Int64) { requests.append(.board(.playback(.seek(to: moment)))) }
    switch command {
    case .togglePlaying where moment == film.duration && film.duration > 0:
      seek(0)
      if !isPlaying { play(speed.quarters) }
    case .togglePlaying: play(isPlaying ? 0 : speed.quarters)
    case .slower, .faster:
      let before = speed
      if command == .faster { speed.double() } else { speed.halve() }
      if speed != before {
        requests.append(.board(.playback(.chooseSpeed(quarters: speed.quarters))))
      }
    default:
      guard let goal = film.destination(of: command, from: moment) else { return }
      if command.pausesFilm, isPlaying { play(0) }
      seek(goal)
    }
  }
}

extension FilmCommand {
  /// Whether the film stands still after this command.
  var pausesFilm: Bool { self == .previous || self == .next }

  /// Whether the command acts for all who watch a film in step.
  var isForEverybody: Bool {
    switch self {
    case .togglePlaying, .slower, .faster, .back, .forward, .previous, .next, .toStart, .toEnd,
      .seek:
      true
    case .open, .close, .openAlone, .openForAll, .join, .watchAgain, .lookBack, .moveAllHere: false
    }
  }
}

extension Film {
  /// The milliseconds of a jump back or forward.
  private static let jump: Int64 = 5_000

  /// Returns the moment to which a command leads; nil for a command that leads to none.
  func destination(of command: FilmCommand, from moment: Int64) -> Int64? {
    let goal: Int64
    switch command {
    case .back: goal = moment - Self.jump
    case .forward: goal = moment + Self.jump
    case .previous: goal = self.moment(before: moment)
    case .next: goal = self.moment(after: moment)
    case .toStart: goal = 0
    case .toEnd: goal = duration
    case .seek(let chosen): goal = chosen
    default: return nil
    }
    return min(max(goal, 0), duration)
  }
}
