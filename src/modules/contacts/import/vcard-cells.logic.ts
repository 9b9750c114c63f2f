import { fromCell } from '../csv-cell.logic.ts';
import { decodeText } from './decode-text.logic.ts';

const TITLES = ['Nome', 'WhatsApp', 'E-mail'];

type Card = { name: string; company: string; numbers: { text: string; rank: number }[]; email: string };

/** vCards (RFC 6350, and 2.1 as phones write it) as a sheet of three columns; undefined for another file. */
export function vcardCells(text: string): string[][] | undefined {
  if (!/^\s{0,100}BEGIN:VCARD/i.test(text)) return undefined;
  const cells = [TITLES];
  let card: Card | undefined;
  for (const line of linesIn(text)) {
    const { head, parameters } = partsOf(line);
    const value = textIn(line.slice(line.indexOf(':') + 1), parameters).trim();
    if (head === 'BEGIN') card = { name: '', company: '', numbers: [], email: '' };
    else if (!card) continue;
    else if (head === 'FN') card.name = value || card.name;
    else if (head === 'N') card.name ||= value.split(';').slice(0, 2).reverse().join(' ').trim();
    else if (head === 'ORG') card.company ||= value.split(';')[0] ?? '';
    else if (head === 'EMAIL') card.email ||= value;
    else if (head === 'TEL') card.numbers.push(numberOf(value, parameters));
    else if (head === 'END') {
      cells.push(rowOf(card));
      card = undefined;
    }
  }
  return cells;
}

/** Unfolded. `=` continues quoted-printable lines only: it also ends base64, as of photos. */
function linesIn(text: string): string[] {
  const lines: string[] = [];
  let pieces: string[] = [];
  for (const line of text.replace(/\r?\n[ \t]/g, '').split(/\r?\n/)) {
    const isContinued = line.endsWith('=') && (pieces.length > 0 || isQuoted(partsOf(line).parameters));
    pieces.push(isContinued ? line.slice(0, -1) : line);
    if (isContinued) continue;
    lines.push(pieces.join(''));
    pieces = [];
  }
  return lines;
}

function partsOf(line: string): { head: string; parameters: string[] } {
  const colon = line.indexOf(':');
  const [name = '', ...parameters] = line.slice(0, Math.max(0, colon)).toUpperCase().split(';');
  return { head: name.split('.').at(-1) ?? '', parameters };
}

function numberOf(value: string, parameters: string[]): Card['numbers'][number] {
  const about = parameters.join(';');
  const text = value.replace(/^tel:/i, '').split(';')[0] ?? '';
  const waid = /(?:^|;)WAID=(\d{8,15})/.exec(about)?.[1];
  if (waid) return { text: waid, rank: 0 };
  return { text, rank: /CELL|MOBILE/.test(about) ? 1 : /FAX|PAGER/.test(about) ? 3 : 2 };
}

function rowOf({ name, company, numbers, email }: Card): string[] {
  const best = numbers.sort((a, b) => a.rank - b.rank)[0]?.text ?? '';
  return [name || company, best, email].map((cell) => fromCell(cell).trim().slice(0, 500));
}

const isQuoted = (parameters: string[]) => parameters.some((one) => one.includes('QUOTED-PRINTABLE'));

function textIn(value: string, parameters: string[]): string {
  const plain = isQuoted(parameters) ? fromQuotedPrintable(value) : value;
  return plain.replace(/\\n/gi, ' ').replace(/\\([,;:\\])/g, '$1');
}

function fromQuotedPrintable(value: string): string {
  const bytes = value.replace(/=([\dA-F]{2})/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return decodeText(Buffer.from(bytes, 'latin1'));
}
