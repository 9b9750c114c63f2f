import { type CellObject, read, utils, type WorkBook, type WorkSheet } from '@e965/xlsx';
import { fromCell } from '../csv-cell.logic.ts';
import { decodeText } from './decode-text.logic.ts';
import { MAX_ROWS, type SheetProblem } from './imports.schema.ts';
import { HEADER_ROWS } from './sheet-columns.logic.ts';
import { BadZip, unzip, zipPlain } from './unzip.logic.ts';
import { vcardCells } from './vcard-cells.logic.ts';

/** Macros, pictures and everything else are not even unpacked. */
const PARTS = /^(\[Content_Types\]\.xml|_rels\/\.rels|docProps\/\w+\.xml|xl\/[\w/.-]+\.(xml|rels))$/;
const MAX_UNPACKED = 24 * 1024 * 1024;
const MAX_COLUMNS = 120;

export class BadSheet extends Error {
  readonly problem: SheetProblem;
  constructor(problem: SheetProblem, options?: { cause?: unknown }) {
    super(problem, options);
    this.problem = problem;
  }
}

/** Takes .xlsx, .xls, .csv or vCards, detected by content. Blocks for seconds. Throws BadSheet. */
export function cellsIn(file: Buffer): string[][] {
  const cards = isZipOrOle(file) ? undefined : vcardCells(textOf(file));
  return cards ?? cellsOf(firstSheet(file));
}

const isZipOrOle = (file: Buffer) => ['504b0304', 'd0cf11e0'].includes(file.subarray(0, 4).toString('hex'));

function firstSheet(file: Buffer): WorkSheet {
  const book = readBook(file);
  const sheet = book.Sheets[book.SheetNames[0] ?? ''];
  if (!sheet) throw new BadSheet('unreadable');
  return sheet;
}

function readBook(file: Buffer): WorkBook {
  const options = {
    dense: true,
    sheets: 0,
    sheetRows: MAX_ROWS + HEADER_ROWS + 1,
    cellFormula: false,
    cellHTML: false,
  };
  try {
    if (file.subarray(0, 4).equals(Buffer.from('PK\x03\x04')))
      return read(zipPlain(unzip(file, PARTS, MAX_UNPACKED)), { ...options, type: 'buffer' });
    if (file.subarray(0, 4).toString('hex') === 'd0cf11e0') return read(file, { ...options, type: 'buffer' });
    return read(textOf(file), { ...options, type: 'string', raw: true });
  } catch (cause) {
    if (cause instanceof BadSheet) throw cause;
    if (cause instanceof BadZip && /large/.test(cause.message)) throw new BadSheet('tooLarge', { cause });
    throw new BadSheet('unreadable', { cause });
  }
}

function textOf(file: Buffer): string {
  const isWide = file[0] === 0xff && file[1] === 0xfe;
  const text = isWide ? new TextDecoder('utf-16le').decode(file) : decodeText(file);
  const isOther = /^\s*(<|\{|%PDF|ID;P|TABLE\r?\n|socialcalc)/.test(text);
  if (text.includes('\0') || isOther) throw new BadSheet('unreadable');
  return text.replace(/^\ufeff/, '');
}

/** A forged sheet size must not use up memory. */
function cellsOf(sheet: WorkSheet): string[][] {
  const range = utils.decode_range(sheet['!ref'] ?? 'A1');
  const data = (sheet['!data'] ?? []) as (CellObject | undefined)[][];
  const lines: string[][] = [];
  const last = Math.min(range.e.r, data.length - 1);
  for (let row = 0; row <= last; row += 1) {
    // Missing cells are holes, which `map` would skip.
    lines.push(Array.from((data[row] ?? []).slice(0, MAX_COLUMNS), (cell) => textOfCell(cell)));
  }
  return lines;
}

function textOfCell(cell: CellObject | undefined): string {
  if (!cell || cell.t === 'e' || cell.v === undefined || cell.v === null) return '';
  // A phone number typed as a number would be shown with an exponent.
  const text = typeof cell.v === 'number' ? plainNumber(cell.v) : String(cell.v);
  return fromCell(text.trim()).trim().slice(0, 500);
}

function plainNumber(value: number): string {
  return Number.isFinite(value)
    ? value.toLocaleString('fullwide', { useGrouping: false, maximumFractionDigits: 6 })
    : '';
}
