import FuzzTargets
import Glibc

// libFuzzer's way in: `EASEL_FUZZ_TARGET` says what takes the bytes.

private let target: FuzzTarget = {
  let name = getenv("EASEL_FUZZ_TARGET").map { String(cString: $0) } ?? ""
  guard let target = FuzzTarget(rawValue: name) else { fatalError("no target named \(name)") }
  return target
}()

@_cdecl("LLVMFuzzerTestOneInput")
public func takeOneInput(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  do {
    try target.run(Array(UnsafeBufferPointer(start: data, count: count)))
  } catch { fatalError("\(error)") }
  return 0
}

/// Writes what is sound into the folder that `EASEL_FUZZ_SEEDS` names, before the first run.
@_cdecl("LLVMFuzzerInitialize")
public func initialize(
  _ count: UnsafeMutablePointer<CInt>?,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?>?
) -> CInt {
  guard let folder = getenv("EASEL_FUZZ_SEEDS").map({ String(cString: $0) }) else { return 0 }
  do {
    for (index, seed) in try target.seeds().enumerated() {
      guard let file = fopen("\(folder)/seed-\(index)", "w") else { fatalError("no \(folder)") }
      fwrite(seed, 1, seed.count, file)
      fclose(file)
    }
  } catch { fatalError("\(error)") }
  return 0
}

private typealias Arguments = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>

@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
  _ count: UnsafeMutablePointer<CInt>, _ arguments: UnsafeMutablePointer<Arguments?>,
  _ run: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

/// The function that SwiftPM links as the program's main, so that libFuzzer can have its own.
@_cdecl("easel_fuzz_main")
public func main(_ count: CInt, _ arguments: UnsafeMutableRawPointer?) -> CInt {
  var count = count
  var arguments = arguments?.assumingMemoryBound(to: UnsafeMutablePointer<CChar>?.self)
  return runDriver(&count, &arguments) { takeOneInput($0, $1) }
}
