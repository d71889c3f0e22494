import CellFrame

extension Theme {
  /// The themes in the binary, the terminal's own colours first, the others by name.
  ///
  /// Their files are embedded unchanged and read on demand. A test checks that they cause no
  /// complaints.
  public static let builtInNames = [
    "terminal", "blueprint", "chalkboard", "contrast", "dark", "dusk", "light", "mono",
    "notebook", "safe",
  ]

  /// Returns one of the themes in the binary; nil for an unknown name.
  public static func builtIn(_ name: String) -> Theme? {
    guard name != terminal.name else { return .terminal }
    return embedded(name).flatMap { bytes in
      do { return try read(bytes, name: name, file: "\(name).toml").theme } catch { return nil }
    }
  }

  /// Returns the bytes of a theme's file, from which users can begin their own theme; nil for an
  /// unknown name.
  public static func embedded(_ name: String) -> [UInt8]? {
    switch name {
    case "terminal": PackageResources.terminal_toml
    case "blueprint": PackageResources.blueprint_toml
    case "chalkboard": PackageResources.chalkboard_toml
    case "contrast": PackageResources.contrast_toml
    case "dark": PackageResources.dark_toml
    case "dusk": PackageResources.dusk_toml
    case "light": PackageResources.light_toml
    case "mono": PackageResources.mono_toml
    case "notebook": PackageResources.notebook_toml
    case "safe": PackageResources.safe_toml
    default: nil
    }
  }
}
