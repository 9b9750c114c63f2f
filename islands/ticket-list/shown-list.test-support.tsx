import { afterEach, beforeAll } from 'bun:test';
import { withDom } from '@test/support/dom.ts';
import type { TicketView } from '@/modules/tickets/tickets.views.ts';
import { knownConnections, NO_CONNECTIONS } from '../workspace/connections.ts';
import type { Call } from '../workspace/fixture.test-support.tsx';
import { me, NOW } from '../workspace/fixtures.test-support.ts';

const filter = { status: 'open' as const, queueIds: [], showAll: false };
const queues = [
  { id: 1, name: 'Vendas', color: '#00aa00' },
  { id: 2, name: 'Suporte', color: '#aa0000' },
];

/** A fake answer needs few tasks of the event loop, however slow the machine is. */
export async function soon(): Promise<void> {
  for (let task = 0; task < 20; task += 1) await new Promise((resolve) => setTimeout(resolve));
}

/** Call once in each test file, whose hooks it registers; the returned function shows a list in happy-dom. */
export function withLists() {
  withDom();
  const loaded = Promise.withResolvers<{
    TicketList: typeof import('./ticket-list.tsx').TicketList;
    fixture: typeof import('../workspace/fixture.test-support.tsx').fixture;
  }>();
  beforeAll(async () => {
    // happy-dom has no layout, so the list's height is 0 and only the first screen of rows is rendered.
    Object.assign(globalThis, {
      ResizeObserver: class {
        observe() {}
        disconnect() {}
      },
    });
    const [{ TicketList }, { fixture }] = await Promise.all([
      import('./ticket-list.tsx'),
      import('../workspace/fixture.test-support.tsx'),
      // The list imports it itself; loading may take longer than `soon` on a busy machine.
      import('./extras.ts'),
    ]);
    loaded.resolve({ TicketList, fixture });
  });

  const staged: { end(): Promise<void> }[] = [];
  afterEach(async () => {
    for (const one of staged.splice(0)) await one.end();
  });

  /** Counts are fetched half a second after a change, which a busy machine may reach; those that `reply` lacks fail. */
  const withoutCounts = (reply: (call: Call) => unknown) => (call: Call) => {
    const answer = reply(call);
    const isLacking = call.path.startsWith('/api/tickets/counts') && !('pending' in Object(answer));
    return isLacking ? new Response(null, { status: 503 }) : answer;
  };

  return async (tickets: TicketView[], reply: (call: Call) => unknown = () => ({}), canShowAll = false) => {
    const { TicketList, fixture } = await loaded.promise;
    // The store outlives a test file: tests share a process.
    knownConnections.set(NO_CONNECTIONS);
    const props = {
      me: { ...me, canShowAll, canSeeWithoutQueue: canShowAll },
      page: { tickets, count: tickets.length, hasMore: false },
      counts: { open: tickets.length, pending: 4, snoozed: 0, team: 0 },
      queues,
      filter,
      isCompact: false,
      pins: [],
      selected: null,
      now: NOW,
    };
    const made = await fixture(TicketList, props, withoutCounts(reply));
    staged.push(made);
    return made;
  };
}
