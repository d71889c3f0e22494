import Crypto

/// Opens what the members of a call seal, and tells what is not theirs, or not new.
///
/// A frame of a member that may draw holds a code that only draw tickets can make. Whoever may draw
/// checks it, so that a watcher, who has the key of the group, cannot pass for one of them, nor use up
/// their numbers. Watchers cannot check it and take the word of who relays: what they see of ink that
/// is still wet may be made up by another watcher, what is in the log may not.
///
/// Who may draw can make the code, too. What they make up in another's name is taken, but it keeps
/// nobody from being heard: frames whose numbers are multiples of 32 are signed by their origin, and only that says how far its
/// numbers have come; and a number that was seen is refused to that frame alone.
public struct Opener: Sendable {
  private var epoch: Epoch
  private var code: FrameCode?
  private var origins: [UInt64: Origin] = [:]

  fileprivate struct Origin {
    var introduction: MemberCertificate
    let key: SymmetricKey
    var window = ReplayWindow()
  }

  /// Members that are told apart in an epoch, also those that left: what they said is not to come
  /// again.
  public static let originsMax = 4_096

  private let originsMax: Int

  public init(epoch: Epoch) { self.init(epoch: epoch, originsMax: Self.originsMax) }

  init(epoch: Epoch, originsMax: Int) {
    self.epoch = epoch
    self.originsMax = originsMax
    code = epoch.wetKey.map(FrameCode.init)
  }

  /// From now on only what is sealed in this epoch is taken, by members that are introduced in it.
  public mutating func rotate(to epoch: Epoch) {
    self = Opener(epoch: epoch, originsMax: originsMax)
  }

  /// Of an epoch that has ended: what these said before is taken still, nobody new.
  public mutating func limit(to isKept: (MemberCertificate) -> Bool) {
    origins = origins.filter { isKept($0.value.introduction) }
  }

  /// All that are known, in no order.
  public var introductions: [MemberCertificate] { origins.values.map(\.introduction) }

  /// The identity keys of those who may draw.
  public var drawers: Set<[UInt8]> {
    Set(origins.values.lazy.map(\.introduction).filter { $0.role == .draw }.map(\.identityKey))
  }

  public var isFull: Bool { origins.count >= originsMax }

  /// Makes room for others.
  public mutating func forget(_ member: UInt64) { origins[member] = nil }

  /// Who is known by this name.
  public func introduction(of member: UInt64) -> MemberCertificate? {
    origins[member]?.introduction
  }

  /// Knows a member from now on, or that it may draw now and only watched before, or who let in a watcher
  /// whom others would not believe without. The other way takes another epoch.
  ///
  /// - Returns: true where that is new, and others that are linked may have to hear of it.
  @discardableResult
  public mutating func introduce(_ introduction: MemberCertificate) throws(FrameRefusal) -> Bool {
    guard introduction.epoch == epoch.number, introduction.call == epoch.call else {
      throw .otherEpoch(introduction.epoch)
    }
    let member = introduction.member
    if let known = origins[member]?.introduction {
      guard introduction.says(moreThan: known) else { return false }
      origins[member]?.introduction = introduction
      return true
    }
    guard origins.count < originsMax else { throw .tooManyOrigins }
    origins[member] = Origin(introduction: introduction, key: epoch.frameKey(of: introduction))
    return true
  }

  /// What was sealed, once. Any frame may come; one that is not taken changes nothing.
  ///
  /// - Parameter header: as it stood beside the frame.
  public mutating func open(
    _ frame: SealedFrame, header: [UInt8] = []
  ) throws(FrameRefusal) -> OpenedFrame {
    guard frame.body.count <= SealedFrame.bodyBytesMax else { throw .tooLarge }
    guard frame.body.count >= Sealing.tagLength, frame.number <= SealedFrame.numberMax else {
      throw .malformed
    }
    guard let place = origins.index(forKey: frame.origin) else { throw .unknownOrigin }
    let header = FrameContext.header(
      epoch: epoch.number, origin: frame.origin, number: frame.number, header: header)
    // Where it lies: copying an origin is as much work as opening a frame.
    return try origins.values[place].open(frame, header: header, code, epoch.charter)
  }
}

extension Opener.Origin {
  fileprivate mutating func open(
    _ frame: SealedFrame, header: [UInt8], _ code: FrameCode?, _ charter: EpochCertificate
  ) throws(FrameRefusal) -> OpenedFrame {
    let print = FramePrint(ofTagIn: frame.body)
    guard window.admits(frame.number, print) else { throw .replayed }
    let role = introduction.role
    guard
      let plain = Sealing.open(
        frame.body, under: key, nonce: Sealing.nonce(frame.number), proving: header),
      let told = role == .draw ? proved(plain, header: header, code) : plain,
      let bytes = FrameSignature.stands(in: frame.number)
        ? FrameSignature.proved(
          told, header: header, by: introduction.identityKey, under: charter) : told
    else { throw .forged }
    window.insert(frame.number, print)
    return OpenedFrame(
      bytes: bytes, origin: frame.origin, number: frame.number, role: role,
      author: introduction.identityKey)
  }

  /// What stands behind the code; nil where the code is not right.
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

/// What a member said.
public struct OpenedFrame: Hashable, Sendable {
  public let bytes: [UInt8]
  public let origin: UInt64
  public let number: UInt64
  /// What the origin may do: ink of a watcher is not shown.
  public let role: Role
  /// The origin's public key, with which its entries are signed.
  public let author: [UInt8]
}
