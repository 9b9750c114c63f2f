import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { announcements, credits, idempotencyKeys } from '@db/platform/schema/index.ts';
import { chatMessages, chats, schedules, ticketNotes } from '@db/tenant/schema/index.ts';
import { keyJobs } from '@/modules/message-api/idempotency.service.ts';
import type { Browser } from './support/app.ts';
import type { TestApp } from './support/deps.ts';
import { createFilledApp, type Fixtures } from './support/fixtures.ts';
import { setSuper } from './support/people.ts';

type Form = {
  opens: (fixtures: Fixtures) => string;
  action: (fixtures: Fixtures) => string;
  values: (fixtures: Fixtures) => Record<string, string>;
  changed: Record<string, string>;
  count: () => Promise<number>;
};

let testApp: TestApp;
let fixtures: Fixtures;
let ana: Browser;
let rui: Browser;

beforeAll(async () => {
  ({ testApp, fixtures } = await createFilledApp());
  await setSuper(testApp.kernel, testApp.people, 'ana');
  await setSuper(testApp.kernel, testApp.people, 'rui');
  ana = await testApp.as('ana');
  rui = await testApp.as('rui');
});
afterAll(() => testApp.stop());

const inTenant =
  (table: typeof schedules | typeof ticketNotes | typeof chats | typeof chatMessages) => async () =>
    (await testApp.systemScope()).db.$count(table);
const inPlatform = (table: typeof announcements | typeof credits) => () =>
  testApp.kernel.platform.db.$count(table);

const countChatMessages = inTenant(chatMessages);

const FORMS: Record<string, Form> = {
  'a schedule': {
    opens: () => '/schedules/new',
    action: () => '/schedules',
    values: ({ contactId }) => ({
      body: 'Seu pedido chega',
      contactId: `${contactId}`,
      sendAt: '2030-01-02T10:00',
    }),
    changed: { body: 'Seu pedido atrasou' },
    count: inTenant(schedules),
  },
  'a note': {
    opens: ({ uuid }) => `/tickets/${uuid}/drawer`,
    action: ({ uuid }) => `/tickets/${uuid}/notes`,
    values: () => ({ note: 'prefere de manhã' }),
    changed: { note: 'prefere à tarde' },
    count: inTenant(ticketNotes),
  },
  'a chat': {
    opens: () => '/chats/new',
    action: () => '/chats',
    values: () => ({ title: 'Plantão', userIds: `${testApp.people.userId.bia}` }),
    changed: { title: 'Plantão de sábado' },
    count: inTenant(chats),
  },
  'an announcement': {
    opens: () => '/announcements/new',
    action: () => '/announcements',
    values: () => ({ title: 'Manutenção', text: 'Hoje à noite', priority: '3', forAll: 'true' }),
    changed: { text: 'Amanhã' },
    count: inPlatform(announcements),
  },
  'a credit': {
    opens: ({ invoiceId }) => `/platform/invoices/${invoiceId}/credit`,
    action: ({ invoiceId }) => `/platform/invoices/${invoiceId}/credit`,
    values: () => ({ value: '12,50', note: 'Dois dias fora do ar' }),
    changed: { value: '20,00' },
    count: inPlatform(credits),
  },
};

async function openForm({ opens }: Form, who: Browser): Promise<string> {
  return idIn((await who.part('GET', opens(fixtures))).text);
}

function idIn(html: string): string {
  const [, clientId] = /<input type="hidden" name="clientId" value="([^"]+)"/.exec(html) ?? [];
  if (!clientId) throw new Error('the form has no id');
  return clientId;
}

describe.each(Object.entries(FORMS))('the form of %s', (_name, form) => {
  test('creates one when it is sent again unchanged, and answers as the first time', async () => {
    const values = { ...form.values(fixtures), clientId: await openForm(form, ana) };
    const before = await form.count();
    const replies = await Promise.all([1, 2].map(() => ana.part('POST', form.action(fixtures), values)));
    const again = await ana.part('POST', form.action(fixtures), values);
    expect(await form.count()).toBe(before + 1);
    const answered = [...replies, again].map(({ status, headers }) => [status, headers.get('HX-Trigger')]);
    expect(answered).toEqual(Array(3).fill(answered[0]));
  });

  test('creates two in two tabs, and without an id, as an old page sends it', async () => {
    const tabs = [await openForm(form, ana), await openForm(form, ana)];
    const before = await form.count();
    for (const clientId of tabs)
      await ana.part('POST', form.action(fixtures), { ...form.values(fixtures), clientId });
    expect(await form.count()).toBe(before + 2);
    for (const _ of tabs) await ana.part('POST', form.action(fixtures), form.values(fixtures));
    expect(await form.count()).toBe(before + 4);
  });

  test('of another person is another form', async () => {
    const values = { ...form.values(fixtures), clientId: await openForm(form, ana) };
    await ana.part('POST', form.action(fixtures), values);
    const before = await form.count();
    await rui.part('POST', form.action(fixtures), values);
    expect(await form.count()).toBe(before + 1);
  });

  test('sent with other values is shown again, with a new id', async () => {
    const values = { ...form.values(fixtures), clientId: await openForm(form, ana) };
    await ana.part('POST', form.action(fixtures), values);
    const before = await form.count();
    const changed = await ana.part('POST', form.action(fixtures), { ...values, ...form.changed });
    expect([changed.status, await form.count()]).toEqual([422, before]);
    expect(changed.text).toContain('Isto já foi salvo com outro conteúdo');
    const clientId = idIn(changed.text);
    await ana.part('POST', form.action(fixtures), { ...values, ...form.changed, clientId });
    expect(await form.count()).toBe(before + 1);
  });
});

test('a ticket is shared once in each chat that the form is sent to', async () => {
  const address = `/tickets/${fixtures.uuid}/share`;
  const share = async (clientId: string, chatId: number) =>
    (await ana.part('POST', address, { clientId, chatId: `${chatId}`, message: 'Alguém pode ver?' })).status;
  const other = await ana.json<{ id: number }>('POST', '/chats', {
    title: 'Outro',
    users: [{ id: testApp.people.userId.bia }],
  });
  const { text } = await ana.part('GET', address);
  const clientId = idIn(text);
  const before = await countChatMessages();
  expect(await share(clientId, fixtures.chatId)).toBe(204);
  expect(await share(clientId, fixtures.chatId)).toBe(204);
  expect(await share(clientId, other.body.id)).toBe(204);
  expect(await countChatMessages()).toBe(before + 2);
});

test('ids of the platform’s forms are forgotten after a day', async () => {
  const { kernel, clock } = testApp;
  const count = () => kernel.platform.db.$count(idempotencyKeys);
  const forget = () => Promise.all(keyJobs(kernel).map(({ run }) => run()));
  const before = await count();
  expect(before).toBeGreaterThan(0);
  await forget();
  expect(await count()).toBe(before);
  clock.advance(86_400_000 + 1);
  await forget();
  expect(await count()).toBe(0);
});
