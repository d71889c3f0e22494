import EaselBase

extension Uptime {
  public static func at(_ milliseconds: Int64) -> Uptime { Uptime(milliseconds: milliseconds) }
}
