/// Reads any text scalar by scalar and keeps the scalars that `SafeText` may hold.
struct TextSieve {
  private let limit: SafeText.Limit
  private var kept = String.UnicodeScalarView()
  /// The cluster that is being read; nil at the start of a line, where marks have no base.
  private var joint: ClusterJoint?
  private var cluster = String.UnicodeScalarView()
  /// Whether a joiner was read that is kept only if a picture follows.
  private var joinerWaits = false
  /// The size of the kept text: in scalars for labels, otherwise in columns.
  private var amount = 0
  /// The column that the current line has reached, without the cluster being read.
  private var column = 0

  private static let joinersPerCluster = 3
  private static let marksPerCluster = 4
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
    return keepCluster()
  }

  /// Reads a scalar; returns false if nothing more fits.
  private mutating func append(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "\n", "\r":
      return !limit.breaksLines || breakLine()
    case "\t":
      return !limit.expandsTabs || expandTab()
    case ClusterJoint.joiner:
      let hasRoom = (joint?.joiners ?? 0) < Self.joinersPerCluster
      joinerWaits = (joint?.isPicture ?? false) && hasRoom
      return true
    default:
      return !scalar.isVisible || takeVisible(scalar)
    }
  }

  private mutating func takeVisible(_ scalar: Unicode.Scalar) -> Bool {
    let joins = joinerWaits && scalar.isPictograph
    joinerWaits = false
    if scalar.displayWidth == 0 {
      guard let marks = joint?.marks, marks < Self.marksPerCluster else { return true }
    }
    if joins, joint?.absorb(ClusterJoint.joiner) == true { cluster.append(ClusterJoint.joiner) }
    if joint?.absorb(scalar) == true {
      cluster.append(scalar)
      return true
    }
    guard keepCluster() else { return false }
    joint = ClusterJoint(base: scalar)
    cluster.append(scalar)
    return true
  }

  private mutating func breakLine() -> Bool {
    joinerWaits = false
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
  /// Whether the scalar is visible itself, or changes how its base looks.
  fileprivate var isVisible: Bool {
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
