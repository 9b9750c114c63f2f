import { afterEach, beforeEach, expect, test } from 'bun:test';
import { LibsqlError } from '@libsql/client';
import { createTestApp, type TestApp } from '@test/support/deps.ts';
import { AppError } from '../errors.ts';
import { StoreFailure } from '../storage/store-failure.ts';
import { createPunctualRun } from './company-jobs.ts';

let testApp: TestApp;
beforeEach(async () => {
  testApp = await createTestApp();
});
afterEach(() => testApp.stop());

/** How often the work began, each time some seconds after the one before. */
async function attempts(failure: Error, seconds: number[]): Promise<number[]> {
  const { aurora } = testApp.people.companyId;
  let begun = 0;
  const job = {
    name: 'late',
    tables: [],
    isPunctual: true as const,
    dueAt: async () => new Date(0),
    async run() {
      begun += 1;
      if (begun === 1) throw failure;
    },
  };
  await testApp.systemScope();
  const run = createPunctualRun(testApp.kernel, { jobs: [job], atStart: [] }, async () => [aurora]);
  const counts: number[] = [];
  for (const wait of seconds) {
    testApp.clock.advance(wait * 1_000);
    await run();
    counts.push(begun);
  }
  return counts;
}

test('work that met a passing trouble of the database begins again after ten seconds', async () => {
  const away = new LibsqlError('The database server did not answer', 'SQLITE_PROTOCOL');
  expect(await attempts(away, [0, 8, 2])).toEqual([1, 1, 2]);
  expect(await attempts(new AppError('ERR_NOT_OWNER'), [0, 8, 2])).toEqual([1, 1, 2]);
  expect(await attempts(new StoreFailure('ERR_BUSY', away), [0, 8, 2])).toEqual([1, 1, 2]);
});

test('a job that fails keeps no other from running', async () => {
  const { aurora } = testApp.people.companyId;
  const ran: string[] = [];
  const jobOf = (name: string, failureOf?: () => Error) => ({
    name,
    tables: [],
    isPunctual: true as const,
    dueAt: async () => new Date(0),
    async run() {
      ran.push(name);
      if (failureOf) throw failureOf();
    },
  });
  const away = new LibsqlError('The database server did not answer', 'SQLITE_PROTOCOL');
  await testApp.systemScope();
  let failure: Error = new Error('wrong');
  const jobs = [jobOf('first', () => failure), jobOf('second')];
  const run = createPunctualRun(testApp.kernel, { jobs, atStart: [] }, async () => [aurora]);
  const after = async (seconds: number) => {
    testApp.clock.advance(seconds * 1_000);
    await run();
    return ran.splice(0);
  };
  expect(await after(0)).toEqual(['first', 'second']);
  expect(await after(2)).toEqual(['second']);
  failure = away;
  expect(await after(300)).toEqual(['first']);
});

test('work that fails by itself is left alone for five minutes', async () => {
  expect(await attempts(new Error('wrong'), [0, 10, 288, 2])).toEqual([1, 1, 1, 2]);
});
