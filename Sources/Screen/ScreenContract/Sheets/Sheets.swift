import BoardContract
import CellFrame

/// The sheet that is open above the canvas.
package struct Sheets {
  package private(set) var open: Sheet?
  package let requests: Requests

  package init(open: Sheet? = nil, _ requests: Requests) {
    (self.open, self.requests) = (open, requests)
  }

  package var isOpen: Bool { open != nil }
  package var kind: Sheet.Kind? { open?.kind }
  package var selected: Int { open?.selected ?? 0 }

  package mutating func show(_ sheet: Sheet) { open = sheet }

  /// Closes the sheet.
  ///
  /// - Returns: the theme to show again if the user only tried a theme in the sheet.
  package mutating func close() -> Theme? {
    defer { open = nil }
    guard case .themes(let before) = open?.kind else { return nil }
    return before
  }

  /// Closes the sheet after a choice, if it is of this kind.
  package mutating func leave(if isLeft: (Sheet.Kind) -> Bool = { _ in true }) {
    if let kind = open?.kind, isLeft(kind) { open = nil }
  }

  package mutating func select(_ index: Int) { open?.selected = index }

  /// Changes the content of the open sheet; the selected row stays.
  package mutating func change(to kind: Sheet.Kind) { open?.kind = kind }

  /// Exchanges light and dark in the open QR code.
  package mutating func turnCode() {
    guard case .code(var shown) = open?.kind else { return }
    shown.isTurned.toggle()
    open?.kind = .code(shown)
  }

  package mutating func type(_ text: String) { open?.type(text) }

  package mutating func deleteBackward() { open?.deleteBackward() }

  /// See `Sheet.removeNewName`.
  package mutating func removeNewName() -> String? { open?.removeNewName() }
}
