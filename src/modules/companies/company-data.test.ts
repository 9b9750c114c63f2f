import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createTestApp, type TestApp } from '@test/support/deps.ts';
import { emailOf, PASSWORD } from '@test/support/people.ts';
import { withDatabase } from '@/core/db/open-file.ts';

let testApp: TestApp;
let path: string;

beforeEach(async () => {
  testApp = await createTestApp();
  path = join(testApp.kernel.tenants.folder(testApp.people.companyId.aurora), 'company.db');
});
afterEach(() => testApp.stop());

async function lose(how: () => void): Promise<void> {
  await testApp.kernel.tenants.closeAll();
  how();
}

const health = async () => (await testApp.as()).json('GET', '/healthz');

test('reports a missing company database in three languages while other companies work', async () => {
  const [ana, davi] = [await testApp.as('ana'), await testApp.as('davi')];
  await lose(() => renameSync(path, `${path}.kept`));
  expect(await ana.json('GET', '/tickets')).toMatchObject({
    status: 503,
    body: { error: 'ERR_COMPANY_DATA_MISSING' },
  });
  const words = { pt: 'não estão disponíveis', en: 'is not available', es: 'no están disponibles' };
  for (const [language, text] of Object.entries(words)) {
    const headers = { Accept: 'text/html', 'Accept-Language': language };
    const reply = await ana.raw('/tickets', { headers });
    expect(reply.status).toBe(503);
    expect(await reply.text()).toContain(text);
  }
  expect((await davi.json('GET', '/tickets')).status).toBe(200);
  expect(await health()).toMatchObject({ status: 200, body: { status: 'ok', companies: { failing: 1 } } });
  renameSync(`${path}.kept`, path);
  expect((await ana.json('GET', '/tickets')).status).toBe(200);
  expect(await health()).toMatchObject({ status: 200, body: { status: 'ok', companies: { failing: 0 } } });
});

test('reports a missing database instead of a wrong password on login', async () => {
  await lose(() => writeFileSync(path, ''));
  const stranger = await testApp.as();
  const reply = await stranger.json('POST', '/auth/login', {
    email: emailOf('ana'),
    password: 'uma senha qualquer',
  });
  expect(reply).toMatchObject({ status: 503, body: { error: 'ERR_COMPANY_DATA_MISSING' } });
});

describe('unusable company database', () => {
  const CASES: Record<string, () => void> = {
    'is no database': () => writeFileSync(path, 'no database, '.repeat(1000)),
    'has damaged pages': () => {
      const bytes = readFileSync(path);
      writeFileSync(path, bytes.fill(7, 100));
    },
    'is of a schema that no migration leads from': () => {
      withDatabase(path, (unknown) =>
        unknown.exec('PRAGMA user_version = 1; delete from __drizzle_migrations'),
      );
    },
    'was written by a newer version': () => {
      withDatabase(path, (newer) => newer.exec('PRAGMA user_version = 9999'));
    },
  };
  for (const [what, damage] of Object.entries(CASES))
    test(`${what}: login and calls return 503 with a code and message`, async () => {
      const [ana, davi, stranger] = [await testApp.as('ana'), await testApp.as('davi'), await testApp.as()];
      await lose(damage);
      const damaged = { status: 503, body: { error: 'ERR_COMPANY_DATA_DAMAGED' } };
      const login = { email: emailOf('ana'), password: PASSWORD };
      expect(await stranger.json('POST', '/auth/login', login)).toMatchObject(damaged);
      expect(await ana.json('GET', '/tickets')).toMatchObject(damaged);
      const page = await ana.raw('/tickets', { headers: { Accept: 'text/html', 'Accept-Language': 'pt' } });
      expect(await page.text()).toContain('estão danificados');
      expect((await davi.json('GET', '/tickets')).status).toBe(200);
      expect(await health()).toMatchObject({ body: { companies: { failing: 1 } } });
    });
});
