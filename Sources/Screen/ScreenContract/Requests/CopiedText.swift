import EaselBase

/// A text that was copied for other programs, and the notice about it.
package struct CopiedText: Hashable, Sendable {
  package let text: String
  package let kind: Kind
  /// A further sentence of the notice.
  private let more: String

  package enum Kind: Hashable, Sendable {
    /// The selection, as text.
    case things
    case ticket
    /// A text that the board did not accept, for this reason.
    case refused(Refused, String)
  }

  /// A text that the board does not accept.
  package enum Refused: Hashable, Sendable {
    /// The text that the user typed; the user can paste it.
    case draft
    /// The words of an edit that lost against another edit.
    case words
  }

  /// - Parameter text: may come from other participants. Control characters are removed, and each
  ///   line break becomes a plain one. There is none at the end, because a shell would then run the
  ///   last line when the user pastes the text.
  package init(_ text: String, _ kind: Kind, adding more: String = "") {
    self.more = more
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map {
      String(String.UnicodeScalarView($0.unicodeScalars.filter { !Self.isControl($0) }))
    }
    let last = lines.lastIndex { !$0.isEmpty } ?? -1
    self.text = lines.prefix(last + 1).joined(separator: "\n")
    self.kind = kind
  }

  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.generalCategory == .control
  }

  /// The number of lines.
  var lineCount: Int { text.split(separator: "\n", omittingEmptySubsequences: false).count }

  /// Returns the notice for the user.
  ///
  /// - Parameter isInClipboard: whether a program of the desktop took the text. A terminal does not
  ///   report whether it took it.
  func notice(isInClipboard: Bool) -> String { sentence(isInClipboard: isInClipboard) + more }

  private func sentence(isInClipboard: Bool) -> String {
    switch kind {
    case .things where lineCount > 1:
      let target = isInClipboard ? "in the clipboard" : "sent to the terminal"
      let paste = more.isEmpty ? " v pastes them here." : ""
      return "\(lineCount) lines \(target). A shell runs each line.\(paste)"
    case .things:
      return isInClipboard
        ? "Copied. v pastes it here; the clipboard has it as text."
        : "Copied. v pastes it here; sent to the terminal as text."
    case .ticket:
      return isInClipboard
        ? "The ticket is in the clipboard."
        : "Ticket copied. If you cannot paste it, press f."
    case .refused(.draft, let reason):
      return isInClipboard
        ? "\(reason): what you typed is in the clipboard."
        : "\(reason): v pastes what you typed; it was sent to the terminal, too."
    case .refused(.words, let reason):
      let target = isInClipboard ? "are in the clipboard" : "were sent to the terminal"
      return "\(reason): your words \(target)."
    }
  }

  var severity: NoticeSeverity { if case .refused = kind { .warning } else { .information } }
}

extension Requests {
  /// Copies a text that the board does not accept, so that it is not lost, and says so.
  package func copyRefused(_ text: String, _ refused: CopiedText.Refused, mayDraw: Bool) {
    let reason = mayDraw ? "The board is full" : "You are watching now"
    copy(CopiedText(text, .refused(refused, reason)))
  }
}
