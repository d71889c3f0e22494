import BoardContract
import EaselBase

/// The films of a session, as a group without any delay coordinates them: a command reaches all who
/// watch at once, and nobody is waited for.
struct IdealPlayback {
  private var items: [FilmItem.ID: FilmItem] = [:]
  private var watching: [Int: FilmItem.ID] = [:]
  private var absences: [Int: FilmAbsence] = [:]
  private(set) var timings: [FilmItem.ID: FilmTiming] = [:]

  /// An event for the desk of this number.
  typealias Delivery = (desk: Int, event: PlaybackEvent)

  /// Carries out the request of a participant.
  ///
  /// - Parameter members: the participants of the session.
  mutating func perform(
    _ request: PlaybackRequest, of index: Int, among members: [Int], at uptime: Int64
  ) -> [Delivery] {
    switch request {
    case .watch(let item):
      items[item.id] = item
      watching[index] = item.id
      let offers: [Delivery] = members.filter { $0 != index }.map {
        ($0, .offered(item, by: WhiteboardWorld.participant(index)))
      }
      let timing =
        timings[item.id] ?? .waiting
      timings[item.id] = timing
      return offers + watchers(for: members) + moved(index)
    case .leave:
      (watching[index], absences[index]) = (nil, nil)
      return watchers(for: members)
    case .play(let quarters):
      return change(by: index, members) { timing in
        FilmTiming(
          quarters: quarters, moment: timing.moment(at: uptime), uptime: uptime,
          nextQuarters: timing.quarters > 0 ? timing.quarters : timing.nextQuarters)
      }
    case .chooseSpeed(let quarters):
      return change(by: index, members) { timing in
        FilmTiming(
          quarters: timing.quarters > 0 ? quarters : 0, moment: timing.moment(at: uptime),
          uptime: uptime, nextQuarters: quarters)
      }
    case .seek(let moment):
      return change(by: index, members) { timing in
        FilmTiming(
          quarters: timing.quarters, moment: moment, uptime: uptime,
          nextQuarters: timing.nextQuarters)
      }
    case .stepOut(let absence):
      absences[index] = absence
      return watchers(for: members)
    case .rejoin(let moment):
      absences[index] = nil
      guard let moment else { return watchers(for: members) + moved(index) }
      return watchers(for: members)
        + change(by: index, members) { timing in
          FilmTiming(
            quarters: timing.quarters, moment: moment, uptime: uptime,
            nextQuarters: timing.nextQuarters)
        }
    }
  }

  /// The offers for a participant who comes later.
  func offers(to index: Int, among members: [Int]) -> [Delivery] {
    watching.filter { members.contains($0.key) }.sorted { $0.key < $1.key }.compactMap {
      other, id in
      items[id].map { (index, .offered($0, by: WhiteboardWorld.participant(other))) }
    } + watchers(for: [index])
  }

  private mutating func change(
    by index: Int, _ members: [Int], _ change: (FilmTiming) -> FilmTiming
  ) -> [Delivery] {
    guard absences[index] == nil, let id = watching[index], let timing = timings[id] else {
      return []
    }
    timings[id] = change(timing)
    return members.filter { watching[$0] == id }.flatMap(moved)
  }

  private func moved(_ index: Int) -> [Delivery] {
    guard absences[index] == nil, let id = watching[index], let timing = timings[id] else {
      return []
    }
    return [(index, .moved(timing, of: id))]
  }

  private func watchers(for members: [Int]) -> [Delivery] {
    members.map { member in
      let others = watching.filter { $0.key != member }.sorted { $0.key < $1.key }
      return (
        member,
        .watchers(
          others.map { index, id in
            FilmWatcher(
              id: WhiteboardWorld.participant(index), item: id, absence: absences[index])
          })
      )
    }
  }
}
