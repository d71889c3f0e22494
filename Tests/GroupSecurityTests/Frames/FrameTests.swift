import Testing

@testable import GroupSecurity

/// The refusal of a frame; nil if it is accepted.
func refused<T>(_ judged: () throws -> T) -> FrameRefusal? {
  do {
    _ = try judged()
    return nil
  } catch {
    return error as? FrameRefusal
  }
}

struct FrameTests {
  private let meeting: Meeting
  private let drawing: MemberKeys
  private let watching: MemberKeys
  private let watchEpoch: Epoch

  init() throws {
    meeting = try Meeting()
    drawing = try Meeting.keys(50)
    watching = try Meeting.keys(60)
    watchEpoch = try meeting.admit(watching, with: meeting.watch, to: .watch).admission.epoch
  }

  /// An opener that knows both members.
  private func opener(_ epoch: Epoch? = nil) throws -> Opener {
    var opener = Opener(epoch: epoch ?? meeting.epoch)
    try opener.introduce(try meeting.epoch.memberCertificate(of: drawing))
    try opener.introduce(try watchEpoch.memberCertificate(of: watching))
    return opener
  }

  @Test("F1 · every member opens a sealed frame as it was, with its author")
  func roundTrip() throws {
    var sealer = try Sealer(epoch: meeting.epoch, keys: drawing)
    var openers = [try opener(), try opener(watchEpoch)]
    for (number, bytes) in [[], [1], [UInt8](repeating: 7, count: 1_000)].enumerated() {
      let frame = try sealer.seal(bytes, header: [4, 5])
      let passedOn = try #require(SealedFrame(frame.encoded))
      #expect(passedOn == frame && frame.number == UInt64(number) + 1)
      #expect(frame.body.count == 8 + bytes.count + 16)
      for index in openers.indices {
        let opened = try openers[index].open(passedOn, header: [4, 5])
        #expect(opened.bytes == bytes && opened.origin == drawing.member && opened.role == .draw)
        #expect(opened.author == drawing.identity.publicKey && opened.number == frame.number)
      }
    }
    var watcher = try Sealer(epoch: watchEpoch, keys: watching)
    let said = try watcher.seal([1, 2, 3])
    #expect(said.body.count == 3 + 16)
    #expect(try openers[0].open(said).role == .watch)
  }

  @Test("F2 · a frame is refused with any byte changed, and taken afterwards")
  func flipped() throws {
    var sealer = try Sealer(epoch: meeting.epoch, keys: drawing)
    var opener = try opener()
    let frame = try sealer.seal([1, 2, 3, 4, 5], header: [9])
    for bytes in frame.encoded.flips {
      guard let changed = SealedFrame(bytes) else { continue }
      #expect(refused { try opener.open(changed, header: [9]) } != nil)
    }
    for header in [[], [8], [9, 0]] as [[UInt8]] {
      #expect(refused { try opener.open(frame, header: header) } == .forged)
    }
    #expect(try opener.open(frame, header: [9]).bytes == [1, 2, 3, 4, 5])
  }

  @Test("F2 · a frame is refused cut off anywhere, and longer")
  func cutOff() throws {
    var sealer = try Sealer(epoch: meeting.epoch, keys: drawing)
    var opener = try opener()
    let bytes = try sealer.seal([1, 2, 3]).encoded
    for count in bytes.indices {
      guard let cut = SealedFrame(Array(bytes.prefix(count))) else { continue }
      #expect(refused { try opener.open(cut) } != nil)
    }
    let longer = try #require(SealedFrame(bytes + [0]))
    #expect(refused { try opener.open(longer) } == .forged)
  }

  @Test("F2 · any bytes are refused", arguments: 0..<20 as Range<UInt64>)
  func fuzz(seed: UInt64) throws {
    var chance = Chance(seed)
    var sealer = try Sealer(epoch: meeting.epoch, keys: drawing)
    var opener = try opener()
    let memberCertificate = try meeting.epoch.sealed(sealer.memberCertificate)
    for _ in 0..<100 {
      let whole = try sealer.seal(chance.bytes(Int.random(in: 0...40, using: &chance))).encoded
      let odd =
        Bool.random(using: &chance) ? chance.mangled(whole) : chance.bytes(whole.count)
      if odd != whole, let frame = SealedFrame(odd) {
        #expect(refused { try opener.open(frame) } != nil, "seed \(seed)")
      }
    }
    for _ in 0..<20 {
      let odd = chance.mangled(memberCertificate)
      guard odd != memberCertificate else { continue }
      #expect(refused { try meeting.epoch.memberCertificate(opening: odd) } != nil, "seed \(seed)")
    }
  }

  @Test("F3 · a frame is taken once, in any order of a thousand")
  func replay() throws {
    var sealer = try Sealer(epoch: meeting.epoch, keys: drawing)
    var opener = try opener()
    var frames: [SealedFrame] = []
    for _ in 0..<40 { frames.append(try sealer.seal([1])) }
    var chance = Chance(3)
    for frame in frames.shuffled(using: &chance) { _ = try opener.open(frame) }
    for frame in frames { #expect(refused { try opener.open(frame) } == .replayed) }
    let tooLate = try sealer.seal([1], number: 64)
    let late = try sealer.seal([1])
    _ = try opener.open(try sealer.seal([1], number: 64 + 1_024))
    #expect(refused { try opener.open(late) } == nil)
    #expect(refused { try opener.open(tooLate) } == .replayed)
  }

  @Test("F3 · no number is sealed twice, and none beyond the last")
  func numbers() throws {
    var sealer = try Sealer(epoch: meeting.epoch, keys: drawing)
    #expect(try sealer.seal([], number: 7).number == 7)
    for number in [0, 1, 7] as [UInt64] {
      #expect(throws: FrameRefusal.usedNumber) { try sealer.seal([], number: number) }
    }
    #expect(try sealer.seal([]).number == 8)
    #expect(throws: FrameRefusal.usedNumber) {
      try sealer.seal([], number: SealedFrame.numberMax + 1)
    }
    #expect(try sealer.seal([], number: SealedFrame.numberMax).number == SealedFrame.numberMax)
    #expect(throws: FrameRefusal.usedNumber) { try sealer.seal([]) }
    // Nor after the keys changed.
    try sealer.rotate(to: try Meeting(1, number: 2).epoch)
    #expect(throws: FrameRefusal.usedNumber) { try sealer.seal([], number: 1) }
  }

  @Test("F4 · a watcher with a patched program cannot pass for a member that may draw")
  func patchedWatcher() throws {
    // It has the key of the group, and can seal any bytes under a drawer's key. It lacks only the
    // code.
    let victim = try meeting.epoch.memberCertificate(of: drawing)
    let key = watchEpoch.frameKey(of: victim)
    let header = FrameContext.header(
      epoch: 1, origin: victim.member, number: 1 << 40, header: [])
    let guess = try Meeting.secret(9)
    let codes = [
      [], [UInt8](repeating: 0, count: 8),
      FrameCode(by: guess)(over: [1, 2], header: header),
      FrameCode(by: watchEpoch.viewSecret)(over: [1, 2], header: header),
    ]
    var drawer = try opener()
    for code in codes {
      let body = try Sealing.seal(
        code + [1, 2], under: key, nonce: Sealing.nonce(1 << 40), proving: header)
      let forged = SealedFrame(origin: victim.member, number: 1 << 40, body: body)
      #expect(refused { try drawer.open(forged) } == .forged)
    }
    // Nor did it use up the drawer's numbers.
    var sealer = try Sealer(epoch: meeting.epoch, keys: drawing)
    #expect(refused { try drawer.open(try sealer.seal([1])) } == nil)
  }

  @Test("F4 · a code that was seen is good for no other bytes, number, header or origin")
  func codeIsBound() throws {
    var sealer = try Sealer(epoch: meeting.epoch, keys: drawing)
    let victim = sealer.memberCertificate
    let frame = try sealer.seal([1, 2])
    let key = watchEpoch.frameKey(of: victim)
    func header(_ number: UInt64, _ origin: UInt64) -> [UInt8] {
      FrameContext.header(epoch: 1, origin: origin, number: number, header: [])
    }
    let plain = try #require(
      Sealing.open(
        frame.body, under: key, nonce: Sealing.nonce(1),
        proving: header(1, victim.member)))
    let code = plain.prefix(8)
    var drawer = try opener()
    for (bytes, number) in [([1, 3], 1), ([1, 2], 2), ([1, 2, 3], 1)] as [([UInt8], UInt64)] {
      let body = try Sealing.seal(
        code + bytes, under: key, nonce: Sealing.nonce(number),
        proving: header(number, victim.member))
      let forged = SealedFrame(origin: victim.member, number: number, body: body)
      #expect(refused { try drawer.open(forged) } == .forged)
    }
    #expect(try drawer.open(frame).bytes == [1, 2])
  }

  @Test("F5 · frames of another epoch, of strangers and of another call are refused")
  func strangers() throws {
    var later = try Sealer(epoch: try Meeting(1, number: 2).epoch, keys: drawing)
    var elsewhere = try Sealer(epoch: try Meeting(2).epoch, keys: drawing)
    var unknown = try Sealer(epoch: meeting.epoch, keys: try Meeting.keys(70))
    var opener = try opener()
    #expect(refused { try opener.open(try later.seal([1])) } == .forged)
    #expect(refused { try opener.open(try unknown.seal([1])) } == .unknownOrigin)
    #expect(refused { try opener.open(try elsewhere.seal([1])) } == .forged)
    #expect(refused { try opener.introduce(later.memberCertificate) } == .otherEpoch(2))
    #expect(refused { try opener.introduce(elsewhere.memberCertificate) } == .otherEpoch(1))
  }

  @Test("F5 · a second run of the same person seals under another key, by another name")
  func runs() throws {
    let again = try Meeting.keys(50, run: 1)
    #expect(
      again.identity.publicKey == drawing.identity.publicKey && again.member != drawing.member)
    var first = try Sealer(epoch: meeting.epoch, keys: drawing)
    var second = try Sealer(epoch: meeting.epoch, keys: again)
    let (one, other) = (try first.seal([1]), try second.seal([1]))
    #expect(one.body != other.body)
    var opener = try opener()
    let swapped = SealedFrame(origin: drawing.member, number: 1, body: other.body)
    #expect(refused { try opener.open(swapped) } == .forged)
  }

  @Test("F6 · a watcher that may draw now is known as a drawer, and never the other way")
  func promoted() throws {
    let watched = try meeting.admit(drawing, with: meeting.watch, to: .watch).admission.epoch
    let before = try watched.memberCertificate(of: drawing)
    let after = try meeting.epoch.memberCertificate(of: drawing)
    var sealer = try Sealer(epoch: watched, keys: drawing)
    var opener = Opener(epoch: meeting.epoch)
    try opener.introduce(before)
    let frame = try sealer.seal([1])
    #expect(try opener.open(frame).role == .watch)
    #expect(try opener.introduce(after) && !opener.introduce(before))
    #expect(refused { try opener.open(frame) } == .replayed)
    #expect(refused { try opener.open(try sealer.seal([1])) } == .forged)
    try sealer.rotate(to: meeting.epoch)
    #expect(try opener.open(try sealer.seal([1])).role == .draw)
  }

  @Test("F6 · a watcher known without a voucher is announced again once it has one, and goes on")
  func vouched() throws {
    let own = try watchEpoch.memberCertificate(of: watching)
    let vouched = try meeting.epoch.vouched(own)
    var sealer = try Sealer(epoch: watchEpoch, keys: watching)
    let frame = try sealer.seal([1])
    var opener = Opener(epoch: watchEpoch)
    #expect(try opener.introduce(own) && !opener.introduce(own))
    _ = try opener.open(frame)
    #expect(try opener.introduce(vouched))
    #expect(try !opener.introduce(vouched) && !opener.introduce(own))
    #expect(opener.memberCertificate(of: watching.member) == vouched)
    #expect(refused { try opener.open(frame) } == .replayed)
  }

  @Test("F6 · introductions go from member to member as they are, and are told once")
  func memberCertificates() throws {
    let memberCertificate = try meeting.epoch.memberCertificate(of: drawing)
    let sealed = try meeting.epoch.sealed(memberCertificate)
    let read = try watchEpoch.memberCertificate(opening: sealed)
    #expect(read == memberCertificate && read.role == .draw)
    #expect(try watchEpoch.sealed(read) == sealed)
    var opener = Opener(epoch: watchEpoch)
    #expect(try opener.introduce(read))
    #expect(try !opener.introduce(read))
    #expect(opener.memberCertificate(of: drawing.member) == memberCertificate)
    for bytes in sealed.flips {
      #expect(refused { try watchEpoch.memberCertificate(opening: bytes) } != nil)
    }
    for count in sealed.indices {
      #expect(
        refused { try watchEpoch.memberCertificate(opening: Array(sealed.prefix(count))) } != nil)
    }
    #expect(refused { try Meeting(2).epoch.memberCertificate(opening: sealed) } == .forged)
    let later = try Meeting(1, number: 2).epoch
    #expect(refused { try later.memberCertificate(opening: sealed) } == .otherEpoch(1))
  }
}

struct FrameLimitTests {
  @Test("F7 · a frame of the largest size is sealed and opened, one of a byte more is not")
  func bytes() throws {
    let host = try #require(Identity(seed: [UInt8](repeating: 1, count: 32)))
    let epoch = try Epoch.founded(
      by: host, number: .max, secret: try Meeting.secret(1), groupKey: try Meeting.secret(2))
    var sealer = try Sealer(epoch: epoch, keys: try Meeting.keys(3))
    var opener = Opener(epoch: epoch)
    try opener.introduce(sealer.memberCertificate)
    let most = [UInt8](repeating: 7, count: Sealer.bytesMax)
    let frame = try sealer.seal(most, number: FrameSignature.every)
    #expect(frame.body.count == SealedFrame.bodyBytesMax)
    #expect(throws: FrameRefusal.tooLarge) { try sealer.seal(most + [7]) }
    #expect(SealedFrame(frame.encoded) == frame && SealedFrame(frame.encoded + [0]) == nil)
    let larger = SealedFrame(
      origin: frame.origin, number: frame.number, body: frame.body + [0])
    #expect(throws: FrameRefusal.tooLarge) { try opener.open(larger) }
    #expect(try opener.open(frame).bytes == most)
  }

  @Test("F7 · so many members are told apart, and no more")
  func origins() throws {
    let meeting = try Meeting()
    #expect(Opener.originsMax == 4_096)
    var opener = Opener(epoch: meeting.epoch, originsMax: 3)
    let memberCertificates = try (0..<4).map {
      try meeting.epoch.memberCertificate(of: try Meeting.keys(50, run: $0))
    }
    for memberCertificate in memberCertificates.prefix(3) {
      #expect(try opener.introduce(memberCertificate))
    }
    #expect(throws: FrameRefusal.tooManyOrigins) { try opener.introduce(memberCertificates[3]) }
    #expect(try !opener.introduce(memberCertificates[0]))
  }

  @Test("F7 · a sealed introduction of 1 KiB is looked at, one of a byte more is not")
  func memberCertificate() throws {
    let epoch = try Meeting().epoch
    let bytes = [1] + [UInt8](repeating: 0, count: Epoch.memberCertificateBytesMax - 1)
    #expect(throws: FrameRefusal.forged) { try epoch.memberCertificate(opening: bytes) }
    #expect(throws: FrameRefusal.tooLarge) { try epoch.memberCertificate(opening: bytes + [0]) }
  }

  @Test("F7 · the window admits each of the last 1,024 numbers once, and no lower number")
  func window() {
    var window = ReplayWindow()
    func admits(_ number: UInt64) -> Bool { window.admits(number, FramePrint(7)) }
    func insert(_ number: UInt64) { window.insert(number, FramePrint(7)) }
    #expect(!admits(0) && admits(1) && admits(.max))
    insert(3_001)
    #expect(!admits(3_001) && admits(3_002))
    #expect(admits(3_001 - 1_023) && !admits(3_001 - 1_024))
    // The first 1,024 numbers of an author without a signature are known as well.
    #expect(admits(1_024) && !admits(1_025))
    insert(1_024)
    insert(2_501)
    insert(3_501)
    #expect(!admits(1_024) && !admits(2_501) && admits(2_502) && !admits(3_001))
    insert(.max)
    #expect(!admits(.max) && admits(.max - 1) && !admits(3_501))
    // A signed number moves the window more than an unsigned one.
    #expect(admits(4_192))
    insert(4_192)
    #expect(!admits(4_192) && admits(4_193) && admits(4_192 - 1_023))
    #expect(!admits(4_192 - 1_024) && admits(4_192 + 1_024))
    #expect(!admits(4_192 + 1_025) && admits(.max - 1))
  }

  @Test("F3 · a second frame under a seen number is admitted once, unless it is signed")
  func others() {
    var window = ReplayWindow()
    for number in [5, 32, 5_001] as [UInt64] { window.insert(number, FramePrint(1)) }
    for number in [5, 5_001] as [UInt64] {
      let print = FramePrint(UInt32(number))
      #expect(window.admits(number, print) && !window.admits(number, FramePrint(1)))
      window.insert(number, print)
      #expect(!window.admits(number, print) && !window.admits(number, FramePrint(1)))
    }
    #expect(!window.admits(32, FramePrint(2)))
    // Numbers seen beyond the window are known once a signature brings it near.
    window.insert(4_992, FramePrint(1))
    #expect(!window.admits(5_001, FramePrint(1)) && !window.admits(5_001, FramePrint(5_001)))
    #expect(window.admits(5_001, FramePrint(2)) && window.admits(5_002, FramePrint(1)))
  }
}
