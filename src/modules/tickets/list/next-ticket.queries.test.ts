import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test';
import { tickets } from '@db/tenant/schema/index.ts';
import type { PersonName } from '@test/support/people.ts';
import { eq } from 'drizzle-orm';
import type { NextTicket } from '../tickets.views.ts';
import { createTicketLists, type TicketLists } from './ticket-lists.test-support.ts';

let on: TicketLists;
beforeAll(async () => {
  on = await createTicketLists();
});
afterAll(() => on.testApp.stop());
beforeEach(() =>
  on.system.write((tx) => tx.db.update(tickets).set({ waitingSince: null, snoozedUntil: null })),
);

type Values = Partial<typeof tickets.$inferInsert>;
const change = (name: string, values: Values) =>
  on.system.write((tx) =>
    tx.db
      .update(tickets)
      .set(values)
      .where(eq(tickets.id, on.ids[name] ?? 0)),
  );
const waits = (name: string, minute: number) => change(name, { waitingSince: new Date(minute * 60_000) });

async function next(who: PersonName, except?: string): Promise<string | undefined> {
  const query = except ? `?except=${on.ids[except]}` : '';
  const reply = await on.browsers.get(who)?.json<NextTicket>('GET', `/tickets/next${query}`);
  expect(reply?.status).toBe(200);
  const id = reply?.body.ticket?.id;
  return Object.entries(on.ids).find(([, known]) => known === id)?.[0];
}

test('nobody waits', async () => {
  expect(await next('bia')).toBeUndefined();
});

test('an agent’s own customers come first, by the longest wait', async () => {
  await waits('pending vendas', 1);
  await waits('open vendas bia', 7);
  await waits('open suporte bia', 5);
  expect(await next('bia')).toBe('open suporte bia');
  expect(await next('bia', 'open suporte bia')).toBe('open vendas bia');
});

test('then those that wait in the agent’s queues', async () => {
  await waits('open vendas rui', 1);
  await waits('pending suporte', 2);
  await waits('pending vendas', 3);
  expect(await next('bia')).toBe('pending vendas');
});

test('neither snoozed ones nor those that are still with the bot', async () => {
  await waits('pending vendas', 1);
  await change('pending vendas', { chatbot: true });
  expect(await next('bia')).toBeUndefined();
  await change('pending vendas', { chatbot: false, snoozedUntil: new Date(9e12) });
  expect(await next('bia')).toBeUndefined();
  await change('pending vendas', { snoozedUntil: null });
  expect(await next('bia')).toBe('pending vendas');
});

test('nothing of another company', async () => {
  await waits('pending vendas', 1);
  expect(await next('davi')).toBeUndefined();
});
