/// Who may sign entries in an epoch: whoever a certificate names, also after leaving.
public struct Roll: Sendable {
  private let call: HostFingerprint
  private let epoch: UInt32
  private var keys: Set<[UInt8]> = []
  private let namesMax: Int

  /// People in one epoch; as many members as are told apart in it.
  public static let namesMax = Opener.originsMax

  public init(of charter: Charter) { self.init(of: charter, namesMax: Self.namesMax) }

  init(of charter: Charter, namesMax: Int) {
    call = charter.call
    epoch = charter.epoch
    self.namesMax = namesMax
  }

  /// - Returns: false where it is of another epoch or call, or too many are named; then nothing
  ///   changes.
  @discardableResult
  public mutating func admit(_ certificate: Certificate) -> Bool {
    guard certificate.call == call, certificate.epoch == epoch else { return false }
    guard keys.count < namesMax || keys.contains(certificate.identityKey) else { return false }
    keys.insert(certificate.identityKey)
    return true
  }

  /// Whether entries signed by this identity count. Any bytes may be asked about.
  public func mayDraw(_ identityKey: [UInt8]) -> Bool { keys.contains(identityKey) }
}
