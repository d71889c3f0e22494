import GroupCore
import Testing

@testable import SocketTransports

/// Where ssh may be led by others' words, and where not.
@Suite struct SSHTargetTests {
  @Test(
    "each target that OpenSSH accepts is a target",
    arguments: [
      ("ssh://host", nil, "host", nil, nil),
      ("ssh://host/", nil, "host", nil, nil),
      ("ssh://ann@host", "ann", "host", nil, nil),
      ("ssh://ann@host:22", "ann", "host", 22, nil),
      ("ssh://host:65535", nil, "host", 65_535, nil),
      ("ssh://my_host-1.example.org", nil, "my_host-1.example.org", nil, nil),
      ("ssh://192.0.2.1:2222", nil, "192.0.2.1", 2_222, nil),
      ("ssh://[2001:db8::1]", nil, "2001:db8::1", nil, nil),
      ("ssh://ann@[::1]:22", "ann", "::1", 22, nil),
      ("ssh://host/@bob", nil, "host", nil, "bob"),
      ("ssh://ann@host:22/@bob.2_x-y", "ann", "host", 22, "bob.2_x-y"),
    ] as [(String, String?, String, UInt16?, String?)])
  func good(_ text: String, _ user: String?, _ host: String, _ port: UInt16?, _ name: String?)
    throws
  {
    let target = try SSHTarget(text)
    #expect((target.user, target.host) == (user, host))
    #expect((target.port, target.name) == (port, name))
    #expect(try SSHTarget(target.address) == target)
    let words = target.command(running: "easel relay")
    let end = try #require(words.firstIndex(of: "--"))
    #expect(words[(end + 1)...] == [host, "easel relay"])
    #expect(words[0] == "ssh")
    // Behind each option that takes a value stands what was checked.
    #expect(!words.dropFirst().contains { $0.hasPrefix("-oProxy") })
  }

  /// Targets that once led other programs astray, and texts that no user means.
  static let hostile: [String] = [
    "", "ssh", "ssh:", "ssh:/", "ssh://", "ssh:///", "SSH://host", "http://host", " ssh://host",
    "ssh://-oProxyCommand=id", "ssh://-oProxyCommand=id/@x", "ssh://-F/tmp/x", "ssh://--",
    "ssh://-host", "ssh://ann@-oProxyCommand=id", "ssh://-oProxyCommand=id@host", "ssh://-l@host",
    "ssh://@host", "ssh://ann@", "ssh://ann@:22", "ssh://:22", "ssh://host:", "ssh://host:0",
    "ssh://host:65536", "ssh://host:99999", "ssh://host:-1", "ssh://host:+22", "ssh://host:2 2",
    "ssh://host:22a", "ssh://host:0x16", "ssh://host:٢٢", "ssh://host:000022", "ssh://host:22:22",
    "ssh://ho st", "ssh://host ", "ssh://host\n", "ssh://host\nother", "ssh://host\t",
    "ssh://host\u{0}", "ssh://host\u{1B}[2J", "ssh://host;id", "ssh://host|id", "ssh://host&id",
    "ssh://`id`", "ssh://$(id)", "ssh://$HOME", "ssh://host'", "ssh://\"host\"", "ssh://host>x",
    "ssh://host<x", "ssh://{a,b}", "ssh://*", "ssh://~root", "ssh://host\\x", "ssh://host%h",
    "ssh://host#x", "ssh://host?x", "ssh://höst", "ssh://ｈost", "ssh://host\u{202E}",
    "ssh://an;n@host", "ssh://$(id)@host", "ssh://a b@host", "ssh://ann@bob@-host",
    "ssh://a@b@c d", "ssh://ann:secret@host", "ssh://[::1", "ssh://::1", "ssh://[::1]x",
    "ssh://[host]", "ssh://[-oX]", "ssh://[::1;id]", "ssh://[]", "ssh://host/bob", "ssh://host/@",
    "ssh://host/@-x", "ssh://host/@a b", "ssh://host/@$(id)", "ssh://host/@a/b", "ssh://host/@a;b",
    "ssh://host//", "ssh://host/@a\n", "ssh://host/..",
    "ssh://host/@" + String(repeating: "a", count: 33),
    "ssh://" + String(repeating: "a", count: 254), "ssh://" + String(repeating: "a", count: 600),
    "ssh://" + String(repeating: "u", count: 33) + "@host",
  ]

  @Test(
    "a text that could be an option, a shell's or two things at once is no target",
    arguments: hostile)
  func bad(_ text: String) {
    #expect(throws: TransportFault(text, .malformed)) { _ = try SSHTarget(text) }
  }

  @Test("the list has at least 60 hostile targets") func many() {
    #expect(Set(Self.hostile).count >= 60)
  }

  @Test("output of the machine before the program's first byte is skipped, however it is split")
  func preamble() throws {
    let noise = Array("Welcome to Debian!\n\u{0}easel".utf8)
    let all = noise + Preamble.bytes + [1, 2, 3]
    for cut in 0...all.count {
      var preamble = Preamble()
      var rest: [UInt8] = []
      var isThere = false
      for part in [all[..<cut], all[cut...]] {
        if isThere {
          rest += part
        } else if let more = try preamble.rest(after: part) {
          (isThere, rest) = (true, more)
        }
      }
      #expect(isThere && rest == [1, 2, 3], "cut at \(cut)")
    }
  }

  @Test("64 KiB before the preamble are skipped; one more byte is a fault")
  func loudPreamble() throws {
    let most = [UInt8](repeating: 65, count: 64 * 1_024)
    var preamble = Preamble()
    #expect(try preamble.rest(after: most) == nil)
    var silent = preamble
    #expect(try silent.rest(after: Preamble.bytes + [1]) == [1])
    #expect(throws: Preamble.Fault.tooNoisy) { _ = try preamble.rest(after: [65]) }
  }

  @Test("a preamble of an unreleased version is a fault, however it is split")
  func unreleasedPreamble() throws {
    let all = Array("Welcome to Debian!\n\u{0}easel 1\u{0}".utf8)
    for cut in 0..<all.count {
      var preamble = Preamble()
      #expect(try preamble.rest(after: all[..<cut]) == nil)
      #expect(throws: Preamble.Fault.unreleasedVersion) {
        _ = try preamble.rest(after: all[cut...])
      }
    }
  }
}
