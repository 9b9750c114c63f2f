import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from './build.ts';

const BUDGET = 60 * 1024;
const ISLANDS = ['boot', 'desk-islands'];

let outdir = '';
let entry = '';
beforeAll(async () => {
  outdir = mkdtempSync(join(tmpdir(), 'balcao-weight-'));
  entry = (await build({ outdir })).script.split('/').at(-1) ?? '';
}, 60_000);
afterAll(() => rmSync(outdir, { recursive: true, force: true }));

/** A script and all that it imports before it runs; what is imported later is left out. */
function withImports(file: string, found = new Set<string>()): Set<string> {
  if (found.has(file)) return found;
  found.add(file);
  const source = readFileSync(join(outdir, file), 'utf8');
  for (const [, name] of source.matchAll(/(?:from|import)\s*"\/build\/([^"]+\.js)"/g))
    withImports(name ?? '', found);
  return found;
}

const scriptOf = (name: string) =>
  readdirSync(outdir).find((file) => new RegExp(`^${name}-[a-z0-9]+\\.js$`).test(file)) ?? '';

describe('the desk in the browser', () => {
  test('list, conversation and composer with the entry: at most 60 KB of compressed script', () => {
    const files = new Set([entry, ...ISLANDS.map(scriptOf)].flatMap((file) => [...withImports(file)]));
    const weight = [...files].reduce(
      (sum, file) => sum + gzipSync(readFileSync(join(outdir, file)), { level: 9 }).length,
      0,
    );
    expect(files.size).toBeGreaterThan(ISLANDS.length);
    expect(weight).toBeLessThanOrEqual(BUDGET);
  });

  test('emoji, recorder and viewer come later; their data lie beside the scripts', () => {
    const eager = new Set([entry, ...ISLANDS.map(scriptOf)].flatMap((file) => [...withImports(file)]));
    for (const later of ['emoji-picker', 'voice-recorder', 'viewer']) {
      expect(scriptOf(later)).not.toBe('');
      expect(eager.has(scriptOf(later))).toBe(false);
    }
    const data = readdirSync(outdir).filter(
      (file) => /\.(json|wasm)$/.test(file) && file !== 'manifest.json',
    );
    expect(data.map((file) => file.replace(/-[\d.]+\./, '.')).sort()).toEqual([
      'emoji-en.json',
      'emoji-es.json',
      'emoji-pt.json',
      'mp3.wasm',
    ]);
  });
});
