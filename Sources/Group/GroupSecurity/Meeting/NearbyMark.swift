import EaselBase

/// The mark with which a run says in its network that it is findable. Only a person who knows the
/// user's key recognises it, and it is another one in each hour.
package enum NearbyMark {
  package static let length = 8
  private static let hour: Int64 = 3_600_000

  /// - Parameters:
  ///   - author: the author id, which follows from the key.
  ///   - time: the time of the wall clock in milliseconds.
  package static func bytes(of author: [UInt8], at time: Int64) -> [UInt8] {
    bytes(of: author, hour: time / hour)
  }

  /// Returns whether a mark belongs to an author. The clocks of the two machines may differ by an hour.
  package static func matches(_ mark: [UInt8], _ author: [UInt8], at time: Int64) -> Bool {
    let now = time / hour
    return (now - 1...now + 1).contains { areSame(mark, bytes(of: author, hour: $0)) }
  }

  private static func bytes(of author: [UInt8], hour: Int64) -> [UInt8] {
    let salt = [UInt8](bigEndian: UInt64(bitPattern: hour))
    return Array(digest("nearby", author + salt).prefix(length))
  }
}
