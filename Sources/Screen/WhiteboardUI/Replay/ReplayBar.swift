import BoardModel
import BoardView
import CellFrame
import ScreenContract

/// The bottom line while a film is shown: the speed, a track with the present moment, the time, the
/// author of the present gesture, and the keys.
struct ReplayBar: Hashable, Sendable {
  var isPlaying: Bool
  var speed: ReplaySpeed
  /// Whether the film stands still only until others are ready.
  var isAwaitingOthers = false
  /// Whether others may watch the same film.
  var isShared = false
  /// Whether this user drags the time, and can take all to the moment.
  var canMoveAll = false
  /// The others who watch; nil for a film that this user watches alone.
  var company: Company?
  /// The present moment and the length of the film, in milliseconds.
  var moment: Int64
  var duration: Int64
  var ticks: [Tick]
  /// The name and the colour of the author of the present gesture; nil before the first gesture.
  var author: Author?
  /// The columns of the widest name of the film. The name keeps them, so that the track does not move.
  var authorColumns = 0
  /// The number of people who ask to join the call and wait for an answer.
  var waitingGuests = 0
  /// Whether the program ends with the film.
  var endsProgram = false
  var exportKey: String
  var chrome: Chrome

  /// A place on the track.
  struct Tick: Hashable, Sendable {
    let moment: Int64
    /// Whether the board was cleared here; otherwise the people paused before.
    let isClear: Bool
  }

  /// The others who watch the film, as far as it concerns this user.
  struct Company: Hashable, Sendable {
    /// The longest form comes first.
    let forms: [String]
    /// Whether the user is not in step with the others, or the film waits.
    var isException = false
  }

  struct Author: Hashable, Sendable {
    let name: String
    let color: InkColor
  }

  private enum Group: Int { case guests, playing, company, track, times, author, keys }

  /// The order in which groups become narrower. The way out stays longest.
  private static let folds = [
    Group.keys, .author, .keys, .track, .author, .company, .keys, .keys, .author, .track, .times,
    .company, .track, .guests, .playing, .keys, .times,
  ].map(\.rawValue)

  func layout(columns: Int) -> BarLayout {
    let track = [20, 10, 6, 4].map { BarPiece(String(repeating: "-", count: $0), .disabled) }
    let least = BarLayout(
      [
        guests, playing, companyGroup, BarGroup(track.map { [$0] } + [[]]), times, authorGroup,
        keys,
      ], folds: Self.folds, columns: columns)
    let shown = least.placedPieces.first { track.contains($0.piece) }
    return shown.map { least.stretching($0.piece, into: self.track) } ?? least
  }

  private var guests: BarGroup {
    guard waitingGuests > 0 else { return BarGroup([]) }
    return BarGroup(
      ["S Admit \(waitingGuests)", "A\(waitingGuests)"].map {
        [BarPiece($0, .active, .show(.knock))]
      })
  }

  private var playing: BarGroup {
    let toggle = Command.replay(.togglePlaying)
    let sign = isPlaying ? chrome.playing : chrome.paused
    let name = chrome.pad(speed.name(isASCII: chrome.isASCII), chrome.isASCII ? 4 : 3)
    return BarGroup([
      [BarPiece(sign, .key, toggle), BarPiece(" \(name)", .button, toggle)],
      [BarPiece(sign, .key, toggle)],
    ])
  }

  private var companyGroup: BarGroup {
    guard let company, let shortest = company.forms.last else { return BarGroup([]) }
    // A state without a short form stays as long as the short form of another state.
    let forms = company.forms.count == 1 ? [shortest, shortest] : company.forms
    return BarGroup(forms.map { [BarPiece($0, company.isException ? .active : .hint)] } + [[]])
  }

  private var times: BarGroup {
    let (now, end) = (Self.clock(moment), Self.clock(duration))
    let shown = String(repeating: " ", count: max(end.count - now.count, 0)) + now
    return BarGroup([[BarPiece("\(shown) / \(end)", .hint)], [BarPiece(shown, .hint)], []])
  }

  /// Returns a time in minutes and seconds, or in hours, minutes and seconds.
  private static func clock(_ milliseconds: Int64) -> String {
    let seconds = milliseconds / 1_000
    func two(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let minutes = seconds / 60
    return minutes < 60
      ? "\(minutes):\(two(seconds % 60))"
      : "\(minutes / 60):\(two(minutes % 60)):\(two(seconds % 60))"
  }

  private var authorGroup: BarGroup {
    BarGroup(
      [24, 12, 6].map { columns in
        let width = min(columns, authorColumns)
        guard let author else {
          return [BarPiece(String(repeating: " ", count: width), .bar)]
        }
        return [
          BarPiece(chrome.pad(chrome.fit(author.name, width), width), swatch: author.color)
        ]
      } + [[]])
  }

  // MARK: The track

  /// Returns the track: one piece for each column, of which a click shows its moment.
  private func track(columns: Int) -> [BarPiece] {
    let last = Int64(max(columns - 1, 1))
    func column(of moment: Int64) -> Int {
      duration > 0 ? Int((moment * last + duration / 2) / duration) : columns - 1
    }
    var signs: [Int: Bool] = [:]
    for tick in ticks {
      let index = column(of: tick.moment)
      signs[index] = tick.isClear || signs[index] == true
    }
    let head = column(of: moment)
    return (0..<columns).map { index in
      let sign =
        index == head
        ? chrome.trackHead
        : signs[index].map { $0 ? chrome.trackClear : chrome.trackPause }
          ?? (index < head ? chrome.trackBefore : chrome.trackAfter)
      return BarPiece(
        sign, index <= head ? .key : .hint,
        .replay(.seek(to: duration * Int64(index) / last)))
    }
  }

  /// Returns the command of the track's column that is nearest to a column of the bar.
  static func seek(near column: Int, in layout: BarLayout) -> FilmCommand? {
    let seeks = layout.placedPieces.compactMap { placed -> (column: Int, command: FilmCommand)? in
      guard case .replay(let command) = placed.piece.command, case .seek = command else {
        return nil
      }
      return (placed.columns.lowerBound, command)
    }
    return seeks.min { abs($0.column - column) < abs($1.column - column) }?.command
  }

  // MARK: The keys

  private var keys: BarGroup {
    let space = BarPiece("  ", .bar)
    func keys(_ pairs: [(String, FilmCommand)], _ name: String) -> [BarPiece] {
      pairs.map { BarPiece($0.0, .key, .replay($0.1)) } + (name.isEmpty ? [] : [text(name)])
    }
    func text(_ name: String) -> BarPiece { BarPiece(" \(name)", .hint) }
    let play = keys([("Space", .togglePlaying)], isPlaying || isAwaitingOthers ? "pause" : "play ")
    let (left, right) = chrome.isASCII ? ("<-", "->") : ("←", "→")
    let seconds = [(left, FilmCommand.back), (" ", .forward), (right, .forward)]
    let changes = [(",", FilmCommand.previous), (" ", .next), (".", .next)]
    let speeds = [("[", FilmCommand.slower), (" ", .faster), ("]", .faster)]
    let ends = [("Home", FilmCommand.toStart), (" ", .toEnd), ("End", .toEnd)]
    let again = isShared ? [keys([("b", FilmCommand.lookBack)], "again")] : []
    let export =
      exportKey.isEmpty
      ? [] : [[BarPiece(exportKey, .key, .show(.export)), BarPiece(" export", .show(.export))]]
    let close = [(endsProgram ? "q" : "Esc", FilmCommand.close)]
    let leave = keys(close, endsProgram ? "end" : "back")
    let named = [
      play, keys(seconds, "5 s"), keys(changes, "change"), keys(speeds, "speed"),
    ]
    if canMoveAll {
      let all = keys([("Enter", FilmCommand.moveAllHere)], "takes all there")
      return BarGroup([[all], []].map { Array($0.joined(separator: [space])) }, isRight: true)
    }
    let forms = [
      named + again + [keys(ends, "")] + export + [leave], named + again + [leave],
      [play, keys(seconds, ""), keys(changes, ""), keys(speeds, ""), leave], [play, leave],
      [keys(close, "")], [],
    ]
    return BarGroup(forms.map { Array($0.joined(separator: [space])) }, isRight: true)
  }
}
