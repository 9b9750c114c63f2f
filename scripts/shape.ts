/** `bun scripts/shape.ts`: lines, files, roles, folder sizes, comment share and replaced words of the code. */
import { isProduct, isShipped, listSources } from '../test/architecture/sources.ts';
import { folderSizes, withoutRole } from './roles.ts';
import { readSource } from './source-text.ts';
import { faultOf, replacedWordIn } from './vocabulary.ts';

const sources = listSources('{ts,tsx,css}').map(({ path, text }) => ({ path, ...readSource(path, text) }));
const code = sources.filter(isProduct);
const paths = sources.map(({ path }) => path);
const lines = code.map((source) => source.lines).sort((a, b) => a - b);
const total = sum(lines);
const comments = sum(code.flatMap((source) => source.comments.map((comment) => comment.lines)));
const at = (share: number) => lines[Math.floor((lines.length - 1) * share)] ?? 0;
const identifiers = sources.flatMap((source) => [...source.identifiers].filter(replacedWordIn));
const faults = sources.flatMap((source) => source.comments.filter(({ text }) => faultOf(text)));
const largest = folderSizes(paths).slice(0, 5);

const rows: [what: string, measured: string, target: string][] = [
  ['source lines (src, views, islands, db, demo)', format(total), ''],
  ['source files', format(code.length), ''],
  ['test and bench lines', format(sum(sources.map((source) => source.lines)) - total), ''],
  ['lines per file: median / p95 / max', `${at(0.5)} / ${at(0.95)} / ${at(1)}`, '≤ 300'],
  ['comment lines', `${((100 * comments) / total).toFixed(1)} %`, '≤ 3 %'],
  ['module files without a role', String(withoutRole(paths).length), '0'],
  [
    'files directly in src',
    String(paths.filter((path) => /^src\/[^/]+$/.test(path) && isShipped({ path })).length),
    '≤ 12',
  ],
  ['largest folders', largest.map(([folder, files]) => `${folder} ${files}`).join(', '), '≤ 30'],
  ['identifiers with replaced words', String(identifiers.length), '0'],
  ['comments with replaced words', String(faults.length), '0'],
];
for (const [what, measured, target] of rows)
  process.stdout.write(`${what.padEnd(46)} ${measured.padEnd(24)} ${target}\n`);

function sum(values: number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function format(value: number): string {
  return value.toLocaleString('en');
}
