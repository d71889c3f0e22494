@testable import BoardFiles
import GroupCore
import GroupSecurity
import SystemFiles
import Testing

@testable import BoardStore
@testable import BoardSessions
@testable import easel

/// The sentences of the errors that libraries report.
@Suite struct ErrorSentencesTests {
  @Test("A fault of a link names the address, and nothing in the sentence controls a terminal")
  func faults() {
    let fault = TransportFault("tcp://\u{1B}[2J:1", .nobody)
    #expect(
      fault.description == """
        no answer from [2J:1. Check that `easel host` still runs there, that the ticket is its latest, \
        and that no firewall is between.
        """)
    #expect(
      TransportFault(nil, .unreadable).description
        == "the other side sent a message that cannot be read. It may be another program, or another version of Easel."
    )
    #expect(
      TransportFault(nil, .version(theirs: 9, ours: 1)).description
        == "the other side speaks version 9 of easel's language, and this easel 1. "
        + "Update the older one.")
    #expect(
      TransportFault("x", .folder("/tmp/easel-1", .open(mode: 0o755))).description
        == "the folder /tmp/easel-1 is open to others, with mode 755. "
        + "Close it with `chmod 700 /tmp/easel-1`.")
  }

  @Test("Each message about an unreleased version says so, in one sentence")
  func unreleased() {
    let sentences = [
      TransportFault(nil, .unreleasedVersion).description,
      TransportFault("ssh:desk", .unreleasedVersion).description,
      TransportFault("x", .notAdmitted(.init(SecurityError.unreleasedVersion))).description,
      TicketError.unreleasedVersion.description,
      BoardFileError("/tmp/a.easel", .unreleasedVersion).description,
      UserError.unreleasedVersion.sentence, UserError.unreleasedTicketFile("/tmp/a.way").sentence,
    ]
    for sentence in sentences { #expect(sentence.contains("of an unreleased version of Easel")) }
    #expect(
      sentences[4]
        == "/tmp/a.easel is of an unreleased version of Easel. "
        + "Easel did not change it; choose another file.")
  }

  @Test("A refusal is worded by the reason that it carries")
  func refusals() {
    let declined = TransportFault("x", .notAdmitted(.init(SecurityError.declined)))
    #expect(declined.description == "your request to join was refused.")
    #expect(
      TransportFault("x", .notAdmitted(.init(LinkRefusal.oneself))).description
        == "that is your own address.")
  }

  @Test("Every reason not to be admitted has a sentence of its own")
  func admission() {
    let errors: [SecurityError] = [
      .wrongTicket, .mayNotDraw, .declined, .full, .malformed, .renewed, .tooManyAttempts, .busy,
      .putOut, .versions(theirs: [2], ours: [3]), .unreleasedVersion, .anotherHost, .oldEpoch,
      .noAnswer, .unknown,
      .notKept, .cryptographyFailed,
    ]
    #expect(Set(errors.map(\.description)).count == errors.count)
    #expect(errors.allSatisfy { $0.description.hasSuffix(".") })
    let tickets: [TicketError] = [
      .notATicket, .cutOff, .changed, .unknownVersion(2), .unreleasedVersion, .unknownRole,
      .noAddress,
      .tooManyAddresses, .badAddress,
    ]
    #expect(Set(tickets.map(\.description)).count == tickets.count)
    #expect(tickets.allSatisfy { $0.description.hasSuffix(".") })
  }

  @Test("Every fault of a board has a sentence that names the file and says what to try")
  func boards() {
    let holder = Holder(process: 7, user: "ada", host: "desk", terminal: "/dev/pts/3")
    let faults: [BoardFileError.Fault] = [
      .missing, .exists, .notABoard, .newerVersion(9), .unreleasedVersion, .tooLarge,
      .held(by: holder), .diskFull,
      .readOnlyFile, .readOnlyFolder, .forbidden, .system("no such device"), .closed,
    ]
    let sentences = faults.map { BoardFileError("/tmp/a\u{1B}[2J.easel", $0).description }
    #expect(Set(sentences).count == faults.count)
    for (fault, sentence) in zip(faults, sentences) {
      // An open board is named as the list of boards names it.
      if case .held = fault { continue }
      #expect(sentence.contains("/tmp/a[2J.easel") && sentence.hasSuffix("."))
    }
    #expect(
      BoardFileError("/b", .held(by: holder)).description
        == "“b” is open in the terminal pts/3 of ada at desk. "
        + "Close it there first, or open another one.")
    let own = Holder(process: 7, user: User.login ?? "", host: "", terminal: "/dev/pts/3")
    #expect(
      BoardFileError("/data/plan.easel", .held(by: own)).description.hasPrefix(
        "“plan” is open in your terminal pts/3."))
    let unknown = Holder(process: 0, user: "", host: "", terminal: "")
    #expect(
      BoardFileError("/b", .held(by: unknown)).description.hasPrefix(
        "“b” is open in another program."))
  }
}
