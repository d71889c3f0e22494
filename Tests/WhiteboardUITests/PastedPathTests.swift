import ScreenContract
import Testing

@Suite struct PastedPathTests {
  @Test(
    "A pasted text that is one absolute path names a file",
    arguments: [
      ("/home/ann/shot.png", "/home/ann/shot.png"),
      // A dropped file, as terminals write it.
      ("/home/ann/shot.png ", "/home/ann/shot.png"),
      ("'/home/ann/a shot.png' ", "/home/ann/a shot.png"),
      ("\"/home/ann/a shot.png\"\n", "/home/ann/a shot.png"),
      ("/home/ann/a\\ shot\\(1\\).png", "/home/ann/a shot(1).png"),
      ("'/home/ann/it'\\''s.png'", "/home/ann/it's.png"),
      // A bare path with blanks.
      ("/home/ann/Screenshot from 2026-11-30.png", "/home/ann/Screenshot from 2026-11-30.png"),
      ("file:///home/ann/shot.png\r\n", "/home/ann/shot.png"),
      ("file://devbox/home/ann/a%20shot%C3%A9.png", "/home/ann/a shoté.png"),
      ("/tmp/日本.jpg", "/tmp/日本.jpg"),
    ])
  func paths(text: String, path: String) {
    #expect(PastedPath(text)?.path == path)
  }

  @Test(
    "Other pasted texts are text",
    arguments: [
      "", " ", "shot.png", "~/shot.png", "see /home/ann/shot.png", "/home/ann/\nshot.png",
      "/a.png /b.png", "'/a.png' '/b.png'", "'/a.png", "/a\\", "/", "/home/ann/",
      "file://", "file://devbox", "file:///a%2", "file:///a%zz.png", "file:///a%00.png",
      "file:///a%+1.png", "file:///%FF.png", "https://example.com/a.png", "/a\u{1B}[2J.png",
      "/" + String(repeating: "x", count: 4_096),
    ])
  func texts(text: String) {
    #expect(PastedPath(text) == nil)
  }

  @Test("The name of a picture ends in png, jpg or jpeg, in letters of either case")
  func names() {
    let pictures = ["/a.png", "/a.JPG", "/a b.jpeg"]
    #expect(pictures.allSatisfy { PastedPath($0)?.hasPictureName == true })
    let others = ["/a.gif", "/png", "/a.png.txt", "/etc/passwd"]
    #expect(others.allSatisfy { PastedPath($0)?.hasPictureName == false })
  }
}
