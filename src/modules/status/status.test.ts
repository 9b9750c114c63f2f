import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test';
import { mails, statusAlerts, statusSamples } from '@db/platform/schema/index.ts';
import { outbox } from '@db/tenant/schema/index.ts';
import { createTestApp, type TestApp } from '@test/support/deps.ts';
import { addConnection } from '@test/support/inbound.ts';
import { emailOf, setSuper } from '@test/support/people.ts';
import { createApp } from '@/app.ts';
import { MailFailure } from '@/modules/mail/mail-transport.client.ts';
import { writeMetrics } from './metrics.queries.ts';
import { sampleApp } from './samples.service.ts';

const MINUTE = 60_000;
const TOKEN = 'um-segredo-bem-comprido';
const GB = 1_000_000_000;
let testApp: TestApp;
const called: { url: string; body: Record<string, unknown> }[] = [];
let reply = 200;
let delay = 0;

beforeAll(async () => {
  testApp = await createTestApp({ env: { METRICS_TOKEN: TOKEN } });
  testApp.disk.freeBytes = 50 * GB;
  testApp.kernel.services.status.loopDelay = () => delay;
  testApp.kernel.services.safeCall = async (url, { body }) => {
    called.push({ url, body: JSON.parse(String(body)) });
    return new Response(null, { status: reply });
  };
  await setSuper(testApp.kernel, testApp.people, 'davi');
});
afterAll(() => testApp.stop());
beforeEach(async () => {
  await testApp.kernel.platform.write((tx) => tx.delete(mails));
  called.length = 0;
});

async function minutes(count: number, each = 1): Promise<void> {
  for (let n = 0; n < count; n += each) {
    testApp.clock.advance(each * MINUTE);
    await sampleApp(testApp.kernel);
  }
}
const mailed = async () =>
  (await testApp.kernel.platform.db.select().from(mails)).map(({ kind, recipient }) => ({ kind, recipient }));
const kinds = async () => [...new Set((await mailed()).map(({ kind }) => kind))];
const page = async (who: 'davi' | 'ana' = 'davi') => (await testApp.as(who)).page('/settings/status');
const save = async (body: Record<string, string>) =>
  (await testApp.as('davi')).part('PUT', '/settings/status/alerts', body);

test('shows all is well and sends no mail when nothing is wrong', async () => {
  await minutes(6);
  const { text } = await page();
  expect(text).toContain('Tudo funcionando');
  expect(/data-fact="free"><dt>[^<]*<\/dt><dd>([^<]*)/.exec(text)?.[1]).toBe('50 GB');
  expect(await mailed()).toEqual([]);
});

test('shows what owners know first, and the rest as details', async () => {
  const { text } = await page();
  const [first = '', details = ''] = text.split('<details id="status-details"');
  const factsIn = (html: string) => [...html.matchAll(/data-fact="(\w+)"/g)].map(([, fact]) => fact);
  expect(factsIn(first)).toEqual([
    'companies',
    'memoryPeak',
    'processor',
    'memory',
    'free',
    'connected',
    'unconnected',
    'outbox',
    'oldest',
    'proven',
  ]);
  expect(factsIn(details)).toEqual(['delay', 'sockets', 'databases', 'writes']);
  expect(text).not.toMatch(/p95\W/);
});

test('says how much of the server is used, and when it is time for a larger one', async () => {
  const { status } = testApp.kernel.services;
  await minutes(10, 5);
  const calm = (await page()).text;
  expect(calm).toContain('data-capacity="enough"');
  expect(calm).toContain('Este servidor tem folga');
  expect(/data-fact="companies"><dt>[^<]*<\/dt><dd>([^<]*)/.exec(calm)?.[1]).toMatch(/^0 de [\d.]+$/);
  for (let n = 0; n < 12; n += 1) {
    status.processorAt -= 4.9 * MINUTE * 1_000;
    await minutes(5, 5);
  }
  const busy = (await page()).text;
  expect(busy).toContain('data-capacity="full"');
  expect(busy).toContain('Este servidor está no limite');
  expect(busy).toContain('docs/operations/capacity.md');
});

test('reports a full disk once and its recovery once, without repeats while it flaps', async () => {
  testApp.disk.freeBytes = GB / 2;
  await minutes(30);
  expect(await kinds()).toEqual(['status:disk']);
  expect((await page()).text).toContain('O disco está quase cheio.');
  for (let n = 0; n < 5; n += 1) {
    testApp.disk.freeBytes = 50 * GB;
    await minutes(3);
    testApp.disk.freeBytes = GB / 2;
    await minutes(3);
  }
  expect(await mailed()).toHaveLength(1);
  testApp.disk.freeBytes = 50 * GB;
  await minutes(30);
  expect((await kinds()).toSorted()).toEqual(['status:disk', 'status:diskOver']);
  expect(await mailed()).toHaveLength(2);
  expect((await page()).text).toContain('Tudo funcionando');
});

test('reports an unusable mail server by webhook and page but not by mail', async () => {
  const { mailHealth } = testApp.kernel.services;
  expect((await save({ addresses: '', url: 'https://chat.test/hook' })).status).toBe(204);
  mailHealth.failed(new MailFailure('down', '535 wrong password'));
  await minutes(10);
  expect(called.map(({ body }) => [body.alert, body.news, body.about])).toEqual([
    ['mail', 'began', '535 wrong password'],
  ]);
  expect((await page()).text).toContain('O servidor de e-mail não está funcionando: 535 wrong password');
  expect(await writeMetrics(testApp.kernel)).toContain('\nbalcao_mail_unusable 1\n');
  called.length = 0;
  mailHealth.worked();
  await minutes(20);
  expect(called.map(({ body }) => [body.alert, body.news])).toEqual([['mail', 'ended']]);
  expect(await writeMetrics(testApp.kernel)).toContain('\nbalcao_mail_unusable 0\n');
  expect(await mailed()).toEqual([]);
  expect((await save({ addresses: '', url: '' })).status).toBe(204);
});

test('alerts the administrators of the company when a connection stays down', async () => {
  const scope = await testApp.systemScope();
  const target = { companyId: scope.companyId, connectionId: await addConnection(testApp) };
  testApp.whatsapp.become(target, { status: 'TIMEOUT', trouble: 'network' });
  await minutes(14);
  expect(await mailed()).toEqual([]);
  await minutes(30);
  const reported = await mailed();
  expect(new Set(reported.map(({ kind }) => kind))).toEqual(new Set(['status:connection']));
  expect(reported.map(({ recipient }) => recipient)).toContain(emailOf('ana'));
  testApp.whatsapp.become(target);
  await minutes(12);
  expect(await kinds()).toContain('status:connectionOver');
  testApp.whatsapp.become(target, { status: 'qrcode', trouble: null, number: null });
  await testApp.kernel.platform.write((tx) => tx.delete(mails));
  await minutes(60);
  expect(await mailed()).toEqual([]);
});

test('reports outbox work that nothing processes', async () => {
  const scope = await testApp.systemScope();
  const row = { queueKey: 'send:1:1', kind: 'test.nobody', payload: {}, dueAt: scope.now() };
  await scope.write((tx) => tx.db.insert(outbox).values(row));
  await minutes(14);
  expect(await kinds()).toEqual([]);
  await minutes(3);
  expect(await kinds()).toEqual(['status:outbox']);
  await scope.write((tx) => tx.db.delete(outbox));
  await minutes(12);
  expect(await kinds()).toContain('status:outboxOver');
});

test('ignores one busy minute and reports several', async () => {
  delay = 900;
  await minutes(2);
  delay = 0;
  await minutes(2);
  expect(await kinds()).toEqual([]);
  delay = 900;
  await minutes(10);
  delay = 0;
  expect(await kinds()).toEqual(['status:desk']);
  await minutes(12);
});

test('calls the webhook when an alert begins and ends, retrying until it is accepted', async () => {
  expect((await save({ addresses: 'plantao@balcao.test', url: 'https://vigia.test/x' })).status).toBeLessThan(
    300,
  );
  reply = 500;
  testApp.disk.freeBytes = GB / 2;
  await minutes(3);
  expect(called.map(({ body }) => body.news)).toEqual(['began', 'began', 'began']);
  expect(await mailed()).toEqual([{ kind: 'status:disk', recipient: 'plantao@balcao.test' }]);
  reply = 204;
  await minutes(3);
  expect(called).toHaveLength(4);
  testApp.disk.freeBytes = 50 * GB;
  await minutes(20);
  expect(called.at(-1)).toMatchObject({
    url: 'https://vigia.test/x',
    body: { alert: 'disk', news: 'ended' },
  });
  expect(called).toHaveLength(5);
});

test('validates addresses and limits, and refuses access to others', async () => {
  const bad: Record<string, string>[] = [
    { addresses: 'ninguem', url: '' },
    { addresses: '', url: 'ftp://x.test' },
    { addresses: '', url: '', delayMs: '1' },
  ];
  for (const body of bad) expect((await save(body)).status).toBe(422);
  expect((await page('ana')).status).toBe(403);
});

test('shows no nodes while the process is alone, and moves nothing', async () => {
  expect((await page()).text).not.toContain('move-company');
  const move = async (who: 'davi' | 'ana') =>
    (await testApp.as(who)).part('POST', '/settings/status/move', { company: '1', nodeId: '' });
  expect([(await move('davi')).status, (await move('ana')).status]).toEqual([404, 403]);
  expect(await writeMetrics(testApp.kernel)).not.toContain('balcao_nodes');
});

test('stores samples for one day only', async () => {
  await minutes(60 * 26, 5);
  const rows = await testApp.kernel.platform.db.select().from(statusSamples);
  expect(rows.length).toBeGreaterThan(280);
  expect(rows.length).toBeLessThan(300);
  expect(await testApp.kernel.platform.db.$count(statusAlerts)).toBeLessThan(10);
});

test('serves metrics to token holders without company names or phone numbers', async () => {
  const ask = (token: string, app = testApp.app) =>
    app.fetch(new Request('http://desk.test/metrics', { headers: { Authorization: `Bearer ${token}` } }));
  const closed = { ...testApp.kernel, config: { ...testApp.kernel.config, metricsToken: undefined } };
  expect((await ask(TOKEN, createApp(closed))).status).toBe(404);
  expect((await ask('')).status).toBe(401);
  expect((await ask(`${TOKEN}x`)).status).toBe(401);
  const scheme = await testApp.app.fetch(
    new Request('http://desk.test/metrics', { headers: { Authorization: `bearer  ${TOKEN}` } }),
  );
  expect(scheme.status).toBe(200);
  const found = await ask(TOKEN);
  expect(found.status).toBe(200);
  const text = await found.text();
  for (const line of text.trimEnd().split('\n'))
    expect(line).toMatch(
      /^(# (HELP|TYPE) balcao_\w+ .+|balcao_\w+(\{\w+="[\w.+]*"(,\w+="[\w.+]*")*\})? (\S+))$/,
    );
  expect(text).toContain('balcao_message_sent_seconds_bucket{le="+Inf"}');
  expect(text).not.toMatch(/Aurora|Boreal|55119/);
});
