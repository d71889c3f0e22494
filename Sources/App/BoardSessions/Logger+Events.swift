import BoardContract
import BoardDocument
import BoardFiles
import EaselPlatform
import GroupCore
import Logging
import SecureTransports
import SystemFiles

// The log for administrators: `easel host --log LEVEL`. It names members, links and causes. It
// never holds a ticket, a key or a drawing.
extension Logger {
  /// A logger that drops every message.
  package static let silent = Logger(label: "easel", factory: { _ in SwiftLogNoOpLogHandler() })

  /// Returns a logger that writes to standard error.
  ///
  /// - Parameter level: nil uses the environment variable EASEL_LOG; if that is not set either, the
  ///   logger drops every message.
  /// - Throws: if the level is unknown, or if the log would appear in the middle of the picture.
  package static func hosting(_ level: String?, hasScreen: Bool) throws(UserError) -> Logger {
    guard let text = level ?? Environment["EASEL_LOG"] else { return .silent }
    let level = try Level(parsing: text)
    guard !hasScreen || isatty(STDERR_FILENO) == 0 else {
      throw UserError(
        "the log goes to standard error, where the picture is. Add 2>FILE, or --headless.",
        code: UserError.usage)
    }
    var logger = Logger(label: "easel", factory: { StreamLogHandler.standardError(label: $0) })
    logger.logLevel = level
    return logger
  }

  func record(_ line: RefusalLog.Line) {
    switch line {
    case .refused(let link, let cause, let source):
      notice(
        "guest refused",
        metadata: [
          "link": "\(link.raw)", "cause": "\(cause)", "source": "\(source ?? "unknown")",
        ])
    case .further(let count, let cause):
      notice("further guests refused", metadata: ["count": "\(count)", "cause": "\(cause)"])
    }
  }

  /// - Parameter refusals: sums up the refused guests.
  func record(_ report: LinkReport, _ refusals: RefusalLog) {
    switch report {
    case .opened(let link, let member, let isDialled):
      info(
        "link opened",
        metadata: [
          "link": "\(link.raw)", "member": "\(member.map { "\($0.raw)" } ?? "unknown")",
          "dialled": "\(isDialled)",
        ])
      if !isDialled { info("guest admitted", metadata: ["link": "\(link.raw)"]) }
    case .refused(let link, let cause, let source): refusals.refused(link, cause, source: source)
    case .closed(let link, let fault):
      info(
        "link closed",
        metadata: ["link": "\(link.raw)", "cause": "\(fault.map { "\($0.cause)" } ?? "closed")"])
    }
  }

  func record(_ event: WriterEvent) {
    switch event {
    case .failing(let cause):
      error("board cannot be saved", metadata: ["cause": "\(cause.string)"])
    case .recovered: notice("board is saved again")
    case .filed, .moved, .signed, .kept: break
    }
  }

  func record(_ refused: RefusalCounts) {
    for (cause, count) in refused.counts {
      notice("entries or messages refused", metadata: ["cause": "\(cause)", "count": "\(count)"])
    }
  }
}

extension Logger.Level {
  package static let expected = allCases.map(\.rawValue).joined(separator: ", ")

  package init(parsing text: String) throws(UserError) {
    guard let level = Self(rawValue: text.lowercased()) else {
      throw UserError(
        "“\(UserError.shown(text))” is not a level of the log: write one of \(Self.expected).",
        code: UserError.usage)
    }
    self = level
  }
}
