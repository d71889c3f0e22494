import CellFrame
import Glibc
import TerminalIO

// A program with nothing but a terminal: what is typed and pointed at is shown, and some keys end
// it in the ways that tests want to see.
let probe = Probe()
probe.run()
