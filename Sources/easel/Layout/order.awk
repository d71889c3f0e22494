# From the instructions that valgrind saw run and the linker's map, the linker script that lays their
# functions side by side: those that draw, those that draw and show the first frame, those that only show
# that. A processor's caches hold drawing whole then, and a start reads its part in one piece.
function number(digits,   value, i) {
  value = 0
  for (i = 1; i <= length(digits); i++)
    value = value * 16 + index("0123456789abcdef", substr(digits, i, 1)) - 1
  return value
}
# What lies in a section that valgrind does not know by name it tells by where that was loaded.
FILENAME != map && /^ob=/ {
  known = /\/easel$/ || /\?\?\?$/
  loaded = /\?\?\?$/ ? number("108000") : 0
}
FILENAME != map && /^0x/ && known { ran[(FILENAME == first), loaded, substr($1, 3)] }
# A section of some file.
FILENAME == map && match($0, /[^ ]+:\(\.text[^)]*\)$/) {
  place = substr($0, RSTART, RLENGTH - 1)
  colon = index(place, ":(")
  begin[++count] = number($1)
  end[count] = begin[count] + number($3)
  file[count] = substr(place, 1, colon - 1)
  section[count] = substr(place, colon + 2)
}
function at(address,   low, high, middle) {
  low = 1
  high = count
  while (low < high) {
    middle = int((low + high + 1) / 2)
    if (begin[middle] <= address) low = middle
    else high = middle - 1
  }
  return address < end[low] ? low : 0
}
function name(path) {
  sub(/.*\/(release|lib|linux)\//, "*", path)
  if (sub(/\(/, ":", path)) sub(/\)$/, "", path)
  return path
}
# What only starts need is taken by whole files where they are Swift's: the next start may take another
# way through them.
function lay(isDrawn, isShown,   i, last, isWhole) {
  for (i = 1; i <= count; i++) {
    if ((i in drawn) != isDrawn || (i in shown) != isShown) continue
    if (file[i] != last) {
      if (last) print ")"
      last = file[i]
      isWhole = !isDrawn && last ~ /\.swift\.o$/
      printf "  %s(%s", name(last), isWhole ? ".text .text.*" : ""
    }
    if (!isWhole) printf "\n    %s", section[i]
  }
  if (last) print ")"
}
END {
  for (key in ran) {
    split(key, part, SUBSEP)
    place = at(number(part[3]) - part[2])
    if (!place) continue
    if (part[1]) shown[place]
    else drawn[place]
  }
  print "/* Made by `generate`: the code that draws, and that for the first frame. */"
  print "SECTIONS { .hot : {"
  lay(1, 0)
  lay(1, 1)
  lay(0, 1)
  # What valgrind does not name, and what a real processor chooses where its own has less to offer.
  print "  *crt*.o(.text .text.*)"
  print "  *CCryptoBoringSSL.build/*curve25519*(.text .text.*)"
  print "  *CCryptoBoringSSL.build/*sha[25]*(.text .text.*)"
  print "} } INSERT BEFORE .dynsym;"
}
