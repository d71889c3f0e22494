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
    /// The value for the user: as the file would have it, or in a few words.
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
