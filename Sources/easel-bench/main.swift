// Easel's inner figures, one a line with its unit: medians of several passes, on made-up boards
// that are the same in every run. Only a release build says anything.
for figure in try MemoryFigures.all() { print(figure.line) }
for figure in PaintFigures.all() { print(figure.line) }
for figure in try LogFigures.all() { print(figure.line) }
for figure in WireFigures.all() { print(figure.line) }
for figure in try SmallFigures.all() { print(figure.line) }
