/// Reads any text scalar by scalar and keeps the scalars that `SafeText` may hold.
struct TextFilter {
  private let limit: SafeText.Limit
  private var kept = String.UnicodeScalarView()
  /// The cluster that is being read; nil at the start of a line, where marks have no base.
  private var joint: ClusterJoint?
  private var cluster = String.UnicodeScalarView()
  /// A joiner that a name keeps only between letters that are joined in writing, or pictures.
  private var waitingJoiner: Unicode.Scalar?
  /// The size of the kept text: in scalars for labels, otherwise in columns.
  private var amount = 0
  /// The column that the current line has reached, without the cluster being read.
  private var column = 0

  private static let tabStop = 8

  init(_ limit: SafeText.Limit) { self.limit = limit }

  var text: String { String(kept) }

  /// Reads a text, and stops as soon as the text passes the limit.
  ///
  /// - Returns: whether the text keeps within the limit.
  mutating func append(_ raw: String) -> Bool {
    var followsReturn = false
    for scalar in raw.unicodeScalars {
      let isLineFeedOfPair = followsReturn && scalar == "\n"
      followsReturn = scalar == "\r"
      guard isLineFeedOfPair || append(scalar) else { return false }
    }
    // The next letter of a title may still be typed.
    if let waitingJoiner, limit == .title { absorb(waitingJoiner) }
    return keepCluster()
  }

  /// Reads a scalar; returns false if nothing more fits.
  private mutating func append(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "\n", "\r":
      return !limit.breaksLines || breakLine()
    case "\t":
      return !limit.expandsTabs || expandTab()
    case ClusterJoint.joiner, ClusterJoint.nonJoiner:
      guard let joint, joint.hasRoom(for: scalar) else { return true }
      guard limit.isStrict else {
        absorb(scalar)
        return true
      }
      let isJoinable = joint.base.isJoined || scalar == ClusterJoint.joiner && joint.isPicture
      waitingJoiner = isJoinable ? scalar : nil
      return true
    default:
      if scalar.properties.isVariationSelector {
        return limit.isStrict && joint?.isPicture != true || takeVisible(scalar)
      }
      return !scalar.isVisible || takeVisible(scalar)
    }
  }

  private mutating func takeVisible(_ scalar: Unicode.Scalar) -> Bool {
    let joiner = waitingJoiner
    waitingJoiner = nil
    if scalar.displayWidth == 0, joint?.hasRoom(for: scalar) != true { return true }
    if let joiner, scalar.isJoined || scalar.isPictograph && joint?.isPicture == true {
      absorb(joiner)
    }
    if absorb(scalar) { return true }
    guard keepCluster() else { return false }
    joint = ClusterJoint(base: scalar)
    cluster.append(scalar)
    return true
  }

  /// Adds a scalar to the cluster that is being read. Returns false if it does not belong to it.
  @discardableResult
  private mutating func absorb(_ scalar: Unicode.Scalar) -> Bool {
    guard joint?.absorb(scalar) == true else { return false }
    cluster.append(scalar)
    return true
  }

  private mutating func breakLine() -> Bool {
    guard keepCluster(), amount < limit.amount else { return false }
    kept.append("\n")
    amount += 1
    column = 0
    return true
  }

  private mutating func expandTab() -> Bool {
    guard keepCluster() else { return false }
    let spaces = Self.tabStop - column % Self.tabStop
    return (0..<spaces).allSatisfy { _ in takeVisible(" ") }
  }

  /// Appends the cluster that was read to the kept text. Returns false if the whole cluster does
  /// not fit.
  private mutating func keepCluster() -> Bool {
    guard let columns = joint?.columns else { return true }
    let size = limit.countsScalars ? cluster.count : columns
    guard amount + size <= limit.amount else { return false }
    kept.append(contentsOf: cluster)
    amount += size
    column += columns
    cluster.removeAll(keepingCapacity: true)
    joint = nil
    return true
  }
}

extension Unicode.Scalar {
  /// Whether the scalar is a letter of a script that joins its letters, such as Arabic or
  /// Devanagari. Between such letters a joiner changes the spelling.
  var isJoined: Bool {
    guard
      (0x590..<0x1100).contains(value) || (0x1800..<0x18B0).contains(value)
        || (0xA800..<0xAC00).contains(value) || (0x10000..<0x1B000).contains(value)
    else { return false }
    switch properties.generalCategory {
    case .otherLetter, .modifierLetter, .nonspacingMark, .spacingMark: return !isPictograph
    default: return false
    }
  }

  /// Whether the scalar is visible itself, or changes how its base looks.
  var isVisible: Bool {
    if value < 0xA0 { return value >= 0x20 && value < 0x7F }
    switch properties.generalCategory {
    case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator,
      .paragraphSeparator:
      return false
    default:
      return !properties.isDefaultIgnorableCodePoint
    }
  }
}
