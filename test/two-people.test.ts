import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { readForm } from '@/core/http/forms/shown-forms.ts';
import { openerOf } from '@/core/http/routing/mount.ts';
import type { Page } from '@/core/http/routing/route.ts';
import { PAGES } from '@/web/routes.ts';
import type { Browser } from './support/app.ts';
import { callOf } from './support/calls.ts';
import type { TestApp } from './support/deps.ts';
import { createFilledApp, type Fixtures } from './support/fixtures.ts';
import { setSuper } from './support/people.ts';

const ONE_CHOICE = 'one choice, saved at once, and others see it at once';
/** PUT forms that need not send the values they showed. */
const ALONE: Record<string, string> = {
  'PUT /audit/retention': ONE_CHOICE,
  'PUT /platform/payments/mercadopago': 'secrets alone, which nobody sees',
  'PUT /profile/alerts': ONE_CHOICE,
  'PUT /profile/language': ONE_CHOICE,
  'PUT /rules/:ruleId/active': ONE_CHOICE,
  'PUT /settings/:key': ONE_CHOICE,
  'PUT /settings/companies/:companyId/people': 'a new password, which nobody sees',
  'PUT /settings/privacy/retention': ONE_CHOICE,
  'PUT /tickets/:uuid/transfer': 'who has the ticket is asked when it is taken',
  'PUT /webhooks/:webhookId/active': ONE_CHOICE,
};

const WORDS: Record<string, string> = {
  ...{ name: 'digitado', title: 'digitado', shortcode: 'digitado', text: 'digitado', body: 'digitado' },
  ...{ dailyCap: '77', addresses: 'a@balcao.test', billingName: 'digitado', clientId: 'digitado' },
  ...{
    keywords: 'parar',
    yes: 'claro',
    variableKey: 'outra',
    outOfHoursMessage: 'digitado',
    queueIds: '',
    'hours.monday.startTime': '07:30',
    instructions: 'digitado',
  },
};

const opened = PAGES.flatMap((row) => {
  const opener = openerOf(row, PAGES);
  return opener ? [{ row, opener }] : [];
});

let testApp: TestApp;
let fixtures: Fixtures;

beforeAll(async () => {
  ({ testApp, fixtures } = await createFilledApp());
  await setSuper(testApp.kernel, testApp.people, 'ana');
  await (await testApp.as('ana')).part('PUT', '/settings/scheduleType', { value: 'company' });
});
afterAll(() => testApp.stop());

test('every PUT form is linked to the page that shows it or has a stated reason', () => {
  const taken = PAGES.filter(({ method, form }) => method === 'PUT' && form).map(({ name }) => name);
  const known = opened.map(({ row }) => row.name);
  expect(taken.filter((name) => !known.includes(name)).sort()).toEqual(Object.keys(ALONE).sort());
});

describe('concurrent edit of an open form', () => {
  for (const { row, opener } of opened) {
    test(`${row.name}: shows the later save what changed, then accepts the next one`, async () => {
      const browser = await testApp.as('ana');
      const shown = await show(browser, row, opener);
      for (const [key, value] of Object.entries(callOf(row, fixtures).body ?? {}))
        if (typeof value === 'string') shown.sent.set(key, value);
      const name = Object.keys(WORDS).find((one) => shown.fields.has(one)) ?? 'none';
      shown.sent.set(name, WORDS[name] ?? '');
      shown.sent.set('opened', JSON.stringify({ ...shown.opened, [name]: 'earlier' }));
      const refused = await send(browser, row, shown.path, shown.sent);
      expect([refused.status, refused.text.includes('data-changed')]).toEqual([422, true]);
      expect(openedIn(refused.text, shown.path)).toEqual(shown.opened);
      shown.sent.set('opened', JSON.stringify(shown.opened));
      expect((await send(browser, row, shown.path, shown.sent)).text).not.toContain('data-changed');
    });

    test(`${row.name}: shows nothing to a single editor`, async () => {
      const browser = await testApp.as('ana');
      const [first, second] = [await show(browser, row, opener), await show(browser, row, opener)];
      expect(second.opened).toEqual(first.opened);
      expect(Object.keys(first.opened).length).toBeGreaterThan(0);
    });
  }
});

test('untouched fields take the new value and edited fields are preserved', async () => {
  const [ana, rui] = [await testApp.as('ana'), await testApp.as('rui')];
  const path = `/tags/${fixtures.tagId}`;
  const before = fieldsIn((await ana.part('GET', `${path}/edit`)).text, path);
  const ruis = await rui.part('PUT', path, { ...before, name: 'Troca', kanban: 'true' });
  expect(ruis.status).toBe(204);
  const reported = await ana.part('PUT', path, { ...before, color: '#b80000' });
  expect(reported.status).toBe(422);
  expect(reported.text).toContain('Enquanto este formulário estava aberto, alguém mudou:');
  expect(reported.text).toContain('Nome: agora “Troca”');
  const now = fieldsIn(reported.text, path);
  expect(now).toMatchObject({ name: 'Troca', color: '#b80000' });
  expect((await ana.part('PUT', path, now)).status).toBe(204);
  const saved = fieldsIn((await ana.part('GET', `${path}/edit`)).text, path);
  expect(saved).toMatchObject({ name: 'Troca', color: '#b80000' });
});

test('a validation error in between does not affect conflict detection', async () => {
  const ana = await testApp.as('ana');
  const path = `/tags/${fixtures.tagId}`;
  const before = fieldsIn((await ana.part('GET', `${path}/edit`)).text, path);
  const refused = await ana.part('PUT', path, { ...before, name: '' });
  expect([refused.status, openedIn(refused.text, path)]).toEqual([422, JSON.parse(before.opened ?? '')]);
});

test('an invalid snapshot of the shown values is ignored', async () => {
  const ana = await testApp.as('ana');
  const path = `/tags/${fixtures.tagId}`;
  const before = fieldsIn((await ana.part('GET', `${path}/edit`)).text, path);
  for (const opened of ['', 'null', '[', '[1]', '{"name":{}}', '7', '"'.repeat(3)]) {
    const { status } = await ana.part('PUT', path, { ...before, opened });
    expect([opened, status]).toEqual([opened, 204]);
  }
});

async function show(browser: Browser, row: Page, opener: Page) {
  const { path } = callOf(row, fixtures);
  const from = callOf(opener, fixtures).path;
  const { text } = await browser.part('GET', from);
  const fields = readForm(text, path);
  const sent = new URLSearchParams();
  for (const [name, { values }] of fields) for (const value of values) sent.append(name, value);
  return { path, fields, sent, opened: openedIn(text, path) };
}

async function send(browser: Browser, row: Page, path: string, sent: URLSearchParams) {
  const headers = { Accept: 'text/html', 'HX-Request': 'true', 'HX-Request-Type': 'partial' };
  const body = row.files ? multipart(sent) : sent;
  const reply = await browser.raw(path, { method: 'PUT', headers, body });
  return { status: reply.status, text: await reply.text() };
}

function multipart(sent: URLSearchParams): FormData {
  const form = new FormData();
  for (const [name, value] of sent) form.append(name, value);
  return form;
}

function fieldsIn(html: string, path: string): Record<string, string> {
  return Object.fromEntries(
    [...readForm(html, path)].map(([name, { values }]) => [name, values.at(-1) ?? '']),
  );
}

function openedIn(html: string, path: string): Record<string, string> {
  return JSON.parse(readForm(html, path).get('opened')?.values[0] ?? '{}');
}
