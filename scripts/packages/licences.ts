import { existsSync, readFileSync } from 'node:fs';
import { type Entry, folderOf } from './lock-file.ts';

/** SPDX names of free licences that oblige no one who runs the server. */
const FREE = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'MPL-2.0',
  'Unlicense',
]);

type Exception = { licence: string; why: string };

export const EXCEPTIONS: Record<string, Exception> = {
  libsignal: {
    licence: 'GPL-3.0-only',
    why: 'WhatsApp’s encryption, which Baileys needs. Free, and goes together with MIT: who passes on an image passes on this part with its source',
  },
  '@img/sharp-libvips-*': {
    licence: 'LGPL-3.0-or-later',
    why: 'a library of its own beside sharp, which may be exchanged',
  },
  'htmx.org': { licence: '0BSD', why: 'says BSD-0-Clause, which is another name of 0BSD' },
  'humanize-number': { licence: 'MIT', why: 'says so in its Readme; for tests only, by s3rver' },
  only: { licence: 'MIT', why: 'says so in its Readme; for tests only, by s3rver' },
};

export function exceptionFor(name: string): Exception | undefined {
  const found = Object.keys(EXCEPTIONS).find((key) =>
    key.endsWith('*') ? name.startsWith(key.slice(0, -1)) : key === name,
  );
  return found === undefined ? undefined : EXCEPTIONS[found];
}

export function licenceOf(entry: Entry): string | undefined {
  const path = `${folderOf(entry)}/package.json`;
  if (!existsSync(path)) return undefined;
  const { license, licenses } = JSON.parse(readFileSync(path, 'utf8'));
  return licenceText(license) || (Array.isArray(licenses) ? licenses.map(licenceText).join(' OR ') : '');
}

const licenceText = (licence: unknown): string =>
  typeof licence === 'string' ? licence : ((licence as { type?: string } | undefined)?.type ?? '');

export function isFree(expression: string): boolean {
  const choices = expression.replace(/[()]/g, '').split(' OR ');
  return choices.some((choice) => choice.split(' AND ').every((one) => FREE.has(one.trim())));
}
