import Crypto

/// Seals the frames of one run (one process of the program), each frame once for all its readers.
///
/// A run uses only one sealer. Two sealers with the same keys would seal different bytes under the
/// same key and number, which reveals both. So a sealer cannot be copied, outlives the links of its
/// call, and follows the call's epochs. A program that needs a second sealer uses other random
/// bytes for its ``MemberKeys``.
public struct Sealer: ~Copyable, Sendable {
  /// The member certificate; others need it before they can open a frame.
  public private(set) var memberCertificate: MemberCertificate
  private var epoch: Epoch
  private var key: SymmetricKey
  /// Derived once, because deriving it takes as long as the rest of sealing.
  private var code: FrameCode?
  private let keys: MemberKeys
  private var last: UInt64 = 0

  /// Maximum bytes in one frame before sealing: 64 KiB less 88 bytes.
  public static let bytesMax =
    SealedFrame.bodyBytesMax - FrameCode.length - FrameSignature.length - Sealing.tagLength

  /// Creates the only sealer of a run.
  ///
  /// - Throws: `cryptographyFailed` if the run cannot sign its member certificate.
  public init(epoch: Epoch, keys: MemberKeys) throws(SecurityError) {
    let memberCertificate = try epoch.memberCertificate(of: keys)
    self.memberCertificate = memberCertificate
    self.epoch = epoch
    self.keys = keys
    (key, code) = (epoch.frameKey(of: memberCertificate), epoch.wetKey.map(FrameCode.init))
  }

  /// Switches to another epoch. The member must send the others its new member certificate first.
  public mutating func rotate(to epoch: Epoch) throws(SecurityError) {
    memberCertificate = try epoch.memberCertificate(of: keys)
    self.epoch = epoch
    (key, code) = (epoch.frameKey(of: memberCertificate), epoch.wetKey.map(FrameCode.init))
  }

  /// Seals one frame: about 10 µs for a pen message; opening takes as long. A frame whose number is
  /// a multiple of 32 is also signed, which takes longer.
  ///
  /// - Parameters:
  ///   - number: greater than all numbers before it; nil means the next number.
  ///   - header: clear-text data that the reader receives and must supply to open the frame.
  public mutating func seal(
    _ bytes: [UInt8], number: UInt64? = nil, header: [UInt8] = []
  ) throws(FrameRefusal) -> SealedFrame {
    guard bytes.count <= Self.bytesMax else { throw .tooLarge }
    let number = number ?? last + 1
    guard number > last, number <= SealedFrame.numberMax else { throw .usedNumber }
    // Set before sealing, so that no number is used again, even if sealing fails.
    last = number
    let origin = memberCertificate.member
    let header = FrameContext.header(
      epoch: epoch.number, origin: origin, number: number, header: header)
    do {
      let isSigned = FrameSignature.isCarried(by: number)
      let content =
        isSigned
        ? try FrameSignature.sign(
          bytes, header: header, by: keys.identity, under: epoch.epochCertificate)
          + bytes : bytes
      let code = code?(over: content, header: header) ?? []
      let body = try Sealing.seal(
        code + content, under: key, nonce: Sealing.nonce(number), proving: header)
      return SealedFrame(origin: origin, number: number, body: body)
    } catch { throw .cryptographyFailed }
  }
}
