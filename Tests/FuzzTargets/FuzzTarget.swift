/// The readers of bytes from outside: each accepts any bytes, and reports a broken law. The run of
/// the fuzzer finds a trap.
public enum FuzzTarget: String, CaseIterable, Sendable {
  case frames, entries, handshake, ticket, board, script, theme, paper, input, ssh, text
  case catchup, ruling, memberCertificate, preamble, pauses, playback, image, datagram
  case journal
  case discovery, meeting, invitation

  /// A law that does not hold.
  public struct Broken: Error, CustomStringConvertible {
    public let description: String
  }

  public func run(_ bytes: [UInt8]) throws {
    switch self {
    case .frames: try checkFrames(bytes)
    case .entries: try checkEntries(bytes)
    case .handshake: try checkHandshake(bytes)
    case .ticket: try checkTicket(bytes)
    case .board: try checkBoard(bytes)
    case .script: try checkScript(bytes)
    case .theme: checkTheme(bytes)
    case .paper: try checkPaper(bytes)
    case .input: try checkInput(bytes)
    case .ssh: try checkTarget(bytes)
    case .text: try checkText(bytes)
    case .catchup: try checkCatchUp(bytes)
    case .ruling: try checkRuling(bytes)
    case .memberCertificate: try checkIntroduction(bytes)
    case .preamble: try checkPreamble(bytes)
    case .pauses: try checkPauses(bytes)
    case .playback: try checkPlayback(bytes)
    case .journal: try checkJournal(bytes)
    case .image: try checkImage(bytes)
    case .datagram: try checkDatagram(bytes)
    case .discovery: try checkDiscovery(bytes)
    case .meeting: try checkMeeting(bytes)
    case .invitation: try checkInvitation(bytes)
    }
  }

  /// Valid inputs to begin from.
  public func seeds() throws -> [[UInt8]] {
    switch self {
    case .frames: frameSeeds
    case .entries: try entrySeeds()
    case .handshake: try handshakeSeeds()
    case .ticket: try ticketSeeds()
    case .board: [[0], [1, 0, 100, 7], [1] + Array(repeating: 9, count: 60)]
    case .script: scriptSeeds
    case .theme: themeSeeds
    case .paper: paperSeeds
    case .input: inputSeeds
    case .ssh: targetSeeds
    case .text: textSeeds
    case .catchup: try catchUpSeeds()
    case .ruling: try rulingSeeds()
    case .memberCertificate: try certificateSeeds()
    case .preamble: preambleSeeds
    case .pauses: pauseSeeds
    case .playback: try playbackSeeds()
    case .journal: try journalSeeds()
    case .image: imageSeeds
    case .datagram: try datagramSeeds()
    case .discovery: discoverySeeds()
    case .meeting: try meetingSeeds()
    case .invitation: invitationSeeds()
    }
  }

  /// Longer inputs say nothing more.
  public var lengthMax: Int {
    switch self {
    case .board, .entries, .frames, .catchup: 16 * 1_024
    case .ssh, .ruling: 600
    case .pauses: 257
    case .discovery: 512
    case .memberCertificate: 1_024
    case .ticket: 2_048
    default: 4 * 1_024
    }
  }
}

func hold(_ law: String, _ holds: Bool) throws(FuzzTarget.Broken) {
  if !holds { throw FuzzTarget.Broken(description: law) }
}

/// The value that a reader makes of bytes; nil if it refuses them, as it may.
func accepted<Value>(_ read: () throws -> Value?) -> Value? {
  do { return try read() } catch { return nil }
}

extension [UInt8] {
  /// In pieces of so many bytes.
  func pieces(of size: Int) -> [ArraySlice<UInt8>] {
    stride(from: 0, to: count, by: Swift.max(size, 1)).map {
      self[$0..<Swift.min($0 + Swift.max(size, 1), count)]
    }
  }
}
