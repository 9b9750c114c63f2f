import { afterAll, describe, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const ROOT = join(import.meta.dir, '..');
const folder = mkdtempSync(join(tmpdir(), 'commands-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function call(command: string, words: string[], env: Record<string, string> = {}) {
  const child = Bun.spawn([process.execPath, `scripts/${command}.ts`, ...words], {
    cwd: ROOT,
    env: { PATH: process.env.PATH, DATA_DIR: folder, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [out, err] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  return { code: await child.exited, out, err };
}

const FAILURE: Record<string, number> = {
  ...{ restore: 1, 'export-company': 1, 'import-company': 1, doctor: 2, 'rotate-secrets': 1 },
  'move-to-cluster': 1,
};
const USAGE = /^bun run [a-z-]+ /m;

describe.each(Object.entries(FAILURE))('%s', (command, failure) => {
  test('prints its usage for --help', async () => {
    const { code, out, err } = await call(command, ['--help']);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toStartWith(`bun run ${command} `);
  });

  test('refuses an unknown option with a sentence and its usage', async () => {
    const { code, err } = await call(command, ['--nonsense']);
    expect(code).toBe(failure);
    expect(err).toStartWith("Unknown option '--nonsense'.\n\nbun run ");
    expect(err).not.toMatch(/^\s+at |\.ts:\d+/m);
  });

  test('names a fault of the settings without a stack', async () => {
    const words = { 'import-company': ['x'], 'export-company': ['1', 'x'], 'rotate-secrets': ['--yes'] };
    const { code, err } = await call(command, words[command as keyof typeof words] ?? [], { PORT: 'abc' });
    expect(code).toBe(failure);
    expect(err).toStartWith('The configuration has a fault:\n  - PORT: ');
    expect(err).not.toMatch(/^\s+at |\.ts:\d+/m);
  });
});

test.each<[command: string, words: string[], says: string, usage: boolean]>([
  ['export-company', [], 'ID is missing.', true],
  ['export-company', ['1'], 'FILE is missing.', true],
  ['export-company', ['aurora', 'x'], "ID is the number of a company, not 'aurora'.", true],
  ['export-company', ['1', 'x', 'y'], "Unexpected argument 'y'.", true],
  ['export-company', ['1', 'x', '--with-secrets'], '--with-secrets needs an encrypted file', true],
  ['export-company', ['1', 'x', '--recipient', 'age1none'], "--recipient: 'age1none' is not an age", true],
  [
    'export-company',
    ['1', 'x', '--passphrase-file', '/nowhere'],
    '--passphrase-file: /nowhere is not there.',
    false,
  ],
  ['export-company', ['99', 'x'], 'There is no company 99.', false],
  ['import-company', [], 'FILE is missing.', true],
  ['import-company', ['x', '--identity', '/nowhere'], '--identity: /nowhere is not there.', false],
  ['rotate-secrets', [], 'Nothing was changed: add --yes', true],
  ['rotate-secrets', ['--yes', '--keep', 'tokens,all'], "--keep takes tokens, push, not 'all'.", true],
  ['restore', ['1'], "Unexpected argument '1'.", true],
])('%s %p: %s', async (command, words, sentence, hasUsage) => {
  const { code, err } = await call(command, words);
  expect(code).toBe(1);
  expect(err).toStartWith(sentence);
  expect(USAGE.test(err)).toBe(hasUsage);
  expect(err).not.toMatch(/^\s+at |\.ts:\d+/m);
});
