import { type PdfLine, pdfPage } from './pdf-page.ts';

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
const LINE = 16;
/** So many letters of Helvetica at 11 points fit; names are bold. */
const IN_NAME = 22;
const IN_COLUMN = 62;
const IN_LINE = 88;

export function pdfSheet({ head, title, text = '', facts, note = '' }: Sheet): Uint8Array<ArrayBuffer> {
  const drawn: PdfLine[] = [
    { text: head, x: LEFT, y: 80, size: 12 },
    { text: title, x: LEFT, y: 110, size: 20, isBold: true },
  ];
  let y = 150;
  const write = (lines: string[], at: { x: number; y: number; isBold?: boolean }) => {
    for (const [n, text] of lines.entries()) drawn.push({ ...at, text, y: at.y + n * LINE, size: 11 });
    return at.y + lines.length * LINE;
  };
  y = write(wrapped(text, IN_LINE), { x: LEFT, y }) + 10;
  for (const { name, lines } of facts) {
    const said = lines.flatMap((line) => wrapped(line, IN_COLUMN));
    const named = write(wrapped(name, IN_NAME), { x: LEFT, y, isBold: true });
    y = Math.max(named, write(said, { x: COLUMN, y })) + 6;
  }
  write(wrapped(note, IN_LINE), { x: LEFT, y: y + 10 });
  return pdfPage(title, drawn);
}

function wrapped(text: string, longest: number): string[] {
  const parts: string[] = [];
  for (let rest = text; rest; ) {
    const space = rest.length > longest ? rest.lastIndexOf(' ', longest) : -1;
    const end = rest.length <= longest ? rest.length : space > 0 ? space : longest;
    parts.push(rest.slice(0, end));
    rest = rest.slice(end).trimStart();
  }
  return parts;
}
