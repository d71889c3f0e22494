import BoardRendering
import BoardView
import EaselBase
import ScreenContract

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
      let source = isChosen(value) ? "file" : value.source
      let text = "\(shown(value)) \(source.map { "(\($0))" } ?? "(default)")"
      return surface.chrome.wrap(text, max(columns - nameColumns, 8)).enumerated().map {
        SheetRow(spans: [
          SheetSpan(surface.chrome.pad($0.offset == 0 ? value.name : "", nameColumns), .key),
          SheetSpan($0.element, .sheet),
        ])
      }
    }
    let hint =
      settings.hasFile || settings.values.contains(where: isChosen)
      ? "Edit the file, then start Easel again."
      : "There is no such file yet. Make it with an editor."
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

  /// Whether the user chose the value since the start. Easel then wrote it to the file.
  private func isChosen(_ value: SettingsSummary.Value) -> Bool {
    value.name == "theme" ? surface.hasChosenTheme : shown(value) != value.text.string
  }

  private func wrapped(_ text: String) -> [SheetRow] {
    surface.chrome.wrap(text, max(columns, 8)).map {
      SheetRow(spans: [SheetSpan($0, .sheet)])
    }
  }
}
