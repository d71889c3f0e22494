import BoardContract
import BoardDocument
import BoardEditor
import BoardFiles
import DequeModule
import SystemFiles

/// Looks at the boards of the list beside the main thread, one after the other, so that the list
/// opens at once. It remembers what it saw until a board changes.
@MainActor final class GlanceReader {
  private let folder: BoardFolder
  private var seen: [String: (changed: Int64, glance: BoardGlance)] = [:]
  /// The boards that have not been read yet, in the order in which they will be.
  private var waiting: Deque<BoardSummary> = []
  private var isReading = false

  /// The number of boards that are read before their glances are reported together.
  private static let batchMax = 8

  init(_ folder: BoardFolder) { self.folder = folder }

  /// Reads these boards in their order, in place of those that still wait.
  ///
  /// - Parameter report: receives the glances of some boards, by their paths.
  func read(
    _ boards: [BoardSummary], report: @escaping @MainActor ([String: BoardGlance]) -> Void
  ) {
    waiting = Deque(boards.filter { seen[$0.path]?.changed != $0.changed })
    let known = boards.compactMap { board in
      seen[board.path].flatMap { $0.changed == board.changed ? (board.path, $0.glance) : nil }
    }
    report(Dictionary(known) { first, _ in first })
    guard !isReading else { return }
    isReading = true
    Task {
      while !waiting.isEmpty { report(await readNext()) }
      isReading = false
    }
  }

  /// Reads a board before all others that wait, and then the boards that stand near it in the list.
  func hurry(_ path: String) {
    guard let index = waiting.firstIndex(where: { $0.path == path }) else { return }
    let near = max(index - Self.nearMax, 0)..<min(index + Self.nearMax, waiting.count)
    let boards = [waiting[index]] + waiting[near].filter { $0.path != path }
    waiting.removeSubrange(near)
    waiting.prepend(contentsOf: boards)
  }

  /// The number of boards on each side of a board that a screen may show with it.
  private static let nearMax = 24

  private func readNext() async -> [String: BoardGlance] {
    let boards = Array(waiting.prefix(Self.batchMax))
    waiting.removeFirst(boards.count)
    let glances = await besideMainThread { [folder] in
      boards.map { folder.glance(at: $0.path) { Miniature(of: $0) } }
    }
    for (board, glance) in zip(boards, glances) { seen[board.path] = (board.changed, glance) }
    return Dictionary(zip(boards.map(\.path), glances)) { first, _ in first }
  }
}
