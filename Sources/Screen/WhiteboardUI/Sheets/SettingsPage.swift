import BoardRendering
import EaselBase

/// The settings as the program read them at its start.
package struct SettingsSummary: Hashable, Sendable {
  /// The path of the settings file.
  package var path: SafeText
  /// Whether the file exists.
  package var hasFile: Bool
  /// The settings, in the order of the manual.
  package var values: [Value]

  package struct Value: Hashable, Sendable {
    package var name: String
    /// The value as the file would have it.
    package var text: SafeText
    /// The place of the value, such as the name of a variable of the environment; nil for a default.
    package var source: String?

    package init(name: String, text: SafeText, source: String?) {
      (self.name, self.text, self.source) = (name, text, source)
    }
  }

  package init(path: SafeText, hasFile: Bool, values: [Value]) {
    (self.path, self.hasFile, self.values) = (path, hasFile, values)
  }
}

/// The sheet with the settings.
struct SettingsPage {
  let settings: SettingsSummary?
  let surface: Surface
  let columns: Int

  var rows: [SheetRow] {
    guard let settings else {
      return wrapped("This Easel has no settings file.")
    }
    let nameColumns = (settings.values.map(\.name.count).max() ?? 0) + 2
    let values = settings.values.flatMap { value in
      let text = "\(shown(value)) \(value.source.map { "(\($0))" } ?? "(default)")"
      return surface.chrome.wrap(text, max(columns - nameColumns, 8)).enumerated().map {
        SheetRow(spans: [
          SheetSpan(surface.chrome.pad($0.offset == 0 ? value.name : "", nameColumns), .key),
          SheetSpan($0.element, .sheet),
        ])
      }
    }
    let hint =
      settings.hasFile
      ? "Edit the file, then start Easel again." : "There is no file yet. Make one to change these."
    return wrapped(settings.path.string) + [SheetRow("")] + values + [SheetRow("")] + wrapped(hint)
  }

  /// Returns the present value: the theme and the ink may have changed since the start.
  private func shown(_ value: SettingsSummary.Value) -> String {
    switch value.name {
    case "theme": "\"\(surface.theme.name)\""
    case "ink": "\"\(surface.rasterChoice.name)\""
    default: value.text.string
    }
  }

  private func wrapped(_ text: String) -> [SheetRow] {
    surface.chrome.wrap(text, max(columns, 8)).map {
      SheetRow(spans: [SheetSpan($0, .sheet)])
    }
  }
}
