import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from './build.ts';

const KB = 1000;
const ISLANDS = ['boot', 'workspace-islands'];

let outdir = '';
let entry = '';
let style = '';
let officeStyle = '';
beforeAll(async () => {
  outdir = mkdtempSync(join(tmpdir(), 'balcao-weight-'));
  const manifest = await build({ outdir });
  entry = manifest.script.split('/').at(-1) ?? '';
  style = manifest.style.split('/').at(-1) ?? '';
  officeStyle = manifest.officeStyle.split('/').at(-1) ?? '';
});
afterAll(() => rmSync(outdir, { recursive: true, force: true }));

const weigh = (files: Iterable<string>, ending: '.gz' | '.br') =>
  [...files].reduce((sum, file) => sum + readFileSync(join(outdir, file + ending)).length, 0);

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
const workspaceScripts = () =>
  new Set([entry, ...ISLANDS.map(scriptOf)].flatMap((file) => [...withImports(file)]));

describe('download size', () => {
  test('the login page loads only the client entry of at most 20 KB', () => {
    expect([...withImports(entry)]).toEqual([entry]);
    expect(weigh([entry], '.gz')).toBeLessThanOrEqual(20 * KB);
  });

  test('the workspace loads at most 90 KB of scripts', () => {
    const files = workspaceScripts();
    const weight = weigh(files, '.gz');
    process.stdout.write(`the desk's scripts weigh ${(weight / KB).toFixed(1)} KB in ${files.size} files\n`);
    expect(files.size).toBeGreaterThan(ISLANDS.length);
    expect(weight).toBeLessThanOrEqual(90 * KB);
  });

  test('the workspace loads at most five scripts', () => {
    expect(workspaceScripts().size).toBeLessThanOrEqual(5);
  });

  test('each stylesheet is at most 25 KB', () => {
    for (const sheet of [style, officeStyle]) expect(weigh([sheet], '.br')).toBeLessThanOrEqual(25 * KB);
  });

  test.each(['queue-islands', 'board-islands', 'render-bars', 'calendar'])(
    'a page with %s loads at most 120 KB of scripts',
    (part) => {
      const files = [entry, ...['boot', 'office-islands', part].map(scriptOf)];
      const weight = weigh(new Set(files.flatMap((file) => [...withImports(file)])), '.br');
      process.stdout.write(`the scripts of a page with ${part} weigh ${(weight / KB).toFixed(1)} KB\n`);
      expect(weight).toBeLessThanOrEqual(120 * KB);
    },
  );

  test('emoji picker, list of the bell, recorder and viewer load later with separate data files', () => {
    const eager = workspaceScripts();
    for (const later of ['emoji-picker', 'notification-items', 'voice-recorder', 'viewer']) {
      expect(scriptOf(later)).not.toBe('');
      expect(eager.has(scriptOf(later))).toBe(false);
    }
    const data = readdirSync(outdir).filter(
      (file) => /\.(json|wasm)$/.test(file) && !/^(manifest|texts-)/.test(file),
    );
    expect(data.map((file) => file.replace(/-[\d.]+\./, '.')).sort()).toEqual([
      'emoji-en.json',
      'emoji-es.json',
      'emoji-pt.json',
      'mp3.wasm',
    ]);
  });
});
