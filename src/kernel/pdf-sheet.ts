import { type PdfLine, pdfPage } from './pdf-page.ts';
import { widthOf } from './pdf-widths.ts';

/** What is handed to somebody on one sheet of paper: a receipt, a certificate. */
export type Sheet = {
  /** Whose it is. */
  head: string;
  title: string;
  text?: string;
  facts: { name: string; lines: string[] }[];
  note?: string;
};

const LEFT = 60;
const COLUMN = 200;
const RIGHT = 535;
const GAP = 12;
const LEADING = 1.45;

type Place = Pick<PdfLine, 'x' | 'y' | 'size' | 'isBold'> & { to?: number };

export function pdfSheet({ head, title, text = '', facts, note = '' }: Sheet): Uint8Array<ArrayBuffer> {
  const drawn: PdfLine[] = [];
  /** Where the next line would stand. */
  const write = (lines: string[], { to = RIGHT, ...at }: Place): number => {
    let { y } = at;
    for (const line of lines.flatMap((one) => wrapped(one, to - at.x, at))) {
      drawn.push({ ...at, text: line, y: Math.round(y) });
      y += at.size * LEADING;
    }
    return y;
  };
  const below = write([head], { x: LEFT, y: 80, size: 12 });
  const top = write([title], { x: LEFT, y: below + 13, size: 20, isBold: true });
  let y = write([text], { x: LEFT, y: top + 11, size: 11 }) + 10;
  for (const { name, lines } of facts) {
    const named = write([name], { x: LEFT, y, size: 11, isBold: true, to: COLUMN - GAP });
    y = Math.max(named, write(lines, { x: COLUMN, y, size: 11 })) + 6;
  }
  write([note], { x: LEFT, y: y + 10, size: 11 });
  return pdfPage(title, drawn);
}

type Font = Pick<PdfLine, 'size' | 'isBold'>;

function wrapped(text: string, room: number, font: Font): string[] {
  const lines: string[] = [];
  const words = text.split(/[ \n]+/).filter(Boolean);
  for (const part of words.flatMap((word) => partsOf(word, room, font))) {
    const longer = `${lines.at(-1) ?? ''} ${part}`;
    if (lines.length > 0 && widthOf(longer, font) <= room) lines[lines.length - 1] = longer;
    else lines.push(part);
  }
  return lines;
}

/** A hash becomes lines of one length. */
function partsOf(word: string, room: number, font: Font): string[] {
  const letters = [...word];
  if (letters.length < 2 || widthOf(word, font) <= room) return [word];
  const half = Math.ceil(letters.length / 2);
  return [letters.slice(0, half), letters.slice(half)].flatMap((part) => partsOf(part.join(''), room, font));
}
