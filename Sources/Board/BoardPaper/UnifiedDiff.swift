import EaselBase

/// The lines of a text that belong to a unified diff, as `diff -u` and `git diff` print it.
///
/// 1. A line belongs to a diff only through its hunk, or through git's own header. So a list with
///    `- ` or a text with a few `+` is no diff.
/// 2. The lines `---`, `+++` and `@@` together begin a hunk, and further lines `@@` the next hunks of
///    the file. Such a hunk goes on until a line has none of its signs, also if it has more or fewer
///    lines than its header tells: people shorten a diff when they quote it.
/// 3. A line `@@` alone begins a hunk only if the lines after it fit its numbers, and one of them is
///    added or removed. If the end of the text cuts it off, it counts as far as it goes.
/// 4. Colours of the text do not matter. A text that has any keeps them: see ``hasOwnColors``.
/// 5. The division of the text among the calls of `read` has no effect.
/// 6. A line that continues the line above belongs to the same part, and has no number.
public struct UnifiedDiff: Sendable {
  /// The part that a line has in a diff.
  public enum Part: Hashable, Sendable {
    /// A line about the two files, such as `diff --git`, `index`, `---` or `+++`.
    case file
    /// A header such as `@@ -1,3 +1,4 @@`.
    case hunk
    case added, removed
    /// A line of both files, or a remark such as `\ No newline at end of file`.
    case context
  }

  /// The result for one line of the text.
  private struct Mark: Sendable {
    var part: Part?
    /// The number of the line in the new file.
    var number: Int?
  }

  private enum State: Sendable {
    case outside
    /// After a line `diff …`. The value says whether a header line of git has confirmed it.
    case command(isGit: Bool)
    /// After a line `--- NAME`, and after the line `+++ NAME` that follows it.
    case oldName, newName
    case hunk(DiffHunk)
    /// Directly after the last line of a hunk.
    case afterHunk
  }

  /// The certain results, from the first line on.
  private var marks: [Mark] = []
  /// The results of the lines after them, which hold only if the next lines fit.
  private var pending: [Mark] = []
  private var state = State.outside
  /// Whether the names of a file have come, so that the next hunk is one of its hunks.
  private var isInFile = false
  /// Whether the text has colours or attributes of its own, in which it is shown.
  public private(set) var hasOwnColors = false
  /// The largest number of the certain lines.
  private var lastCertainNumber = 0
  /// Whether any line belongs to a diff.
  private var hasDiff = false

  /// Reads a whole text.
  public init(of lines: [PaperText.Line] = []) { read(lines) }

  /// Whether no line belongs to a diff.
  public var isEmpty: Bool { !hasDiff && !isPendingShown }

  /// The largest number that ``number(ofLine:)`` returns; 0 if there is none.
  public var lastNumber: Int {
    guard isPendingShown else { return lastCertainNumber }
    return pending.reduce(lastCertainNumber) { max($0, $1.number ?? 0) }
  }

  /// Returns the part of a line, counted from 0; nil for a line that belongs to no diff.
  public func part(ofLine index: Int) -> Part? { mark(index)?.part }

  /// Returns the number of a line in the new file, from 1; nil for a line that is not in it.
  public func number(ofLine index: Int) -> Int? { mark(index)?.number }

  private func mark(_ index: Int) -> Mark? {
    guard index >= 0 else { return nil }
    if index < marks.count { return marks[index] }
    let later = index - marks.count
    return isPendingShown && later < pending.count ? pending[later] : nil
  }

  /// Whether the text ended within a hunk that has a changed line.
  private var isPendingShown: Bool {
    if case .hunk(let hunk) = state { hunk.hasChange } else { false }
  }

  /// Reads the lines that are new since the last call. `lines` is the whole text.
  package mutating func read(_ lines: [PaperText.Line]) {
    let isRead = marks.count + pending.count
    if !hasOwnColors, isRead < lines.count {
      hasOwnColors = lines[isRead...].contains(where: \.hasOwnColors)
    }
    while marks.count + pending.count < lines.count {
      let line = lines[marks.count + pending.count]
      if line.continues {
        readContinuation()
      } else {
        read(DiffText(line))
      }
    }
  }

  private mutating func readContinuation() {
    if let part = pending.last?.part {
      pending.append(Mark(part: part))
    } else {
      marks.append(Mark(part: marks.last?.part))
    }
  }

  private mutating func read(_ text: DiffText) {
    switch state {
    case .outside: begin(text)
    case .afterHunk:
      state = .outside
      if text.isRemark { confirm(Mark(part: .context)) } else { begin(text) }
    case .command(let isGit):
      if text.isGitHeader {
        confirm(Mark(part: .file))
        state = .command(isGit: true)
      } else if text.isOldName {
        appendPending(Mark(part: .file), as: .oldName)
      } else if isGit {
        state = .outside
        begin(text)
      } else {
        rejectFirstPending()
      }
    case .oldName:
      if text.isNewName {
        appendPending(Mark(part: .file), as: .newName)
      } else {
        rejectFirstPending()
      }
    case .newName:
      if let hunk = DiffHunk(header: text) {
        begin(hunk, ofFile: true)
      } else {
        rejectFirstPending()
      }
    case .hunk(let hunk) where hunk.isOfFile: read(text, inHunkOfFile: hunk)
    case .hunk(let hunk): read(text, in: hunk)
    }
  }

  private mutating func begin(_ hunk: DiffHunk, ofFile isOfFile: Bool) {
    guard isOfFile else { return appendPending(Mark(part: .hunk), as: .hunk(hunk)) }
    var hunk = hunk
    hunk.isOfFile = true
    confirm(Mark(part: .hunk))
    (state, isInFile) = (.hunk(hunk), true)
  }

  /// Reads a line outside of all hunks.
  private mutating func begin(_ text: DiffText) {
    if text.isCommand {
      isInFile = false
      appendPending(Mark(part: .file), as: .command(isGit: false))
    } else if text.isOldName {
      appendPending(Mark(part: .file), as: .oldName)
    } else if let hunk = DiffHunk(header: text) {
      begin(hunk, ofFile: isInFile)
    } else {
      state = .outside
      marks.append(Mark())
    }
  }

  /// Reads a line in or after a hunk of a file whose names have come.
  private mutating func read(_ text: DiffText, inHunkOfFile hunk: DiffHunk) {
    if let next = DiffHunk(header: text) {
      // If the hunk before was shortened, the names of the next file look like two lines of it.
      if hunk.nameLines == 2 {
        for index in marks.indices.suffix(2) { marks[index] = Mark(part: .file) }
      }
      return begin(next, ofFile: true)
    }
    var hunk = hunk
    guard let line = hunk.readLoosely(text) else {
      state = .outside
      return begin(text)
    }
    confirm(Mark(part: line.part, number: line.number))
    state = .hunk(hunk)
  }

  private mutating func read(_ text: DiffText, in hunk: DiffHunk) {
    var hunk = hunk
    guard let line = hunk.read(text) else { return rejectFirstPending() }
    appendPending(Mark(part: line.part, number: line.number), as: .hunk(hunk))
    guard hunk.isComplete else { return }
    guard hunk.hasChange else { return rejectFirstPending() }
    let last = pending.removeLast()
    confirm(last)
    state = .afterHunk
  }

  private mutating func appendPending(_ mark: Mark, as state: State) {
    pending.append(mark)
    self.state = state
  }

  private mutating func confirm(_ mark: Mark) {
    let confirmed = pending + [mark]
    marks += confirmed
    lastCertainNumber = confirmed.reduce(lastCertainNumber) { max($0, $1.number ?? 0) }
    pending = []
    hasDiff = true
  }

  /// The first waiting line begins no diff. Reads the lines after it again.
  private mutating func rejectFirstPending() {
    marks.append(Mark())
    pending = []
    state = .outside
  }
}

extension PaperText.Line {
  fileprivate var hasOwnColors: Bool {
    runs.contains { $0.look != PaperText.Look() && !$0.text.string.isEmpty }
  }
}

/// A hunk in progress: for each file, the number of announced lines that have not been read yet.
private struct DiffHunk: Sendable {
  /// One count for each old file. A merge has several.
  private var oldLeft: [Int]
  private var newLeft: Int
  private var nextNumber: Int
  private(set) var hasChange = false
  /// Whether the names of the file stand before the hunk.
  var isOfFile = false
  /// How many of the last lines look like the names of a file: `---`, then `+++`.
  private(set) var nameLines = 0

  /// Reads `@@ -1,3 +1,4 @@`, or the header of a merge with one more `@` for each further old file.
  /// Nil for any other text.
  init?(header text: DiffText) {
    let signs = text.bytes.prefix { $0 == UInt8(ascii: "@") }.count
    guard (2...9).contains(signs) else { return nil }
    let words = text.bytes.split(separator: UInt8(ascii: " "), maxSplits: signs + 2)
    guard words.count > signs + 1, words[signs + 1].count == signs,
      words[signs + 1].allSatisfy({ $0 == UInt8(ascii: "@") })
    else { return nil }
    let old = words[1..<signs].compactMap { Self.range($0, sign: UInt8(ascii: "-")) }
    guard old.count == signs - 1,
      let new = Self.range(words[signs], sign: UInt8(ascii: "+"))
    else { return nil }
    oldLeft = old.map(\.count)
    newLeft = new.count
    nextNumber = new.start
    if isComplete { return nil }
  }

  private static func range(
    _ word: ArraySlice<UInt8>, sign: UInt8
  ) -> (start: Int, count: Int)? {
    guard word.first == sign else { return nil }
    let parts = word.dropFirst().split(
      separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
    let numbers = parts.compactMap { part -> Int? in
      guard (1...9).contains(part.count),
        part.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
      else { return nil }
      return Int(String(decoding: part, as: UTF8.self))
    }
    guard numbers.count == parts.count, (1...2).contains(numbers.count) else { return nil }
    return (numbers[0], numbers.count == 2 ? numbers[1] : 1)
  }

  /// Whether all lines that the header announces have been read.
  var isComplete: Bool { newLeft <= 0 && oldLeft.allSatisfy { $0 <= 0 } }

  /// Reads the next line; nil if the line does not fit. Editors and Easel remove blanks at the end
  /// of a line, so an empty line counts as a line of all files.
  mutating func read(_ text: DiffText) -> (part: UnifiedDiff.Part, number: Int?)? {
    guard let line = readSigns(text) else { return nil }
    return newLeft < 0 || oldLeft.contains { $0 < 0 } ? nil : line
  }

  /// Reads the next line and ignores the numbers of the header; nil if it has no sign of a hunk.
  /// After the last announced line, an empty line, the names of the next file and the line `--`
  /// before a signature have none.
  mutating func readLoosely(_ text: DiffText) -> (part: UnifiedDiff.Part, number: Int?)? {
    if isComplete, text.bytes.isEmpty || text.isSignature || text.isOldName { return nil }
    nameLines = text.isOldName ? 1 : nameLines == 1 && text.isNewName ? 2 : 0
    return readSigns(text)
  }

  private mutating func readSigns(
    _ text: DiffText
  ) -> (part: UnifiedDiff.Part, number: Int?)? {
    if text.isRemark { return (.context, nil) }
    let blank = UInt8(ascii: " ")
    var signs = Array(text.bytes.prefix(oldLeft.count))
    signs += Array(repeating: blank, count: oldLeft.count - signs.count)
    let isRemoved = signs.contains(UInt8(ascii: "-"))
    let isAdded = signs.contains(UInt8(ascii: "+"))
    let own = isRemoved ? UInt8(ascii: "-") : UInt8(ascii: "+")
    guard !(isRemoved && isAdded), signs.allSatisfy({ $0 == blank || $0 == own }) else {
      return nil
    }
    for (index, sign) in signs.enumerated() where (sign == blank) != isRemoved {
      oldLeft[index] -= 1
    }
    hasChange = hasChange || isRemoved || isAdded
    if isRemoved { return (.removed, nil) }
    newLeft -= 1
    nextNumber += 1
    return (isAdded ? .added : .context, nextNumber - 1)
  }
}

/// The bytes of a line, and the forms that lines of a diff have.
private struct DiffText {
  let bytes: [UInt8]

  init(_ line: PaperText.Line) { bytes = line.runs.flatMap { Array($0.text.string.utf8) } }

  private func begins(with text: StaticString) -> Bool {
    let start = UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
    return bytes.starts(with: start)
  }

  var isCommand: Bool { begins(with: "diff ") }
  var isOldName: Bool { begins(with: "--- ") && bytes.count > 4 }
  var isNewName: Bool { begins(with: "+++ ") && bytes.count > 4 }
  var isRemark: Bool { begins(with: "\\ ") }
  var isSignature: Bool { begins(with: "--") && bytes.dropFirst(2).allSatisfy { $0 == 0x20 } }

  var isGitHeader: Bool { Self.gitHeaders.contains { begins(with: $0) } }

  private static let gitHeaders: [StaticString] = [
    "index ", "old mode ", "new mode ", "new file mode ", "deleted file mode ", "mode ",
    "similarity index ", "dissimilarity index ", "rename from ", "rename to ", "copy from ",
    "copy to ", "Binary files ", "GIT binary patch",
  ]
}
