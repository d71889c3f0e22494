import BoardFiles
import CEaselSystem
import CellFrame
import EaselPlatform

/// The source of the letters in a PNG.
enum LetterFont: String, CaseIterable {
  /// Easel's own letters only: the same bytes on every machine.
  case easel
  /// The fonts of this machine, for the letters that Easel lacks.
  case system

  /// Returns the outlines of letters that Easel lacks, in a cell of 16 × 32 units.
  func outlines(of glyphs: [Glyph]) throws(UserError) -> [Glyph: VectorPath] {
    guard self == .system, !glyphs.isEmpty else { return [:] }
    let fonts = try SystemFonts()
    var outlines: [Glyph: VectorPath] = [:]
    for glyph in glyphs { outlines[glyph] = fonts.outline(of: glyph) }
    return outlines
  }
}

/// The fonts of this machine. FreeType and fontconfig are opened with the first letter that needs
/// them; the program does not link to them.
final class SystemFonts {
  private typealias Face = UnsafeMutablePointer<easel_font_face>

  private let matcher: FontMatcher
  private let library: OpaquePointer
  private let functions: Functions
  /// The faces that were opened.
  private var faces: [Face] = []

  /// Opens the libraries; throws a sentence if one is missing.
  init() throws(UserError) {
    functions = try Functions()
    matcher = try FontMatcher()
    var library: OpaquePointer?
    guard functions.begin(&library) == 0, let library else {
      throw UserError("FreeType cannot begin: there are no letters of this machine.")
    }
    self.library = library
  }

  deinit { _ = functions.end(library) }

  /// Returns the outline of a letter without its marks; nil if no font of this machine has one.
  func outline(of glyph: Glyph) -> VectorPath? {
    let code = UInt(glyph.base.value)
    if let face = faces.first(where: { functions.index($0, code) != 0 }) {
      return outline(of: glyph, in: face)
    }
    guard let file = matcher.file(with: glyph.base) else { return nil }
    var face: Face?
    guard functions.open(library, file.path, file.index, &face) == 0, let face else { return nil }
    faces.append(face)
    return functions.index(face, code) == 0 ? nil : outline(of: glyph, in: face)
  }

  /// FT_LOAD_NO_SCALE: outlines in the units of the font.
  private static let unscaled: Int32 = 1
  /// The size of letters, as that of Easel's own font, and the line on which they stand.
  private static let (size, baseline) = (26.4, 24.0)

  private func outline(of glyph: Glyph, in face: Face) -> VectorPath? {
    let number = functions.index(face, UInt(glyph.base.value))
    guard functions.load(face, number, Self.unscaled) == 0, face.pointee.units > 0,
      let slot = face.pointee.slot
    else { return nil }
    let (cell, advance) = (glyph.isWide ? 32.0 : 16, Double(slot.pointee.metrics.4))
    // A letter that is wider than its cell is made narrower.
    let scale = Self.size / Double(face.pointee.units)
    let narrow = advance * scale > cell ? cell / (advance * scale) : 1
    var outline = OutlineSteps(
      x: (cell - advance * scale * narrow) / 2, baseline: Self.baseline, scaleX: scale * narrow,
      scaleY: scale)
    var steps = OutlineSteps.functions
    let isWhole = withUnsafeMutablePointer(to: &outline) {
      functions.decompose(&slot.pointee.outline, &steps, $0) == 0
    }
    return isWhole && !outline.path.steps.isEmpty ? outline.path : nil
  }

  /// The functions of FreeType.
  private struct Functions {
    let begin: @convention(c) (UnsafeMutablePointer<OpaquePointer?>) -> Int32
    let end: @convention(c) (OpaquePointer) -> Int32
    let open:
      @convention(c) (OpaquePointer, UnsafePointer<CChar>, Int, UnsafeMutablePointer<Face?>) ->
        Int32
    let index: @convention(c) (Face, UInt) -> UInt32
    let load: @convention(c) (Face, UInt32, Int32) -> Int32
    let decompose:
      @convention(c) (
        UnsafeMutablePointer<easel_font_outline>, UnsafeMutablePointer<easel_font_steps>,
        UnsafeMutableRawPointer
      ) -> Int32

    init() throws(UserError) {
      let library = try FontLibrary("libfreetype.so.6", name: "FreeType")
      begin = try library.function("FT_Init_FreeType")
      end = try library.function("FT_Done_FreeType")
      open = try library.function("FT_New_Face")
      index = try library.function("FT_Get_Char_Index")
      load = try library.function("FT_Load_Glyph")
      decompose = try library.function("FT_Outline_Decompose")
    }
  }
}

/// Finds the file of a font that has a letter, by fontconfig.
private final class FontMatcher {
  /// Fontconfig's kind of a pattern that a font has to match.
  private static let forMatch: Int32 = 0

  private let configuration: OpaquePointer
  private let functions: Functions

  init() throws(UserError) {
    functions = try Functions()
    guard let configuration = functions.begin() else {
      throw UserError("fontconfig finds no fonts on this machine.")
    }
    self.configuration = configuration
  }

  deinit { functions.end(configuration) }

  func file(with scalar: Unicode.Scalar) -> (path: String, index: Int)? {
    guard let pattern = functions.pattern() else { return nil }
    defer { functions.freePattern(pattern) }
    guard let letters = functions.letters() else { return nil }
    defer { functions.freeLetters(letters) }
    var result: Int32 = 0
    guard functions.addLetter(letters, scalar.value) != 0,
      functions.addLetters(pattern, "charset", letters) != 0,
      functions.addName(pattern, "family", "monospace") != 0,
      functions.addFlag(pattern, "outline", 1) != 0,
      functions.substitute(configuration, pattern, Self.forMatch) != 0
    else { return nil }
    functions.complete(pattern)
    guard let match = functions.match(configuration, pattern, &result) else { return nil }
    defer { functions.freePattern(match) }
    var path: UnsafePointer<CChar>?
    var index: Int32 = 0
    guard functions.name(match, "file", 0, &path) == 0, let path,
      functions.number(match, "index", 0, &index) == 0
    else { return nil }
    return (String(cString: path), Int(index))
  }

  /// The functions of fontconfig.
  private struct Functions {
    typealias Pattern = OpaquePointer
    typealias Name = UnsafePointer<CChar>

    let begin: @convention(c) () -> OpaquePointer?
    let end: @convention(c) (OpaquePointer) -> Void
    let pattern: @convention(c) () -> Pattern?
    let freePattern: @convention(c) (Pattern) -> Void
    let letters: @convention(c) () -> OpaquePointer?
    let freeLetters: @convention(c) (OpaquePointer) -> Void
    let addLetter: @convention(c) (OpaquePointer, UInt32) -> Int32
    let addLetters: @convention(c) (Pattern, Name, OpaquePointer) -> Int32
    let addName: @convention(c) (Pattern, Name, Name) -> Int32
    let addFlag: @convention(c) (Pattern, Name, Int32) -> Int32
    let substitute: @convention(c) (OpaquePointer, Pattern, Int32) -> Int32
    let complete: @convention(c) (Pattern) -> Void
    let match: @convention(c) (OpaquePointer, Pattern, UnsafeMutablePointer<Int32>) -> Pattern?
    let name: @convention(c) (Pattern, Name, Int32, UnsafeMutablePointer<Name?>) -> Int32
    let number: @convention(c) (Pattern, Name, Int32, UnsafeMutablePointer<Int32>) -> Int32

    init() throws(UserError) {
      let library = try FontLibrary("libfontconfig.so.1", name: "fontconfig")
      begin = try library.function("FcInitLoadConfigAndFonts")
      end = try library.function("FcConfigDestroy")
      pattern = try library.function("FcPatternCreate")
      freePattern = try library.function("FcPatternDestroy")
      letters = try library.function("FcCharSetCreate")
      freeLetters = try library.function("FcCharSetDestroy")
      addLetter = try library.function("FcCharSetAddChar")
      addLetters = try library.function("FcPatternAddCharSet")
      addName = try library.function("FcPatternAddString")
      addFlag = try library.function("FcPatternAddBool")
      substitute = try library.function("FcConfigSubstitute")
      complete = try library.function("FcDefaultSubstitute")
      match = try library.function("FcFontMatch")
      name = try library.function("FcPatternGetString")
      number = try library.function("FcPatternGetInteger")
    }
  }
}

/// A library that is opened when it is asked for. It stays open until the program ends.
struct FontLibrary {
  private let handle: UnsafeMutableRawPointer
  private let name: String

  init(_ file: String, name: String) throws(UserError) {
    guard let handle = dlopen(file, RTLD_NOW | RTLD_LOCAL) else {
      throw UserError("--font system needs the library \(name), which is not on this machine.")
    }
    (self.handle, self.name) = (handle, name)
  }

  /// Returns a function; its type is that of the library's header.
  func function<Function>(_ symbol: String) throws(UserError) -> Function {
    guard let address = dlsym(handle, symbol) else {
      throw UserError("the library \(name) of this machine is too old: it has no \(symbol).")
    }
    return unsafeBitCast(address, to: Function.self)
  }
}

/// Collects the steps of an outline, in the places of a cell.
private struct OutlineSteps {
  let x: Double
  let baseline: Double
  let scaleX: Double
  let scaleY: Double
  private(set) var path = VectorPath()
  private var last = VectorPoint(x: 0, y: 0)

  init(x: Double, baseline: Double, scaleX: Double, scaleY: Double) {
    (self.x, self.baseline, self.scaleX, self.scaleY) = (x, baseline, scaleX, scaleY)
  }

  private func point(_ place: UnsafePointer<easel_font_vector>) -> VectorPoint {
    VectorPoint(
      x: x + Double(place.pointee.x) * scaleX, y: baseline - Double(place.pointee.y) * scaleY)
  }

  private mutating func add(_ step: VectorPath.Step, to end: VectorPoint) {
    path.steps.append(step)
    last = end
  }

  private static func change(
    _ user: UnsafeMutableRawPointer, _ body: (inout OutlineSteps) -> Void
  ) -> Int32 {
    body(&user.assumingMemoryBound(to: OutlineSteps.self).pointee)
    return 0
  }

  static var functions: easel_font_steps {
    easel_font_steps(
      move: { end, user in
        OutlineSteps.change(user) { $0.add(.move($0.point(end)), to: $0.point(end)) }
      },
      line: { end, user in
        OutlineSteps.change(user) { $0.add(.line($0.point(end)), to: $0.point(end)) }
      },
      conic: { control, end, user in
        OutlineSteps.change(user) {
          let (control, end, last) = ($0.point(control), $0.point(end), $0.last)
          /// Returns the place at two thirds of the way to the control point.
          func near(_ point: VectorPoint) -> VectorPoint {
            VectorPoint(
              x: (point.x + 2 * control.x) / 3, y: (point.y + 2 * control.y) / 3)
          }
          $0.add(.curve(near(last), near(end), end), to: end)
        }
      },
      cubic: { first, second, end, user in
        OutlineSteps.change(user) {
          let end = $0.point(end)
          $0.add(.curve($0.point(first), $0.point(second), end), to: end)
        }
      }, shift: 0, delta: 0)
  }
}
