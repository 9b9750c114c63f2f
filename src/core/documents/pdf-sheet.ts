import { type PdfLine, pdfPage } from './pdf-page.ts';
import { widthOf } from './pdf-widths.ts';

export type Sheet = {
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

type Position = Pick<PdfLine, 'x' | 'y' | 'size' | 'isBold'> & { to?: number };

export function pdfSheet({ head, title, text = '', facts, note = '' }: Sheet): Uint8Array<ArrayBuffer> {
  const rendered: PdfLine[] = [];
  const write = (lines: string[], { to = RIGHT, ...at }: Position): number => {
    let { y } = at;
    for (const line of lines.flatMap((one) => wrapped(one, to - at.x, at))) {
      rendered.push({ ...at, text: line, y: Math.round(y) });
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
  return pdfPage(title, rendered);
}

type Font = Pick<PdfLine, 'size' | 'isBold'>;

function wrapped(text: string, width: number, font: Font): string[] {
  const lines: string[] = [];
  const words = text.split(/[ \n]+/).filter(Boolean);
  for (const part of words.flatMap((word) => partsOf(word, width, font))) {
    const longer = `${lines.at(-1) ?? ''} ${part}`;
    if (lines.length > 0 && widthOf(longer, font) <= width) lines[lines.length - 1] = longer;
    else lines.push(part);
  }
  return lines;
}

function partsOf(word: string, width: number, font: Font): string[] {
  const letters = [...word];
  if (letters.length < 2 || widthOf(word, font) <= width) return [word];
  const half = Math.ceil(letters.length / 2);
  return [letters.slice(0, half), letters.slice(half)].flatMap((part) => partsOf(part.join(''), width, font));
}
