import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test';
import { plans } from '@db/platform/schema/index.ts';
import { settings } from '@db/tenant/schema/index.ts';
import { type Service, startService } from '@test/responders/server.ts';
import type { Fault } from '@test/responders/servers/serve.ts';
import { reachOf } from '@test/responders/turn.ts';
import { createTestApp, type TestApp } from '@test/support/deps.ts';
import type { PersonName } from '@test/support/people.ts';
import { eq } from 'drizzle-orm';
import { changeSetting } from '@/modules/settings/settings.service.ts';

let testApp: TestApp;
let isp: Service;
beforeAll(async () => {
  [testApp, isp] = await Promise.all([createTestApp(), startService('invoices')]);
  Object.assign(testApp.kernel.services, reachOf(isp.url));
});
afterAll(async () => {
  await isp?.stop();
  await testApp?.stop();
});
beforeEach(async () => {
  await (await testApp.systemScope()).write((tx) => tx.db.delete(settings));
  testApp.clock.advance(60_000);
  await isp.requests();
});

const PARTIAL = { Accept: 'text/html', 'HX-Request': 'true', 'HX-Request-Type': 'partial' };
async function press(system: string, who: PersonName = 'ana') {
  const body = new URLSearchParams({ system });
  const request = { method: 'POST', headers: PARTIAL, body };
  const reply = await (await testApp.as(who)).raw('/queue-integration/test-invoices', request);
  return { status: reply.status, text: await reply.text() };
}
async function save(values: Partial<Record<'ipixc' | 'tokenixc', string>>): Promise<void> {
  const ana = await testApp.scopeOf('ana');
  for (const [key, value] of Object.entries(values)) await changeSetting(ana, { key, value });
}
const whole = () => ({ ipixc: `${isp.url}/ixc`, tokenixc: '1:CANARY-ixc' });

test('reports whether the service accepted the saved keys without showing them', async () => {
  await save(whole());
  const { status, text } = await press('ixc');
  expect([status, text.includes('O serviço respondeu e aceitou as chaves.')]).toEqual([200, true]);
  expect(text).not.toContain('CANARY');
  expect((await isp.requests()).map(({ path }) => path)).toContain('/ixc/webservice/v1/cliente');
});

test.each([
  [401, 'recusou a chave'],
  [503, 'sobrecarregado'],
  ['html', 'resposta inválida'],
] as [Fault, string][])('a service that answers %p: %s', async (fault, words) => {
  await save(whole());
  await isp.fails(fault);
  expect((await press('ixc')).text).toContain(words);
});

test('does not call an internal address', async () => {
  await save(whole());
  // Stored before the form refused it.
  const value = 'http://169.254.169.254/';
  await (await testApp.systemScope()).write((tx) =>
    tx.db.update(settings).set({ value }).where(eq(settings.key, 'ipixc')),
  );
  expect((await press('ixc')).text).toContain('Não foi possível alcançar');
});

test('requires all keys and calls nobody without them', async () => {
  await save({ ipixc: isp.url });
  for (const system of ['ixc', 'mkauth', 'asaas'])
    expect((await press(system)).text).toContain('salve o endereço e todas as chaves');
  expect(await isp.requests()).toEqual([]);
});

test('is for administrators with the plan’s feature, five times a minute', async () => {
  expect((await press('ixc', 'bia')).status).toBe(403);
  expect((await press('bradesco')).status).toBe(422);
  const { platform } = testApp.kernel;
  await platform.db.update(plans).set({ useIntegrations: false });
  expect((await press('ixc')).status).toBe(403);
  await platform.db.update(plans).set({ useIntegrations: true });
  const statuses = [];
  for (let n = 0; n < 6; n += 1) statuses.push((await press('ixc')).status);
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
});
