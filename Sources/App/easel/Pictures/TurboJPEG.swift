import EaselPlatform

/// The functions of `libturbojpeg.so.0` with which Easel reads JPEG files. They are looked up when a
/// JPEG comes, so Easel starts without the library.
struct TurboJPEG {
  typealias Handle = UnsafeMutableRawPointer

  let open: @convention(c) () -> Handle?
  let readHeader:
    @convention(c) (
      Handle, UnsafePointer<UInt8>, UInt, UnsafeMutablePointer<Int32>,
      UnsafeMutablePointer<Int32>, UnsafeMutablePointer<Int32>, UnsafeMutablePointer<Int32>
    ) -> Int32
  let decode:
    @convention(c) (
      Handle, UnsafePointer<UInt8>, UInt, UnsafeMutablePointer<UInt8>, Int32, Int32, Int32,
      Int32, Int32
    ) -> Int32
  let errorCode: @convention(c) (Handle) -> Int32
  let message: @convention(c) (Handle) -> UnsafePointer<CChar>?
  let close: @convention(c) (Handle) -> Int32

  /// The numbers that the library gives to orders of bytes and to colours.
  static let (rgba, cmyk): (Int32, Int32) = (7, 11)
  static let cmykColors: Set<Int32> = [3, 4]
  /// The picture is decoded, although its file has a mistake.
  static let warning: Int32 = 0

  static let name = "libturbojpeg.so.0"

  /// Whether the library is on this machine.
  static var isThere: Bool {
    guard let library = dlopen(name, RTLD_NOW) else { return false }
    dlclose(library)
    return true
  }

  /// Opens the library, which stays open.
  init() throws(DecodingFault) {
    guard let library = dlopen(Self.name, RTLD_NOW), let open = dlsym(library, "tjInitDecompress"),
      let readHeader = dlsym(library, "tjDecompressHeader3"),
      let decode = dlsym(library, "tjDecompress2"),
      let errorCode = dlsym(library, "tjGetErrorCode"),
      let message = dlsym(library, "tjGetErrorStr2"), let close = dlsym(library, "tjDestroy")
    else { throw .noJPEGLibrary }
    self.open = unsafeBitCast(open, to: type(of: self.open))
    self.readHeader = unsafeBitCast(readHeader, to: type(of: self.readHeader))
    self.decode = unsafeBitCast(decode, to: type(of: self.decode))
    self.errorCode = unsafeBitCast(errorCode, to: type(of: self.errorCode))
    self.message = unsafeBitCast(message, to: type(of: self.message))
    self.close = unsafeBitCast(close, to: type(of: self.close))
  }
}
