import Crypto

/// Seals what one run of one member says, each frame once for all who will read it.
///
/// There is one for a run: two with the same keys would seal different bytes under one key and number,
/// which gives both away. It is therefore not copied, outlives links and calls, and follows the epochs
/// of its call; a program that needs a second one takes other chance for its ``MemberKeys``.
public struct Sealer: ~Copyable, Sendable {
  /// What others need before they can open anything.
  public private(set) var introduction: MemberCertificate
  private var epoch: Epoch
  private var key: SymmetricKey
  /// Derived once: it would take as long as all else that sealing does.
  private var code: FrameCode?
  private let keys: MemberKeys
  private var last: UInt64 = 0

  /// Bytes in one frame before they are sealed.
  public static let bytesMax =
    SealedFrame.bodyBytesMax - FrameCode.length - FrameSignature.length - Sealing.tagLength

  public init(epoch: Epoch, keys: MemberKeys) throws(SecurityError) {
    let introduction = try epoch.introduction(of: keys)
    self.introduction = introduction
    self.epoch = epoch
    self.keys = keys
    (key, code) = (epoch.frameKey(of: introduction), epoch.wetKey.map(FrameCode.init))
  }

  /// From now on seals for another epoch, in which it has to be introduced anew.
  public mutating func rotate(to epoch: Epoch) throws(SecurityError) {
    introduction = try epoch.introduction(of: keys)
    self.epoch = epoch
    (key, code) = (epoch.frameKey(of: introduction), epoch.wetKey.map(FrameCode.init))
  }

  /// About 10 µs for what a pen says, and as much to open; of a multiple of 32 it is signed, which takes longer.
  ///
  /// - Parameters:
  ///   - number: above all before it; nil is the next.
  ///   - header: what the reader is told in the clear and has to give when it opens the frame.
  public mutating func seal(
    _ bytes: [UInt8], number: UInt64? = nil, header: [UInt8] = []
  ) throws(FrameRefusal) -> SealedFrame {
    guard bytes.count <= Self.bytesMax else { throw .tooLarge }
    let number = number ?? last + 1
    guard number > last, number <= SealedFrame.numberMax else { throw .usedNumber }
    // Even if sealing failed, the number would not come again.
    last = number
    let origin = introduction.member
    let header = FrameContext.header(
      epoch: epoch.number, origin: origin, number: number, header: header)
    do {
      let isSigned = FrameSignature.stands(in: number)
      let told =
        isSigned
        ? try FrameSignature.sign(bytes, header: header, by: keys.identity, under: epoch.charter)
          + bytes : bytes
      let code = code?(over: told, header: header) ?? []
      let body = try Sealing.seal(
        code + told, under: key, nonce: Sealing.nonce(number), proving: header)
      return SealedFrame(origin: origin, number: number, body: body)
    } catch { throw .cryptographyFailed }
  }
}
