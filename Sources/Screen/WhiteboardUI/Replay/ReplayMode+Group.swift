import BoardContract
import ScreenContract

// The film that this user watches in step with others.
extension ReplayMode {
  /// Whether others may watch the same film.
  var isShared: Bool { group != nil }

  /// Follows a new timing of the group.
  mutating func follow(_ timing: FilmTiming, at uptime: Int64) {
    group?.follow(timing)
    if group?.absence == nil { level(at: uptime) }
  }

  /// Goes to the group's moment, and on from there as the group does.
  private mutating func level(at uptime: Int64) {
    guard let group else { return }
    let timing = group.timing
    clock.pause()
    go(to: timing.moment(at: uptime), at: uptime)
    clock.speed = group.speed
    guard timing.quarters > 0, moment < projector.film.duration else { return }
    clock.play(from: timing.moment, at: timing.uptime)
  }

  /// Notes whether this user may play, pause and seek for everybody.
  mutating func update(mayCommand: Bool) { group?.mayCommand = mayCommand }

  // MARK: Commands

  /// Carries out a command, for everybody or only here.
  mutating func perform(_ command: FilmCommand, at uptime: Int64) {
    guard let group else { return performAlone(command, at: uptime) }
    switch command {
    case .lookBack: lookBack(at: uptime)
    case .moveAllHere where group.absence == .seeking: moveAllHere()
    case _ where !command.isForEverybody: break
    case _ where !group.mayCommand: requests.notify(Self.onlyFollowing)
    default:
      if group.absence != nil { rejoin(at: uptime) }
      self.group?.perform(command, on: projector.film, at: uptime)
      if let group = self.group, !clock.isPlaying { clock.speed = group.speed }
    }
  }

  private static let onlyFollowing =
    "You are watching: people who may draw play the film. A drag on the bar and b act only here."

  // MARK: Alone

  mutating func stepOut(_ reason: FilmAbsence) {
    clock.pause()
    group?.stepOut(reason)
  }

  /// Joins the others at their moment.
  mutating func rejoin(at uptime: Int64) {
    guard group?.absence != nil else { return }
    group?.rejoin()
    level(at: uptime)
  }

  /// Takes all to the moment that this user has dragged to.
  private mutating func moveAllHere() {
    guard group?.mayCommand == true else { return requests.notify(Self.onlyFollowing) }
    let moment = moment
    held = nil
    group?.rejoin(proposing: moment)
  }

  /// Shows the last ten seconds again at double speed, and then goes on with the others.
  private mutating func lookBack(at uptime: Int64) {
    guard let group else { return }
    let now = min(group.timing.moment(at: uptime), projector.film.duration)
    stepOut(.catchingUp)
    go(to: now - Self.lookBackMilliseconds, at: uptime)
    clock.speed = ReplaySpeed(quarters: group.speed.quarters * 2)
    clock.play(from: moment, at: uptime)
  }

  private static let lookBackMilliseconds: Int64 = 10_000

  // MARK: The mouse

  /// Presses on the track. With others, only the release tells whether this is a click for everybody
  /// or a drag for this user.
  mutating func press(onTrack command: Command, at uptime: Int64) -> Command? {
    guard group != nil, case .replay(let command) = command else {
      held = .track
      return perform(command, at: uptime)
    }
    held = .sharedTrack(command)
    return nil
  }

  mutating func release(at uptime: Int64) {
    let held = held
    self.held = nil
    guard group != nil else { return moveClock(at: uptime) }
    if group?.absence == .seeking {
      rejoin(at: uptime)
    } else if case .sharedTrack(let command) = held {
      perform(command, at: uptime)
    }
  }
}
