import EaselPlatform

/// The memory in which the system keeps the arguments of this process. The list of processes reads
/// it: all users of the machine see it with `ps`, and in `/proc/PID/cmdline`.
///
/// Swift keeps a copy of the arguments. So the program still knows them after it overwrites this
/// memory, if it has read `CommandLine.arguments` before.
package enum ArgumentMemory {
  /// Overwrites parts of the arguments. Call this on the main thread, before the process starts
  /// other threads.
  ///
  /// - Parameter find: gets the bytes of all arguments, each with a zero at its end. It returns the
  ///   ranges to overwrite; a range beyond the bytes is ignored.
  /// - Returns: false if the system does not tell where the arguments are.
  @discardableResult
  package static func overwrite(_ find: ([UInt8]) -> [Range<Int>]) -> Bool {
    let status: [UInt8]
    do { status = try FileSystem.read("/proc/self/stat", limit: 4_096) } catch { return false }
    guard let range = range(inStatus: String(decoding: status, as: UTF8.self)),
      let start = UnsafeMutablePointer<UInt8>(bitPattern: range.lowerBound)
    else { return false }
    let memory = UnsafeMutableBufferPointer(start: start, count: range.count)
    for range in find(Array(memory)) {
      for index in range.clamped(to: memory.indices) { memory[index] = filler }
    }
    return true
  }

  /// The byte that replaces each overwritten byte: an asterisk.
  private static let filler = UInt8(ascii: "*")

  /// Returns the addresses of the arguments: fields 48 and 49 of `/proc/PID/stat`.
  package static func range(inStatus text: String) -> Range<UInt>? {
    // The name of the program, in parentheses, may have spaces and parentheses itself.
    guard let end = text.lastIndex(of: ")") else { return nil }
    let fields = text[end...].split(separator: " ")
    guard fields.count > 47, let start = UInt(fields[46]), let end = UInt(fields[47]),
      start > 0, start < end, end - start <= bytesMax
    else { return nil }
    return start..<end
  }

  /// More than Linux accepts as arguments.
  private static let bytesMax: UInt = 64 << 20
}
