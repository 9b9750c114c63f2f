/** ASCII from the space on, in thousandths of the size (Helvetica, Adobe's AFM files of the standard fonts). */
const REGULAR = asWidths(`
  278 278 355 556 556 889 667 191 333 333 389 584 278 333 278 278 556 556 556 556 556 556 556 556 556 556 278 278 584 584 584 556
  1015 667 667 722 722 667 611 778 722 278 500 667 556 833 722 778 667 778 722 667 611 722 667 944 667 667 611 278 278 278 469 556
  333 556 556 500 556 556 278 556 556 222 222 500 222 833 556 556 556 556 333 500 278 556 500 722 500 500 500 334 260 334 584`);
const BOLD = asWidths(`
  278 333 474 556 556 889 722 238 333 333 389 584 278 333 278 278 556 556 556 556 556 556 556 556 556 556 333 333 584 584 584 611
  975 722 722 722 722 667 611 778 722 278 556 722 611 833 722 778 667 778 722 667 611 722 667 944 667 667 611 333 278 333 584 556
  333 556 611 556 611 556 333 611 611 278 278 556 278 889 611 611 611 611 389 556 333 611 556 778 556 556 500 389 280 389 584`);
const EM = 1000;
/** An accented i is wider than one without. */
const ACCENTED = 278;

/** In points. An accented letter is as wide as the bare one; other non-ASCII characters count as one em. */
export function widthOf(text: string, { size, isBold = false }: { size: number; isBold?: boolean }): number {
  const widths = isBold ? BOLD : REGULAR;
  let sum = 0;
  for (const letter of text.normalize('NFC')) {
    const bare = letter.normalize('NFD');
    const width = widths[bare.charCodeAt(0) - 32] ?? EM;
    sum += bare === letter ? width : Math.max(width, ACCENTED);
  }
  return (sum * size) / EM;
}

function asWidths(text: string): number[] {
  return text.trim().split(/\s+/).map(Number);
}
