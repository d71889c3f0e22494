/// A text as a series of clusters. A terminal puts each cluster into one cell, or into two if it is
/// wide.
///
/// A cluster is not a `Character`, which may hold several letters that terminals put side by side.
public struct Clusters: Swift.Sequence, Sendable {
  private let scalars: Substring.UnicodeScalarView

  init(_ scalars: Substring.UnicodeScalarView) { self.scalars = scalars }

  /// A base with its marks, a joined emoji, or a flag.
  public struct Cluster: Hashable, Sendable {
    /// The part of the text that the cluster consists of, unchanged.
    public let text: Substring
    /// The columns in a terminal: 0 for a control or for marks without a base, otherwise 1 or 2.
    public let columns: Int

    /// The scalars of the cluster, its base first; never empty.
    public var scalars: Substring.UnicodeScalarView { text.unicodeScalars }
  }

  /// Reads the clusters of a text one by one.
  public struct Iterator: IteratorProtocol {
    private var rest: Substring.UnicodeScalarView

    init(_ rest: Substring.UnicodeScalarView) { self.rest = rest }

    /// Returns the next cluster; nil at the end of the text.
    public mutating func next() -> Cluster? {
      guard let base = rest.first else { return nil }
      var joint = ClusterJoint(base: base)
      var end = rest.index(after: rest.startIndex)
      while end < rest.endIndex, joint.absorb(rest[end]) { end = rest.index(after: end) }
      let cluster = Cluster(text: Substring(rest[..<end]), columns: joint.columns)
      rest = rest[end...]
      return cluster
    }
  }

  /// Returns an iterator that begins at the start of the text.
  public func makeIterator() -> Iterator { Iterator(scalars) }
}

/// Decides which scalars join the cluster that is being read.
package struct ClusterJoint {
  static let joiner: Unicode.Scalar = "\u{200D}"
  static let nonJoiner: Unicode.Scalar = "\u{200C}"

  /// The columns of the cluster so far.
  package private(set) var columns: Int
  /// How many joiners hold the cluster together.
  private(set) var joiners = 0
  private(set) var marks = 0
  let base: Unicode.Scalar
  private var last: Unicode.Scalar
  private var isHalfFlag: Bool

  private static let joinersMax = 3
  private static let marksMax = 4

  package init(base: Unicode.Scalar) {
    columns = base.displayWidth
    self.base = base
    isHalfFlag = base.isRegionalIndicator
    last = base
  }

  /// Whether the base is a picture. Callers ask this rarely, since it reads Unicode's tables.
  var isPicture: Bool { base.isPictograph }

  /// Whether `SafeText` keeps the scalar in this cluster, which may have a limited number of joiners
  /// and of marks.
  package func hasRoom(for scalar: Unicode.Scalar) -> Bool {
    if scalar.isJoiner { return joiners < Self.joinersMax }
    return scalar.displayWidth > 0 || marks < Self.marksMax
  }

  /// Adds a scalar; returns false if the scalar begins the next cluster.
  package mutating func absorb(_ scalar: Unicode.Scalar) -> Bool {
    // All scalars that join lie beyond the accented letters. Nothing joins a control.
    if scalar.value < 0x300 || last.isControl { return false }
    let width = scalar.displayWidth
    if width == 0 {
      if scalar == Self.joiner || scalar == Self.nonJoiner { joiners += 1 } else { marks += 1 }
    } else if last == Self.joiner && isPicture && scalar.isPictograph {
      columns = max(columns, width)
    } else if scalar.properties.isEmojiModifier && isPicture && last.properties.isEmojiModifierBase
    {
      columns = 2
    } else if isHalfFlag && last.isRegionalIndicator && scalar.isRegionalIndicator {
      isHalfFlag = false
      columns = 2
    } else {
      return false
    }
    last = scalar
    return true
  }
}
