import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { openerOf } from '@/kernel/http/mount.ts';
import type { Page } from '@/kernel/http/route.ts';
import { readForm } from '@/kernel/http/shown-forms.ts';
import { PAGES } from '@/rows.ts';
import type { Browser } from './support/app.ts';
import { callOf } from './support/calls.ts';
import type { TestDesk } from './support/deps.ts';
import { setSuper } from './support/people.ts';
import { createFilledDesk, type World } from './support/world.ts';

const ONE_CHOICE = 'one choice, saved at once, and others see it at once';
/** Forms by PUT that need not say what they showed. */
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

/** Fields that take any word, so that nothing else is refused. */
const WORDS: Record<string, string> = {
  ...{ name: 'digitado', title: 'digitado', shortcode: 'digitado', text: 'digitado', body: 'digitado' },
  ...{ dailyCap: '77', addresses: 'a@balcao.test', billingName: 'digitado', clientId: 'digitado' },
  ...{
    keywords: 'parar',
    yes: 'claro',
    variableKey: 'outra',
    'hours.monday.startTime': '07:30',
    instructions: 'digitado',
  },
};

const opened = PAGES.flatMap((row) => {
  const opener = openerOf(row, PAGES);
  return opener ? [{ row, opener }] : [];
});

let desk: TestDesk;
let world: World;

beforeAll(async () => {
  ({ desk, world } = await createFilledDesk());
  await setSuper(desk.kernel, desk.cast, 'ana');
  await (await desk.as('ana')).part('PUT', '/settings/scheduleType', { value: 'company' });
});
afterAll(() => desk.stop());

test('every form by PUT knows what shows it, or says why it need not', () => {
  const taken = PAGES.filter(({ method, form }) => method === 'PUT' && form).map(({ name }) => name);
  const known = opened.map(({ row }) => row.name);
  expect(taken.filter((name) => !known.includes(name)).sort()).toEqual(Object.keys(ALONE).sort());
});

describe('a form that somebody saved while it was open', () => {
  for (const { row, opener } of opened) {
    test(`${row.name}: the later save is told what has changed, and the one after it is taken`, async () => {
      const browser = await desk.as('ana');
      const shown = await show(browser, row, opener);
      for (const [key, value] of Object.entries(callOf(row, world).body ?? {}))
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

    test(`${row.name}: who is alone is not told so`, async () => {
      const browser = await desk.as('ana');
      const [first, second] = [await show(browser, row, opener), await show(browser, row, opener)];
      expect(second.opened).toEqual(first.opened);
      expect(Object.keys(first.opened).length).toBeGreaterThan(0);
    });
  }
});

test('what was left alone takes the new value, what was typed stays', async () => {
  const [ana, rui] = [await desk.as('ana'), await desk.as('rui')];
  const path = `/tags/${world.tagId}`;
  const before = fieldsIn((await ana.part('GET', `${path}/edit`)).text, path);
  const ruis = await rui.part('PUT', path, { ...before, name: 'Troca', kanban: 'true' });
  expect(ruis.status).toBe(204);
  const told = await ana.part('PUT', path, { ...before, color: '#b80000' });
  expect(told.status).toBe(422);
  expect(told.text).toContain('Enquanto este formulário estava aberto, alguém mudou:');
  expect(told.text).toContain('Nome: agora “Troca”');
  const now = fieldsIn(told.text, path);
  expect(now).toMatchObject({ name: 'Troca', color: '#b80000' });
  expect((await ana.part('PUT', path, now)).status).toBe(204);
  const saved = fieldsIn((await ana.part('GET', `${path}/edit`)).text, path);
  expect(saved).toMatchObject({ name: 'Troca', color: '#b80000' });
});

test('a refusal in between changes nothing about it', async () => {
  const ana = await desk.as('ana');
  const path = `/tags/${world.tagId}`;
  const before = fieldsIn((await ana.part('GET', `${path}/edit`)).text, path);
  const refused = await ana.part('PUT', path, { ...before, name: '' });
  expect([refused.status, openedIn(refused.text, path)]).toEqual([422, JSON.parse(before.opened ?? '')]);
});

test('nonsense in place of what was shown is as nothing', async () => {
  const ana = await desk.as('ana');
  const path = `/tags/${world.tagId}`;
  const before = fieldsIn((await ana.part('GET', `${path}/edit`)).text, path);
  for (const opened of ['', 'null', '[', '[1]', '{"name":{}}', '7', '"'.repeat(3)]) {
    const { status } = await ana.part('PUT', path, { ...before, opened });
    expect([opened, status]).toEqual([opened, 204]);
  }
});

async function show(browser: Browser, row: Page, opener: Page) {
  const { path } = callOf(row, world);
  const from = callOf(opener, world).path;
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
