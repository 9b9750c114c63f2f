import { Database } from 'bun:sqlite';
import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createTestDesk, type TestDesk } from '@test/support/deps.ts';
import { emailOf, PASSWORD } from '@test/support/people.ts';

let desk: TestDesk;
let path: string;

beforeEach(async () => {
  desk = await createTestDesk();
  path = join(desk.kernel.tenants.folder(desk.cast.companyId.aurora), 'company.db');
});
afterEach(() => desk.stop());

async function lose(how: () => void): Promise<void> {
  await desk.kernel.tenants.closeAll();
  how();
}

const health = async () => (await desk.as()).json('GET', '/healthz');

test('a company whose database is missing says so, in three languages; the others work', async () => {
  const [ana, davi] = [await desk.as('ana'), await desk.as('davi')];
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

test('nobody is told that a password is wrong because the database is', async () => {
  await lose(() => writeFileSync(path, ''));
  const stranger = await desk.as();
  const reply = await stranger.json('POST', '/auth/login', {
    email: emailOf('ana'),
    password: 'uma senha qualquer',
  });
  expect(reply).toMatchObject({ status: 503, body: { error: 'ERR_COMPANY_DATA_MISSING' } });
});

describe('signing in, and any call, of a company whose database', () => {
  const CASES: Record<string, () => void> = {
    'is no database': () => writeFileSync(path, 'no database, '.repeat(1000)),
    'has damaged pages': () => {
      const bytes = readFileSync(path);
      writeFileSync(path, bytes.fill(7, 100));
    },
    'is of a schema that no migration leads from': () => {
      const unknown = new Database(path);
      unknown.run('PRAGMA user_version = 1');
      unknown.run('delete from __drizzle_migrations');
      unknown.close();
    },
    'was written by a newer version': () => {
      const newer = new Database(path);
      newer.run('PRAGMA user_version = 9999');
      newer.close();
    },
  };
  for (const [what, damage] of Object.entries(CASES))
    test(`${what}: a code and a sentence`, async () => {
      const [ana, davi, stranger] = [await desk.as('ana'), await desk.as('davi'), await desk.as()];
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
