import { afterAll, beforeAll, expect, test } from 'bun:test';
import type { PersonName } from '@test/support/people.ts';
import { createTicketLists, type TicketLists } from '@/modules/tickets/list/ticket-lists.test-support.ts';
import type { TicketTargets, TicketView } from '@/modules/tickets/tickets.views.ts';

let on: TicketLists;
beforeAll(async () => {
  on = await createTicketLists();
});
afterAll(() => on.testApp.stop());

async function targets(who: PersonName, name: string) {
  const client = await on.testApp.as('ana');
  const { body } = await client.json<TicketView>('GET', `/tickets/${on.ids[name]}`);
  return on.browsers
    .get(who)
    ?.json<TicketTargets & { error: string }>('GET', `/tickets/u/${body.uuid}/targets`);
}

test('offers the other queues, and colleagues with the queue in which they would get the ticket', async () => {
  const { queueId, userId } = on.testApp.people;
  const reply = await targets('bia', 'open vendas bia');
  expect(reply?.status).toBe(200);
  const { queues, people, canMerge } = reply?.body ?? {};
  expect(queues?.map(({ id }) => id)).not.toContain(queueId.Vendas);
  expect(queues?.map(({ id }) => id)).toContain(queueId.Suporte);
  expect(people?.find(({ id }) => id === userId.bia)).toBeUndefined();
  expect(people?.find(({ id }) => id === userId.rui)?.queueId).toBe(queueId.Vendas);
  expect(canMerge).toBe(false);
  expect((await targets('rui', 'open vendas bia'))?.body.canMerge).toBe(true);
});

test('a ticket that the agent may not see has no targets', async () => {
  const reply = await targets('caio', 'open vendas bia');
  expect([reply?.status, reply?.body.error]).toEqual([404, 'ERR_NO_TICKET_FOUND']);
});
