import { afterEach, beforeEach, expect, test } from 'bun:test';
import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createTestDesk, type TestDesk } from '@test/support/deps.ts';
import { emailOf } from '@test/support/people.ts';

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
