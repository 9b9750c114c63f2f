import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { plans } from '@db/platform/schema/index.ts';
import { webhooks } from '@db/tenant/schema/index.ts';
import { createTestApp, type TestApp } from '@test/support/deps.ts';
import { dump } from '@test/support/fixtures.ts';
import { type Scenario, testCalls } from '@test/support/scenarios.ts';
import { createWebhook } from './webhooks.service.ts';

let testApp: TestApp;
let id = 0;
let secret = '';
beforeAll(async () => {
  testApp = await createTestApp();
});
afterAll(() => testApp.stop());
beforeEach(async () => {
  const scope = await testApp.systemScope();
  await scope.write((tx) => tx.db.delete(webhooks));
  const events = ['message.received' as const];
  ({ id, secret } = await createWebhook(scope, { name: 'ERP', url: 'https://erp.example/hook', events }));
  await testApp.settle();
});

const one = () => `/webhooks/${id}`;
const input = { name: 'Loja', url: 'https://loja.example/hook', events: ['ticket.closed', 'ticket.created'] };
const NO_SECRET = /whsec_|sealed:/;
const refused = (as: Scenario['as']) => ({
  as,
  status: 403,
  contains: { error: 'ERR_NO_PERMISSION' },
  events: [],
});
const invalid = (field: string) => ({
  ...{ as: 'ana' as const, method: 'POST', path: '/webhooks', status: 400, events: [] },
  contains: { fields: { [field]: expect.any(String) } },
});

describe('webhooks API', () => {
  testCalls(
    () => testApp,
    [
      { name: 'unauthenticated: 401', method: 'GET', path: '/webhooks', status: 401 },
      { name: 'an agent lists none', method: 'GET', path: '/webhooks', ...refused('bia') },
      { name: 'nor does a supervisor', method: 'GET', path: '/webhooks', ...refused('rui') },
      { name: 'an agent makes none', method: 'POST', path: '/webhooks', body: input, ...refused('bia') },
      { name: 'nor tests one', method: 'POST', path: () => `${one()}/test`, ...refused('rui') },
      { name: 'nor renews a secret', method: 'POST', path: () => `${one()}/secret`, ...refused('rui') },
      {
        name: 'an administrator lists them without their secrets',
        ...{ as: 'ana', method: 'GET', path: '/webhooks', status: 200, lacks: NO_SECRET },
        contains: { count: 1, webhooks: [{ name: 'ERP', isActive: true, pausedAt: null, waiting: 0 }] },
      },
      {
        name: 'one that is made shows its secret this once, and its events in their order',
        ...{ as: 'ana', method: 'POST', path: '/webhooks', body: input, status: 200, events: ['create'] },
        contains: {
          name: 'Loja',
          secret: expect.stringMatching(/^whsec_/),
          events: ['ticket.created', 'ticket.closed'],
        },
      },
      {
        name: 'one that is changed does not',
        ...{
          as: 'ana',
          method: 'PUT',
          path: one,
          body: input,
          status: 200,
          lacks: NO_SECRET,
          events: ['update'],
        },
      },
      { name: 'no name', ...invalid('name'), body: { ...input, name: ' ' } },
      { name: 'a name that is taken', ...invalid('name'), body: { ...input, name: 'ERP' } },
      { name: 'no address', ...invalid('url'), body: { ...input, url: 'erp' } },
      {
        name: 'an address of another kind',
        ...invalid('url'),
        body: { ...input, url: 'ftp://erp.example/' },
      },
      {
        name: 'an address that is called without TLS',
        ...invalid('url'),
        body: { ...input, url: 'http://erp.example/' },
      },
      {
        name: 'an address with a password',
        ...invalid('url'),
        body: { ...input, url: 'https://a:b@erp.example/' },
      },
      { name: 'no event', ...invalid('events'), body: { ...input, events: [] } },
      {
        name: 'an event that is none',
        ...{
          as: 'ana',
          method: 'POST',
          path: '/webhooks',
          body: { ...input, events: ['x'] },
          status: 400,
          events: [],
        },
      },
      {
        name: 'a range that ends before it begins',
        ...{ as: 'ana', method: 'POST', path: () => `${one()}/replay`, status: 400, events: [] },
        body: { from: '2026-03-02T00:00', to: '2026-03-01T00:00' },
        contains: { fields: { to: expect.any(String) } },
      },
      {
        name: 'it is paused',
        ...{
          as: 'ana',
          method: 'PUT',
          path: () => `${one()}/active`,
          body: { isActive: false },
          status: 200,
        },
        contains: { isActive: false },
        events: ['update'],
      },
      { name: 'it is deleted', as: 'ana', method: 'DELETE', path: one, status: 200, events: ['delete'] },
      { name: 'another company reads none of it', as: 'davi', method: 'GET', path: one, status: 404 },
      { name: 'and changes none of it', as: 'davi', method: 'PUT', path: one, body: input, status: 404 },
      { name: 'and gets no secret', as: 'davi', method: 'POST', path: () => `${one()}/secret`, status: 404 },
    ],
    { as: 'ana', channel: 'webhook' },
  );

  test('is refused without the plan feature', async () => {
    await testApp.kernel.platform.write((tx) => tx.update(plans).set({ useExternalApi: false }));
    const reply = await (await testApp.as('ana')).json('GET', '/webhooks');
    const menu = (await (await testApp.as('ana')).page('/tags')).text;
    await testApp.kernel.platform.write((tx) => tx.update(plans).set({ useExternalApi: true }));
    expect(reply).toMatchObject({ status: 403, body: { error: 'ERR_FEATURE_NOT_IN_PLAN' } });
    expect(menu).not.toContain('href="/webhooks"');
  });

  test('allows at most twenty webhooks', async () => {
    const ana = await testApp.as('ana');
    for (let n = 1; n < 20; n += 1) await ana.json('POST', '/webhooks', { ...input, name: `N ${n}` });
    expect((await ana.json('POST', '/webhooks', input)).status).toBe(400);
  });
});

describe('webhook secret', () => {
  test('is stored unreadable and never shown again on any page', async () => {
    const text = await dump(testApp, testApp.people.companyId.aurora);
    expect(text).not.toContain(secret);
    expect(text).not.toContain(secret.slice('whsec_'.length));
    const ana = await testApp.as('ana');
    for (const path of ['/webhooks', `${one()}/edit`, `${one()}/secret`, `${one()}/log`])
      expect((await ana.part('GET', path)).text).not.toMatch(NO_SECRET);
  });

  test('is shown in the dialog after creation, and an invalid form is redisplayed', async () => {
    const ana = await testApp.as('ana');
    const form = { name: '<b>ERP 2</b>', url: 'https://x.example/', events: 'message.sent' };
    const made = await ana.part('POST', '/webhooks', form);
    expect(made.status).toBe(200);
    expect(made.text).toMatch(/data-copy="whsec_/);
    expect(made.text).toContain('&lt;b&gt;ERP 2&lt;/b&gt;');
    const again = await ana.part('POST', '/webhooks', { ...form, url: 'nada' });
    expect(again.status).toBe(422);
    expect(again.text).toContain('value="nada"');
    const page = await ana.page('/webhooks');
    expect(page.text).toContain('&lt;b&gt;ERP 2&lt;/b&gt;');
  });
});
