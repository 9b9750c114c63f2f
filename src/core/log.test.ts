import { expect, test } from 'bun:test';
import { closeSync, openSync } from 'node:fs';
import { DrizzleQueryError } from 'drizzle-orm/errors';
import { createLog, lineOutput } from './log.ts';

function logged(error: unknown): string {
  const lines: string[] = [];
  createLog('info', { write: (line) => void lines.push(line) }).error({ err: error }, 'failed');
  return lines.join('');
}

test('logs a failed query without its parameter values', () => {
  const cause = new Error('UNIQUE constraint failed: users.email');
  const error = new DrizzleQueryError(
    'insert into users values (?, ?)',
    ['maria\n    at x', '$argon2id$secret'],
    cause,
  );
  const line = logged(new Error('outer', { cause: error }));
  expect(line).toContain('insert into users values (?, ?)');
  expect(line).toContain('UNIQUE constraint failed: users.email');
  expect(line).toContain('log.test.ts');
  expect(line).not.toMatch(/maria|argon2id/);
});

test('logs the code of an error but not its other fields', () => {
  const line = logged(
    Object.assign(new Error('no'), { code: 'ERR_X', body: 'palavras', row: { name: 'Maria' } }),
  );
  expect(line).toContain('ERR_X');
  expect(line).not.toMatch(/palavras|Maria/);
});

test('logs no mail address of an error', () => {
  const refusal = '550 5.1.1 <lia.souza+x@padaria-são.test>: user unknown';
  const line = logged(new Error('outer', { cause: new Error(`rejected: ${refusal}`) }));
  expect(line).toContain('rejected: 550 5.1.1 <[address]>: user unknown');
  expect(line).not.toMatch(/lia|padaria/);
});

test('logs values that are not errors', () => {
  expect(logged('just words')).toContain('just words');
});

test('an unwritable log output never crashes the process', async () => {
  const full = openSync('/dev/full', 'a');
  const failures: unknown[] = [];
  const note = (error: unknown) => void failures.push(error);
  process.on('uncaughtException', note);
  const log = createLog('info', lineOutput(full));
  for (let n = 0; n < 20; n += 1) log.info({ n, words: 'x'.repeat(100_000) }, 'a long entry');
  await new Promise((resolve) => setImmediate(resolve));
  process.off('uncaughtException', note);
  closeSync(full);
  expect(failures).toEqual([]);
});
