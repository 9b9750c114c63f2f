import { fromCell } from '../csv-cell.logic.ts';

const TITLES = ['Nome', 'WhatsApp', 'E-mail'];

type Card = { name: string; numbers: { text: string; rank: number }[]; email: string };

/** vCards (RFC 6350, and 2.1 as phones write it) as a sheet of three columns; undefined for another file. */
export function vcardCells(text: string): string[][] | undefined {
  if (!/^\s{0,100}BEGIN:VCARD/i.test(text)) return undefined;
  const lines = text
    .replace(/\r?\n[ \t]/g, '')
    .replace(/=\r?\n/g, '')
    .split(/\r?\n/);
  const cells = [TITLES];
  let card: Card | undefined;
  for (const line of lines) {
    const colon = line.indexOf(':');
    const [head = '', ...rest] = line.slice(0, Math.max(0, colon)).toUpperCase().split(';');
    const name = head.split('.').at(-1);
    const value = textIn(line.slice(colon + 1), rest).trim();
    if (name === 'BEGIN') card = { name: '', numbers: [], email: '' };
    else if (!card) continue;
    else if (name === 'FN') card.name = value;
    else if (name === 'N' && !card.name) card.name = value.split(';').slice(0, 2).reverse().join(' ').trim();
    else if (name === 'EMAIL') card.email ||= value;
    else if (name === 'TEL') card.numbers.push(numberOf(value, rest));
    else if (name === 'END') {
      cells.push(rowOf(card));
      card = undefined;
    }
  }
  return cells;
}

function numberOf(value: string, parameters: string[]): Card['numbers'][number] {
  const about = parameters.join(';');
  const text = value.replace(/^tel:/i, '');
  const waid = /(?:^|;)WAID=(\d{8,15})/.exec(about)?.[1];
  return { text: waid ?? text, rank: waid ? 0 : /CELL|MOBILE/.test(about) ? 1 : 2 };
}

function rowOf({ name, numbers, email }: Card): string[] {
  const best = numbers.sort((a, b) => a.rank - b.rank)[0]?.text ?? '';
  return [name, best, email].map((cell) => fromCell(cell).trim().slice(0, 500));
}

function textIn(value: string, parameters: string[]): string {
  const isQuoted = parameters.some((one) => one.includes('QUOTED-PRINTABLE'));
  const plain = isQuoted ? fromQuotedPrintable(value) : value;
  return plain.replace(/\\n/gi, ' ').replace(/\\([,;:\\])/g, '$1');
}

function fromQuotedPrintable(value: string): string {
  const bytes = value.replace(/=([\dA-F]{2})/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return Buffer.from(bytes, 'latin1').toString('utf8');
}
