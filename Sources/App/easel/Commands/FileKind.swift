import BoardStore

/// Names the kind of a file that is not text, by its first bytes.
enum FileKind {
  /// Returns a name for a sentence, such as “a PNG picture”; nil for text.
  static func nameUnlessText(_ bytes: [UInt8]) -> String? {
    // Text in UTF-16 with a mark of its order is read.
    let isMarked = [[0xFF, 0xFE], [0xFE, 0xFF]].contains(Array(bytes.prefix(2)))
    if BoardFileSignature.isBoard(Array(bytes.prefix(128))) { return "an Easel board" }
    if let name = signature(of: bytes) ?? container(bytes) { return name }
    return isMarked ? nil : unknown(bytes.prefix(8_192))
  }

  private static func signature(of bytes: [UInt8]) -> String? {
    signatures.first { signature in
      bytes.dropFirst(signature.offset).starts(with: signature.bytes)
    }?.name
  }

  /// A form in which a signature holds another kind at a further place.
  private static func container(_ bytes: [UInt8]) -> String? {
    func word(at offset: Int) -> String {
      String(decoding: bytes.dropFirst(offset).prefix(4), as: UTF8.self)
    }
    switch (word(at: 0), word(at: 4)) {
    case ("RIFF", _) where bytes.count > 11:
      let kinds = ["WEBP": "a WebP picture", "WAVE": "a WAV sound", "AVI ": "an AVI film"]
      return kinds[word(at: 8)]
    case (_, "ftyp"):
      return brands[word(at: 8)] ?? "an MP4 film"
    // A bitmap has four zeros after its size, and a program for Windows has zeros in its header.
    case (let text, _)
    where text.hasPrefix("BM") && bytes.dropFirst(6).starts(with: [0, 0, 0, 0]):
      return "a BMP picture"
    case (let text, _) where text.hasPrefix("MZ") && bytes.prefix(64).contains(0):
      return "a program for Windows"
    // An MP3 without a header begins with the mark of a frame.
    case _ where bytes.first == 0xFF && bytes.count > 2 && bytes[1] & 0xE6 == 0xE2:
      return "an MP3 sound"
    default: return nil
    }
  }

  /// Tells text from other bytes. A text has no zero, and hardly any controls
  /// without a meaning.
  private static func unknown(_ bytes: ArraySlice<UInt8>) -> String? {
    let zeros = bytes.enumerated().filter { $0.element == 0 }.map { $0.offset % 2 }
    if zeros.count * 5 > bytes.count * 2, Set(zeros).count == 1 {
      return "UTF-16 text without a mark of its order"
    }
    let controls = bytes.count { $0 < 7 || (16..<27).contains($0) || (28..<32).contains($0) }
    return !zeros.isEmpty || controls * 20 > bytes.count ? "not text" : nil
  }

  /// The kinds of files that are made as MP4 is.
  private static let brands = [
    "avif": "an AVIF picture", "avis": "an AVIF picture", "heic": "a HEIF picture",
    "heix": "a HEIF picture", "mif1": "a HEIF picture", "qt  ": "a QuickTime film",
    "M4A ": "an MP4 sound",
  ]

  private struct Signature {
    let name: String
    let bytes: [UInt8]
    var offset = 0

    init(_ name: String, _ bytes: [UInt8], at offset: Int = 0) {
      (self.name, self.bytes, self.offset) = (name, bytes, offset)
    }

    init(_ name: String, _ text: String, at offset: Int = 0) {
      self.init(name, Array(text.utf8), at: offset)
    }
  }

  private static let signatures = pictures + sounds + documents + archives + programs

  private static let pictures = [
    Signature("a PNG picture", [0x89, 0x50, 0x4E, 0x47]),
    Signature("a JPEG picture", [0xFF, 0xD8, 0xFF]),
    Signature("a GIF picture", "GIF87a"), Signature("a GIF picture", "GIF89a"),
    Signature("a TIFF picture", [0x49, 0x49, 0x2A, 0]),
    Signature("a TIFF picture", [0x4D, 0x4D, 0, 0x2A]),
    Signature("an icon", [0, 0, 1, 0]), Signature("a Photoshop picture", "8BPS"),
    Signature("a QOI picture", "qoif"), Signature("a GIMP picture", "gimp xcf"),
    Signature("a JPEG XL picture", [0xFF, 0x0A]),
    Signature("a JPEG XL picture", [0, 0, 0, 0x0C, 0x4A, 0x58, 0x4C, 0x20]),
    Signature("a JPEG 2000 picture", [0, 0, 0, 0x0C, 0x6A, 0x50]),
  ]

  private static let sounds = [
    Signature("a Matroska or WebM film", [0x1A, 0x45, 0xDF, 0xA3]),
    Signature("an MPEG film", [0, 0, 1, 0xBA]), Signature("an MPEG film", [0, 0, 1, 0xB3]),
    Signature("a Flash film", [0x46, 0x4C, 0x56, 1]),
    Signature("an MP3 sound", [0x49, 0x44, 0x33, 2]),
    Signature("an MP3 sound", [0x49, 0x44, 0x33, 3]),
    Signature("an MP3 sound", [0x49, 0x44, 0x33, 4]),
    Signature("an Ogg sound or film", [0x4F, 0x67, 0x67, 0x53, 0]),
    Signature("a FLAC sound", "fLaC"),
    Signature("a MIDI file", [0x4D, 0x54, 0x68, 0x64, 0]),
  ]

  private static let documents = [
    Signature("a PDF document", "%PDF-"),
    Signature("an old Office document", [0xD0, 0xCF, 0x11, 0xE0]),
    Signature("an OpenDocument file", "mimetypeapplication/vnd.oasis", at: 30),
    Signature("an EPUB book", "mimetypeapplication/epub", at: 30),
    Signature("an Office document", "[Content_Types].xml", at: 30),
    Signature("an SQLite database", "SQLite format 3\0"),
    Signature("UTF-32 text", [0xFF, 0xFE, 0, 0]), Signature("UTF-32 text", [0, 0, 0xFE, 0xFF]),
    Signature("a font", [0, 1, 0, 0, 0]), Signature("a font", [0x4F, 0x54, 0x54, 0x4F, 0]),
    Signature("a font", "wOFF"), Signature("a font", "wOF2"),
  ]

  private static let archives = [
    Signature("a ZIP archive", [0x50, 0x4B, 3, 4]), Signature("a ZIP archive", [0x50, 0x4B, 5, 6]),
    Signature("a gzip file", [0x1F, 0x8B]), Signature("a compress file", [0x1F, 0x9D]),
    Signature("a bzip2 file", [0x31, 0x41, 0x59, 0x26, 0x53, 0x59], at: 4),
    Signature("an xz file", [0xFD, 0x37, 0x7A, 0x58, 0x5A, 0]),
    Signature("a Zstandard file", [0x28, 0xB5, 0x2F, 0xFD]),
    Signature("an LZ4 file", [0x04, 0x22, 0x4D, 0x18]),
    Signature("an lzip file", [0x4C, 0x5A, 0x49, 0x50, 1]),
    Signature("a 7z archive", [0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C]),
    Signature("a RAR archive", [0x52, 0x61, 0x72, 0x21, 0x1A, 7]),
    Signature("a tar archive", "ustar", at: 257), Signature("an ar archive", "!<arch>\n"),
    Signature("an RPM package", [0xED, 0xAB, 0xEE, 0xDB]),
  ]

  private static let programs = [
    Signature("an ELF program", [0x7F, 0x45, 0x4C, 0x46]),
    Signature("a program for macOS", [0xCF, 0xFA, 0xED, 0xFE]),
    Signature("a program for macOS", [0xCE, 0xFA, 0xED, 0xFE]),
    Signature("a program for macOS", [0xFE, 0xED, 0xFA, 0xCF]),
    Signature("a Java class or a program for macOS", [0xCA, 0xFE, 0xBA, 0xBE]),
    Signature("a WebAssembly program", [0, 0x61, 0x73, 0x6D]),
    Signature("a Git pack", [0x50, 0x41, 0x43, 0x4B, 0]),
  ]
}
