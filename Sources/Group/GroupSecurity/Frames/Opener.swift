import Crypto

/// Opens the frames that members of a call seal. Refuses frames that are forged or not new.
///
/// A frame of a member that may draw holds a code that only draw tickets can make. Every member
/// that may draw checks this code. So a watcher, which has only the group key, cannot pretend to be
/// such a member or use up its numbers. A watcher cannot check the code and trusts the neighbour
/// that passes the frame on. So a watcher may see a stroke in progress that another watcher
/// invented, but it never accepts invented log entries.
///
/// A member that may draw can also make the code in another member's name. Such an invented frame
/// is accepted, but it does not block the other member, for two reasons. Only the frames that the
/// origin signed, whose numbers are multiples of 32, show how far its numbers have come. And a
/// number that was seen is refused only for the same frame.
public struct Opener: Sendable {
  private var epoch: Epoch
  private var code: FrameCode?
  private var origins: [UInt64: Origin] = [:]

  fileprivate struct Origin {
    var memberCertificate: MemberCertificate
    let key: SymmetricKey
    var window = ReplayWindow()
  }

  /// Maximum members in an epoch. Members that left count too, because their frames must not be
  /// accepted again.
  public static let originsMax = 4_096

  private let originsMax: Int

  /// Creates an opener that knows no member yet.
  public init(epoch: Epoch) { self.init(epoch: epoch, originsMax: Self.originsMax) }

  init(epoch: Epoch, originsMax: Int) {
    self.epoch = epoch
    self.originsMax = originsMax
    code = epoch.wetKey.map(FrameCode.init)
  }

  /// Switches to this epoch. From now on only its frames are accepted, from members whose
  /// certificates are of this epoch.
  public mutating func rotate(to epoch: Epoch) {
    self = Opener(epoch: epoch, originsMax: originsMax)
  }

  /// Keeps only these members, after the epoch has ended. The frames that they sealed in that epoch
  /// are still accepted. The caller must add no new members.
  public mutating func limit(to isKept: (MemberCertificate) -> Bool) {
    origins = origins.filter { isKept($0.value.memberCertificate) }
  }

  /// The certificates of all known members, in no order.
  public var memberCertificates: [MemberCertificate] { origins.values.map(\.memberCertificate) }

  /// The identity keys of the members that may draw.
  public var drawers: Set<[UInt8]> {
    Set(origins.values.lazy.map(\.memberCertificate).filter { $0.role == .draw }.map(\.identityKey))
  }

  /// The number of known members; there is room for ``originsMax``.
  public var count: Int { origins.count }

  /// Forgets a member, to make room for others.
  public mutating func forget(_ member: UInt64) { origins[member] = nil }

  /// Returns the certificate of the member with this name.
  public func memberCertificate(of member: UInt64) -> MemberCertificate? {
    origins[member]?.memberCertificate
  }

  /// Adds a member. Updates a known member if it only watched before and may draw now, or if it is
  /// a watcher and has a voucher now. Other members refuse a watcher without a voucher. The
  /// opposite changes need a new epoch.
  ///
  /// - Returns: true if the certificate is new here; the other neighbours may then need it.
  @discardableResult
  public mutating func introduce(_ memberCertificate: MemberCertificate) throws(FrameRefusal)
    -> Bool
  {
    guard memberCertificate.epoch == epoch.number, memberCertificate.call == epoch.call else {
      throw .otherEpoch(memberCertificate.epoch)
    }
    let member = memberCertificate.member
    if let known = origins[member]?.memberCertificate {
      guard memberCertificate.says(moreThan: known) else { return false }
      origins[member]?.memberCertificate = memberCertificate
      return true
    }
    guard origins.count < originsMax else { throw .tooManyOrigins }
    origins[member] = Origin(
      memberCertificate: memberCertificate, key: epoch.frameKey(of: memberCertificate))
    return true
  }

  /// Returns the content of a frame, once. The frame is untrusted; a refused frame changes nothing.
  ///
  /// - Parameter header: the header that came with the frame.
  public mutating func open(
    _ frame: SealedFrame, header: [UInt8] = []
  ) throws(FrameRefusal) -> OpenedFrame {
    guard frame.body.count <= SealedFrame.bodyBytesMax else { throw .tooLarge }
    guard frame.body.count >= Sealing.tagLength, frame.number <= SealedFrame.numberMax else {
      throw .malformed
    }
    guard let index = origins.index(forKey: frame.origin) else { throw .unknownOrigin }
    let header = FrameContext.header(
      epoch: epoch.number, origin: frame.origin, number: frame.number, header: header)
    // Opens the frame in place: copying an origin is as much work as opening a frame.
    return try origins.values[index].open(frame, header: header, code, epoch.epochCertificate)
  }
}

extension Opener.Origin {
  fileprivate mutating func open(
    _ frame: SealedFrame, header: [UInt8], _ code: FrameCode?, _ epochCertificate: EpochCertificate
  ) throws(FrameRefusal) -> OpenedFrame {
    let print = FramePrint(ofTagIn: frame.body)
    guard window.admits(frame.number, print) else { throw .replayed }
    let role = memberCertificate.role
    guard
      let plain = Sealing.open(
        frame.body, under: key, nonce: Sealing.nonce(frame.number), proving: header),
      let content = role == .draw ? proved(plain, header: header, code) : plain,
      let bytes = FrameSignature.isCarried(by: frame.number)
        ? FrameSignature.proved(
          content, header: header, by: memberCertificate.identityKey, under: epochCertificate)
        : content
    else { throw .forged }
    window.insert(frame.number, print)
    return OpenedFrame(
      bytes: bytes, origin: frame.origin, number: frame.number, role: role,
      author: memberCertificate.identityKey)
  }

  /// Returns the bytes after the code; nil if the code is wrong.
  private func proved(_ plain: [UInt8], header: [UInt8], _ code: FrameCode?) -> [UInt8]? {
    guard plain.count >= FrameCode.length else { return nil }
    let bytes = Array(plain.dropFirst(FrameCode.length))
    guard let code else { return bytes }
    return areSame(code(over: bytes, header: header), Array(plain.prefix(FrameCode.length)))
      ? bytes : nil
  }
}

extension MemberCertificate {
  fileprivate func says(moreThan known: MemberCertificate) -> Bool {
    guard identityKey == known.identityKey else { return false }
    let isLetIn = role == .watch && isVouched && !known.isVouched
    return known.role < role || known.role == role && isLetIn
  }
}

/// The content of a frame of a member.
public struct OpenedFrame: Hashable, Sendable {
  /// The bytes that the origin sealed.
  public let bytes: [UInt8]
  /// The member in whose name the frame is sealed, see ``MemberCertificate/member``.
  public let origin: UInt64
  /// The number of the frame; if it is a multiple of 32, the origin has signed the frame.
  public let number: UInt64
  /// The origin's role: ink of a watcher is not shown.
  public let role: Role
  /// The origin's public key, which verifies its entries.
  public let author: [UInt8]
}
