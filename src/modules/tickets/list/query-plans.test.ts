import { afterAll, beforeAll, describe, expect, spyOn, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { connections } from '@db/tenant/schema/index.ts';
import { createTestApp, type TestApp } from '@test/support/deps.ts';
import { LocalConnection } from '@/core/db/driver/local-connection.ts';
import { readRows } from '@/core/db/open-file.ts';
import { writeTemplate } from '@/core/db/tenants/tenants.ts';
import { leftMenuDueAt } from '@/modules/chatbot/clock/left-menus.jobs.ts';
import { listContacts } from '@/modules/contacts/contacts.queries.ts';
import { mergeContacts } from '@/modules/contacts/merge/merge-contacts.service.ts';
import { listMessages } from '@/modules/messages/messages.queries.ts';
import { MessagesQuery } from '@/modules/messages/messages.schema.ts';
import type { InboundMessage } from '@/whatsapp/port.ts';
import { listTicketHistory } from '../history/ticket-events.queries.ts';
import { TicketFilter, TicketHistoryFilter } from '../tickets.schema.ts';
import { countTickets, listTickets } from './tickets.queries.ts';

let testApp: TestApp;
let connectionId: number;
const empty = join(mkdtempSync(join(tmpdir(), 'balcao-plans-')), 'company.db');

beforeAll(async () => {
  await writeTemplate(empty);
  testApp = await createTestApp();
  const scope = await testApp.systemScope();
  connectionId = await scope.write(async (tx) => {
    const [row] = await tx.db.insert(connections).values({ name: 'Loja' }).returning({ id: connections.id });
    return row?.id ?? 0;
  });
});
afterAll(async () => {
  await testApp.stop();
  rmSync(dirname(empty), { recursive: true });
});

async function plansOf(work: () => Promise<unknown>): Promise<string[]> {
  const statements: string[] = [];
  const run = spyOn(LocalConnection.prototype, 'run');
  const values = spyOn(LocalConnection.prototype, 'values');
  try {
    await work();
    await testApp.settle();
  } finally {
    for (const [sql] of [...run.mock.calls, ...values.mock.calls]) statements.push(sql);
    run.mockRestore();
    values.mockRestore();
  }
  const plans = statements.flatMap((sql) =>
    /^\s*(select|update|delete)/i.test(sql)
      ? readRows<{ detail: string }>(empty, `EXPLAIN QUERY PLAN ${sql}`)
      : [],
  );
  return plans.map(({ detail }) => detail);
}

const scansOf = (plans: string[], ...tables: string[]) =>
  plans.filter((plan) => tables.some((table) => plan.startsWith(`SCAN ${table}`)));

const GROWING = [
  'tickets',
  'messages',
  'quoted',
  'contacts',
  'contact_identities',
  'outbox',
  'message_reactions',
];

function message(n: number): InboundMessage {
  const identity = { pn: `55119800000${n}@s.whatsapp.net`, lid: `9${n}@lid` };
  return {
    id: `PLAN${n}`,
    chat: { isGroup: false, jid: identity.pn ?? '', identity },
    author: identity,
    fromMe: false,
    pushName: 'Ana',
    timestamp: 1_760_000_000_000,
    content: { type: 'text', text: 'oi' },
    quoted: null,
    isForwarded: false,
    album: null,
    ack: null,
    offline: false,
    raw: '',
  };
}

describe('hot queries use an index', () => {
  test.each([
    [{ personId: 3, from: '2026-03-01', to: '2026-03-01' }, 'ticket_events_doer'],
    [{ from: '2026-03-01', to: '2026-03-01' }, 'ticket_events_when'],
  ])('a day of the ticket history reads that day only: %o', async (filter, index) => {
    const scope = await testApp.scopeOf('ana');
    const plans = await plansOf(() => listTicketHistory(scope, TicketHistoryFilter.parse(filter)));
    expect(plans.filter((plan) => plan.includes(index)).length).toBeGreaterThan(0);
    expect(scansOf(plans, 'ticket_events')).toEqual([]);
  });

  test.each(['open', 'pending', 'closed'])('lists %s tickets without a sort', async (status) => {
    const scope = await testApp.scopeOf('ana');
    const filter = TicketFilter.parse({ status, showAll: 'true' });
    const plans = await plansOf(() => listTickets(scope, filter));
    expect(plans.some((plan) => plan.includes('USING INDEX tickets_listed'))).toBe(true);
    expect(scansOf(plans, ...GROWING)).toEqual([]);
  });

  test('counts tickets from an index only', async () => {
    const scope = await testApp.scopeOf('ana');
    const filter = { queueIds: [], showAll: true };
    const plans = await plansOf(() => countTickets(scope, filter));
    expect(
      plans.filter((plan) => plan.includes('USING COVERING INDEX tickets_listed')).length,
    ).toBeGreaterThanOrEqual(2);
  });

  test('finds tickets with the bot without reading those that wait', async () => {
    const scope = await testApp.scopeOf('ana');
    await testApp.listener.onMessages({ companyId: scope.companyId, connectionId }, [message(9)]);
    const plans = await plansOf(() => countTickets(scope, { queueIds: [9], showAll: true }));
    for (const index of [
      'tickets_at_menu',
      'tickets_with_machine',
      'tickets_by_queue (queue_id=? AND status=?)',
    ])
      expect(plans.filter((plan) => plan.includes(index))).toHaveLength(1);
    expect(
      plans.filter(
        (plan) => /tickets_listed|held/.test(plan) && !/COVERING|at_menu|machine|by_queue/.test(plan),
      ),
    ).toEqual([]);
    const due = await plansOf(async () => {
      await leftMenuDueAt(await testApp.systemScope());
    });
    expect(due.filter((plan) => plan.includes('tickets'))).toEqual([
      expect.stringContaining('tickets_at_menu'),
      expect.stringContaining('tickets_by_queue (queue_id=? AND status=?)'),
    ]);
  });

  test('reads a page of messages', async () => {
    const scope = await testApp.scopeOf('ana');
    const plans = await plansOf(() => listMessages(scope, 1, MessagesQuery.parse({})));
    expect(plans.some((plan) => plan.includes('messages_by_ticket'))).toBe(true);
    expect(scansOf(plans, ...GROWING)).toEqual([]);
  });

  test('lists the user’s own open tickets without a sort', async () => {
    const scope = await testApp.scopeOf('ana');
    const plans = await plansOf(() => listTickets(scope, TicketFilter.parse({ status: 'open' })));
    expect(plans[0]).toContain('USING INDEX tickets_by_user (user_id=? AND status=?)');
    expect(plans.filter((plan) => plan.includes('TEMP B-TREE'))).toEqual([]);
  });

  test('continues the list from a cursor', async () => {
    const scope = await testApp.scopeOf('ana');
    const filter = TicketFilter.parse({ status: 'open', showAll: 'true', after: '1760000000000,7' });
    const plans = await plansOf(() => listTickets(scope, filter));
    expect(plans).toContainEqual(expect.stringContaining('tickets_listed (status=? AND updated_at<?)'));
  });

  test.each(['oldest', 'newest'])(
    'lists pending tickets, %s first, without a sort and from the cursor',
    async (sort) => {
      const scope = await testApp.scopeOf('bia');
      const waiting = { status: 'pending', sort };
      const plans = await plansOf(() => listTickets(scope, TicketFilter.parse(waiting)));
      expect(plans[0]).toContain('USING INDEX tickets_waiting (status=?)');
      const filter = TicketFilter.parse({ ...waiting, after: '1760000000000,7' });
      const fromCursor = await plansOf(() => listTickets(scope, filter));
      const sign = sort === 'oldest' ? '>' : '<';
      expect(fromCursor[0]).toContain(`tickets_waiting (status=? AND waiting_since${sign}?)`);
      expect([...plans, ...fromCursor].filter((plan) => plan.includes('TEMP B-TREE'))).toEqual([]);
    },
  );

  test('lists the team’s open tickets without a sort', async () => {
    const scope = await testApp.scopeOf('rui');
    const plans = await plansOf(() =>
      listTickets(scope, TicketFilter.parse({ status: 'open', team: 'true' })),
    );
    expect(plans[0]).toContain('USING INDEX tickets_listed (status=?)');
    expect(plans.filter((plan) => plan.includes('TEMP B-TREE'))).toEqual([]);
  });

  test('queries the full-text index once for all matches of a search', async () => {
    const scope = await testApp.scopeOf('ana');
    const plans = await plansOf(() => listTickets(scope, TicketFilter.parse({ searchParam: 'pedido' })));
    expect(scansOf(plans, ...GROWING)).toEqual([
      expect.stringContaining('SCAN contacts_fts VIRTUAL TABLE'),
      // Only for a text of too many people, and then 1,000 rows.
      'SCAN tickets USING COVERING INDEX tickets_by_update',
      expect.stringContaining('SCAN messages_fts VIRTUAL TABLE'),
      // As many rows as were deleted.
      'SCAN messages USING COVERING INDEX messages_deleted',
      expect.stringContaining('SCAN messages_fts VIRTUAL TABLE'),
      'SCAN messages USING COVERING INDEX messages_deleted',
    ]);
  });

  test('stores an incoming message of a new and of a known contact', async () => {
    const scope = await testApp.systemScope();
    const target = { companyId: scope.companyId, connectionId };
    const plans = await plansOf(() =>
      testApp.listener.onMessages(target, [message(1), message(1), message(2)]),
    );
    expect(plans.length).toBeGreaterThan(10);
    expect(scansOf(plans, ...GROWING)).toEqual([]);
  });

  test('stores a receipt and polls the outbox', async () => {
    const scope = await testApp.systemScope();
    const target = { companyId: scope.companyId, connectionId };
    const receipt = { id: 'PLAN1', chat: ['551198000001@s.whatsapp.net'], ack: 3 };
    const plans = await plansOf(async () => {
      await testApp.listener.onReceipts(target, [receipt]);
      testApp.kernel.outbox.wake(scope.companyId);
      await testApp.kernel.outbox.idle();
    });
    expect(plans.some((plan) => plan.includes('USING INDEX messages_by_wid'))).toBe(true);
    expect(plans.some((plan) => plan.includes('outbox_work'))).toBe(true);
    expect(scansOf(plans, ...GROWING)).toEqual([]);
  });

  test('lists contacts without a sort, also after a cursor', async () => {
    const scope = await testApp.scopeOf('ana');
    for (const after of [undefined, 1]) {
      const plans = await plansOf(() => listContacts(scope, { searchParam: '', pageNumber: 1, after }));
      expect(plans.some((plan) => /(SCAN|SEARCH) contacts USING INDEX contacts_by_name/.test(plan))).toBe(
        true,
      );
    }
  });

  test('merges two contacts', async () => {
    const scope = await testApp.systemScope();
    const [keep, drop] = await scope.db.query.contacts.findMany({ limit: 2 });
    const plans = await plansOf(() =>
      scope.write((tx) => mergeContacts(tx, { keep: keep?.id ?? 0, drop: drop?.id ?? 0 })),
    );
    expect(plans.length).toBeGreaterThan(10);
    expect(scansOf(plans, ...GROWING, 'kept', 'gone')).toEqual([]);
  });

  test('finds dependent rows by index when a ticket, contact or message is deleted', () => {
    const all = (sql: string) => readRows<Record<string, string>>(empty, sql);
    const tables = all("SELECT name FROM sqlite_master WHERE type = 'table'").map(({ name }) => name);
    const unindexed = tables.flatMap((table) => {
      const first = all(`PRAGMA index_list("${table}")`).map(
        (index) => all(`PRAGMA index_info("${index.name}")`)[0]?.name,
      );
      return all(`PRAGMA foreign_key_list("${table}")`)
        .filter(({ table: parent }) => ['tickets', 'contacts', 'messages'].includes(parent ?? ''))
        .filter(({ from }) => !first.includes(from))
        .map(({ from }) => `${table}.${from}`);
    });
    expect(tables.length).toBeGreaterThan(10);
    expect(unindexed).toEqual([]);
  });
});
