import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { settings } from '@db/tenant/schema/index.ts';
import { z } from 'zod';
import { createPrompt } from '@/modules/prompts/prompts.service.ts';
import { createIntegration } from '@/modules/queue-integrations/queue-integrations.service.ts';
import { ADDRESS_SETTINGS, SETTING_DEFAULTS } from '@/modules/settings/settings.schema.ts';
import { changeAlertSettings } from '@/modules/status/alert-settings.service.ts';
import { ALERT_DEFAULTS } from '@/modules/status/status.schema.ts';
import { createWebhook } from '@/modules/webhooks/webhooks.service.ts';
import { ENDPOINTS, PAGES, V1 } from '@/web/routes.ts';
import { createTestApp, type TestApp } from './support/deps.ts';
import { setSuper } from './support/people.ts';

const OPENED = 'http://n8n.lan:5678/x';
const PLAIN = 'http://flows.example/x';
const STORED = 'http://was-opened.lan:5678/x';
const KEY = { client_email: 'agente@vendas.iam', private_key: '-----BEGIN PRIVATE KEY-----' };
const PROMPT = 'Você atende os clientes de uma loja de bicicletas, com respostas curtas e gentis.';

let testApp: TestApp;
const id = { webhook: 0, prompt: 0, integration: 0 };

beforeAll(async () => {
  testApp = await createTestApp({ env: { ALLOWED_INTERNAL_HOSTS: 'n8n.lan:5678,was-opened.lan:5678' } });
  await setSuper(testApp.kernel, testApp.people, 'ana');
  testApp.kernel.services.safeCall = async () => new Response('', { status: 503 });
  const ana = await testApp.scopeOf('ana');
  id.webhook = (await createWebhook(ana, { name: 'Antes', url: STORED, events: ['message.sent'] })).id;
  id.prompt = (await createPrompt(ana, { ...promptOf(STORED), maxMessages: 1 } as never)).id;
  id.integration = (await createIntegration(ana, { ...integrationOf(STORED), isSigned: false } as never)).id;
  await changeAlertSettings(ana, { ...ALERT_DEFAULTS, url: STORED });
  const rows = ADDRESS_SETTINGS.map((key) => ({
    key,
    value: STORED,
    createdAt: ana.now(),
    updatedAt: ana.now(),
  }));
  await ana.write((tx) => tx.db.insert(settings).values(rows));
  const { isPlain } = testApp.kernel.services.callable;
  testApp.kernel.services.callable.isPlain = (host, port) =>
    host !== 'was-opened.lan' && isPlain?.(host, port) === true;
});
afterAll(() => testApp.stop());

let count = 0;
function named(): string {
  count += 1;
  return `Nome ${count}`;
}
const webhookOf = (url: string) => ({ name: named(), url, events: 'message.sent' });
const integrationOf = (urlN8N: string) => ({ type: 'webhook', name: named(), urlN8N, isSigned: 'false' });
const keyFileOf = (token_uri: string) => ({
  ...{ type: 'dialogflow', name: named(), projectName: 'vendas', language: 'pt-BR' },
  jsonContent: JSON.stringify({ ...KEY, token_uri }),
});
const promptOf = (baseUrl: string) => ({
  ...{ name: named(), prompt: PROMPT, apiKey: 'sk-1', baseUrl, maxMessages: '10' },
  queueId: String(testApp.people.queueId.Vendas),
});
const sessionOf = (urlN8N: string) => ({ projectName: 'vendas', language: 'pt-BR', urlN8N });
const alertsOf = (url: string) => ({ addresses: '', url });

type Row = { body: (address: string) => Record<string, string>; of?: keyof typeof id };

/** Every input field with an address that the server calls later. */
const CALLED: Record<string, Row> = {
  'POST /webhooks url': { body: webhookOf },
  'PUT /webhooks/:webhookId url': { body: webhookOf, of: 'webhook' },
  'POST /prompt baseUrl': { body: promptOf },
  'PUT /prompt/:promptId baseUrl': { body: promptOf, of: 'prompt' },
  'POST /prompts baseUrl': { body: promptOf },
  'PUT /prompts/:promptId baseUrl': { body: promptOf, of: 'prompt' },
  'POST /prompts/trial baseUrl': { body: (address) => ({ ...promptOf(address), said: 'oi' }) },
  'POST /queueIntegration urlN8N': { body: integrationOf },
  'PUT /queueIntegration/:integrationId urlN8N': { body: integrationOf, of: 'integration' },
  'POST /queueIntegration/testSession urlN8N': { body: sessionOf },
  'POST /queue-integration urlN8N': { body: integrationOf },
  'PUT /queue-integration/:integrationId urlN8N': { body: integrationOf, of: 'integration' },
  'POST /queue-integration/test-session urlN8N': { body: sessionOf },
  'PUT /settings/status/alerts url': { body: alertsOf },
};

const WITHIN: Record<string, Row> = {
  'POST /queueIntegration jsonContent': { body: keyFileOf },
  'POST /queue-integration jsonContent': { body: keyFileOf },
  ...Object.fromEntries(
    ADDRESS_SETTINGS.map((key): [string, Row] => [
      `PUT /settings/${key} value`,
      { body: (value) => ({ value }) },
    ]),
  ),
};

const NOT_CALLED: Record<string, string> = {
  'POST /push-subscriptions endpoint': 'https alone, of a browser that has just subscribed there',
  'DELETE /push-subscriptions endpoint': 'names a row',
  'POST /tickets/:ticketId/messages/from-url url':
    'a file for anybody, also by http; fetched before it is answered',
  ...Object.fromEntries(
    ['POST /messages/send', 'POST /messages/send/:whatsapp'].flatMap((call) => [
      ...['mediaUrl', 'url'].map((name) => [`${call} ${name}`, 'a file, fetched as by from-url']),
      ...['fileUrl', 'mediaUrls'].map((name) => [`${call} ${name}`, 'refused: other systems call a file so']),
    ]),
  ),
};

const NAMED = /ur[li]|address|endpoint|prox|host|^ip/i;
const OTHER_ADDRESS = /^address(2|es|ZipCode|Street|District|City|State|Country)$/;

function namesIn(schema: unknown): string[] {
  if (Array.isArray(schema)) return schema.flatMap(namesIn);
  if (typeof schema !== 'object' || schema === null) return [];
  const { properties = {}, ...rest } = schema as { properties?: object };
  return [...Object.keys(properties), ...namesIn(Object.values(properties)), ...namesIn(Object.values(rest))];
}

test('every URL field is listed with its network check or a reason for none', () => {
  const found = new Set<string>();
  for (const row of [...ENDPOINTS, ...PAGES, ...V1]) {
    const parts = [row.query, 'body' in row && row.body, 'form' in row && row.form].filter((part) => !!part);
    for (const part of parts as z.ZodType[])
      for (const name of namesIn(z.toJSONSchema(part, { io: 'input', unrepresentable: 'any' })))
        if (NAMED.test(name) && !OTHER_ADDRESS.test(name)) found.add(`${row.method} ${row.path} ${name}`);
  }
  expect([...found].sort()).toEqual([...Object.keys(CALLED), ...Object.keys(NOT_CALLED)].sort());
  expect(Object.keys(SETTING_DEFAULTS).filter((key) => NAMED.test(key))).toEqual([...ADDRESS_SETTINGS]);
});

const isPage = (call: string) =>
  PAGES.some(({ method, path }) => call.startsWith(`${method} ${path} `)) ||
  call.startsWith('PUT /settings/');

async function send(call: string, { body, of }: Row, address: string) {
  const [method = '', path = ''] = call.split(' ');
  const ana = await testApp.as('ana');
  const requestPath = of ? path.replace(/:\w+/, String(id[of])) : path;
  const isCall =
    ENDPOINTS.some((row) => call.startsWith(`${row.method} ${row.path} `)) || path.startsWith('/settings/ip');
  const replies: { status: number; text: string }[] = [];
  if (isPage(call)) replies.push(await ana.part(method, requestPath, body(address)));
  if (isCall) {
    const { status, body: sent } = await ana.json(method, requestPath, body(address));
    replies.push({ status, text: JSON.stringify(sent) });
  }
  return replies;
}

const WARNING = 'não acessa este endereço';
const PAGE: Record<string, () => string> = {
  '/webhooks/:webhookId': () => `/webhooks/${id.webhook}/edit`,
  '/prompts/:promptId': () => `/prompts/${id.prompt}/edit`,
  '/queue-integration/:integrationId': () => `/queue-integration/${id.integration}/edit`,
  '/settings/status/alerts': () => '/settings/status',
  '/settings/ipixc': () => '/settings',
  '/settings/ipmkauth': () => '/settings',
};
const edits = Object.entries({ ...CALLED, ...WITHIN }).filter(([call]) => call.startsWith('PUT '));

test.each(edits)(
  '%s: preserves a stored internal URL while other fields change, and warns about it',
  async (call, row) => {
    for (const { status, text } of await send(call, row, STORED))
      expect([status < 300, text.includes(WARNING)]).toEqual([true, false]);
    const page = PAGE[call.split(' ')[1] ?? ''];
    if (!page) return expect(isPage(call)).toBe(false);
    const { text } = await (await testApp.as('ana')).page(page());
    expect([text.includes(STORED), text.includes(WARNING)]).toEqual([true, true]);
  },
);

const table = Object.entries({ ...CALLED, ...WITHIN });
const isTrial = (call: string) => call.includes('/trial');

describe.each(table)('%s', (call, row) => {
  test.each([PLAIN, 'http://10.1.2.3:5678/x', 'https://[fd00::1]/x'])(
    'rejects %s and names the setting the operator can change',
    async (address) => {
      const replies = await send(call, row, address);
      expect(replies.length).toBeGreaterThan(0);
      for (const { status, text } of replies) {
        expect(text).toContain('ALLOWED_INTERNAL_HOSTS');
        if (!isTrial(call)) expect([400, 422]).toContain(status);
      }
    },
  );

  test.each([OPENED, 'https://flows.example/x'])('accepts %s', async (address) => {
    for (const { text } of await send(call, row, address))
      expect(text).not.toContain('ALLOWED_INTERNAL_HOSTS');
  });
});
