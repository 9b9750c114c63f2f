import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { tickets, ticketTags } from '@db/tenant/schema/index.ts';
import type { TestApp } from '@test/support/deps.ts';
import { createFilledApp, type Fixtures } from '@test/support/fixtures.ts';
import { I18nProvider } from '@views/i18n.tsx';
import { Glob } from 'bun';
import { eq } from 'drizzle-orm';
import { renderToStaticMarkup } from 'react-dom/server';
import { PAGES } from '@/web/routes.ts';
import { actionsOf } from '../../islands/command-bar/commands.ts';
import { BulkBar } from '../../islands/ticket-list/bulk-bar.tsx';
import { RowActions } from '../../islands/ticket-list/row-actions.tsx';
import { RowMenu } from '../../islands/ticket-list/row-menu.tsx';
import { ticket as listed, me } from '../../islands/workspace/fixtures.test-support.ts';
import { TICKET_ACTIONS } from '../../islands/workspace/ticket-actions.ts';

/** A change of a ticket offers an undo, or asks first. Every control of the workspace must be in this table. */
type Status = Partial<typeof tickets.$inferInsert>;
type Offer = { status: number; undo: string | null };

let testApp: TestApp;
let fixtures: Fixtures;
beforeAll(async () => {
  ({ testApp, fixtures } = await createFilledApp());
});
afterAll(() => testApp.stop());

const SHOWS = 'shows';
const ASKS = 'asks';
const BESIDE = 'taken off beside it';
const NOTIFIES = 'tells colleagues of it, and changes nothing';
const MAKES = 'makes a ticket, of a form that was filled in';

const mine = (): Status => ({ status: 'open', userId: testApp.people.userId.bia });
const hers = (): Status => ({ status: 'open', userId: testApp.people.userId.ana });

async function offerOf(method: string, path: string, body: Record<string, unknown>): Promise<Offer> {
  const reply = await (await testApp.as('bia')).raw(path, {
    method,
    body: JSON.stringify(body),
    headers: { 'Content-Type': 'application/json', 'X-Offer-Undo': '1' },
  });
  const answer = (await reply.json()) as { undo?: string };
  return { status: reply.status, undo: reply.headers.get('X-Undo-Token') ?? answer.undo ?? null };
}
async function toastOf(method: string, path: string, body: Record<string, string> = {}): Promise<Offer> {
  const { status, headers } = await (await testApp.as('bia')).part(method, path, body);
  const { toast } = JSON.parse(headers.get('HX-Trigger') ?? '{}') as { toast?: { undo?: string } };
  return { status, undo: toast?.undo ?? null };
}
const patch = (change: () => Record<string, unknown>, from?: () => Status) => ({
  from,
  send: () => offerOf('PUT', `/tickets/${fixtures.ticketId}`, change()),
});
const part = (method: string, name: string, values: () => Record<string, string>, from?: () => Status) => ({
  from,
  send: () => toastOf(method, `/tickets/${fixtures.uuid}/${name}`, values()),
});
const bulk = (values: Record<string, unknown>, from?: () => Status) => ({
  from,
  send: () => offerOf('POST', '/tickets/bulk', { ids: [fixtures.ticketId], ...values }),
});

type Reported = { from?: () => Status; send: () => Promise<Offer> };
const TABLE: Record<
  string,
  Reported | typeof SHOWS | typeof ASKS | typeof BESIDE | typeof MAKES | typeof NOTIFIES
> = {
  accept: patch(() => mine()),
  take: patch(() => ({ ...mine(), queueId: testApp.people.queueId.Vendas }), hers),
  return: patch(() => ({ status: 'pending', userId: null }), mine),
  resolve: patch(() => ({ status: 'closed' }), mine),
  resolveNext: patch(() => ({ status: 'closed' }), mine),
  reopen: patch(mine, () => ({ status: 'closed', userId: testApp.people.userId.bia })),
  read: bulk({ action: 'read' }, () => ({ ...mine(), unreadMessages: 2 })),
  unread: bulk({ action: 'unread' }, mine),
  'bulk close': bulk({ action: 'close' }, mine),
  'bulk read': bulk({ action: 'read' }, () => ({ ...mine(), unreadMessages: 2 })),
  'bulk unread': bulk({ action: 'unread' }, mine),
  'bulk all': SHOWS,
  'bulk assign': SHOWS,
  'bulk tag': SHOWS,
  'bulk clear': SHOWS,
  'POST /tickets/bulk assign': {
    from: mine,
    send: () => bulk({ action: 'assign', userId: testApp.people.userId.rui }).send(),
  },
  'POST /tickets/bulk tag': {
    from: mine,
    send: async () => bulk({ action: 'tag', tagIds: [await spareTag()] }).send(),
  },
  'PUT /tickets/:/transfer': part(
    'PUT',
    'transfer',
    () => ({
      queueId: String(testApp.people.queueId.Suporte),
      whatsappId: String(fixtures.connectionId),
      userId: '',
    }),
    mine,
  ),
  'POST /tickets/:/snooze': part('POST', 'snooze', () => ({ choice: 'hour' }), mine),
  'DELETE /tickets/:/snooze': part(
    'DELETE',
    'snooze',
    () => ({}),
    () => ({ ...mine(), snoozedUntil: new Date(testApp.clock.now.getTime() + 60_000) }),
  ),
  'POST /tickets/:/tags': {
    from: mine,
    send: async () =>
      toastOf('POST', `/tickets/${fixtures.uuid}/tags`, { tagId: String(await spareTag()), name: '' }),
  },
  'DELETE /tickets/:/tags/:': {
    from: mine,
    send: () => toastOf('DELETE', `/tickets/${fixtures.uuid}/tags/${fixtures.tagId}`),
  },
  'POST /tickets/:/notes': BESIDE,
  'DELETE /tickets/:/notes/:': ASKS,
  'DELETE /tickets/:': ASKS,
  'POST /tickets': MAKES,
  'POST /tickets/:/share': NOTIFIES,
  peek: SHOWS,
  transfer: SHOWS,
  snooze: SHOWS,
  pin: BESIDE,
  delete: SHOWS,
  select: SHOWS,
  'do-newTicket': SHOWS,
  'do-keys': SHOWS,
  'do-theme': SHOWS,
  'do-profile': SHOWS,
  'do-notifications': SHOWS,
  'do-reload': SHOWS,
};

const CALLS = [
  'islands/assistant/preview.tsx: /tickets/:/assistant',
  ...['snooze', 'tags', 'transfer'].map((part) => `islands/command-bar/targets.ts: /tickets/:/${part}`),
  'islands/conversation/actions/open-contact.ts: /tickets',
  'islands/conversation/use-read.ts: markRead(',
  'islands/ticket-list/bulk-bar.tsx: /tickets/bulk',
  'islands/workspace/ticket-actions.ts: markTicket(',
  'islands/workspace/ticket-actions.ts: patchTicket(',
  'islands/workspace/workspace-api.ts: /tickets/:',
  'islands/workspace/workspace-api.ts: /tickets/:/read',
  'islands/workspace/workspace-api.ts: /tickets/bulk',
  'islands/workspace/workspace-api.ts: markRead(',
  'islands/workspace/workspace-api.ts: markTicket(',
  'islands/workspace/workspace-api.ts: patchTicket(',
];

async function spareTag(): Promise<number> {
  const reply = await (await testApp.as('rui')).json<{ id: number }>('POST', '/tags', { name: 'De sobra' });
  return reply.body.id;
}

const renderedOn = new Set<string>();
function shown(html: string): string[] {
  for (const [, tag = ''] of html.matchAll(HOLDERS)) renderedOn.add(tag);
  return [...new Set([...html.matchAll(CONTROLS)].map(named))];
}
const HOLDERS = /<(\w+)(?=[^>]*(?:data-(?:action|ticket-action|menu|bulk)|hx-(?:post|put|delete|patch))=)/g;
const CONTROLS =
  /data-(action|ticket-action|menu|bulk)="([^"]+)"|hx-(post|put|delete|patch)="([^"]+)"[\s\S]*?(?=<)/g;
function named([, kind, name = '', method = '', path = '']: RegExpMatchArray): string {
  if (!method) return kind === 'bulk' ? `bulk ${name}` : name;
  const plain = path.replace(/\?.*/, '').replace(/\/([0-9a-f-]{36}|\d+)(?=\/|$)/g, '/:');
  return `${method.toUpperCase()} ${plain}`;
}

function inTheList(): string[] {
  const noop = () => undefined;
  const states = [
    { status: 'pending', userId: null },
    { status: 'open', userId: me.id },
    { status: 'open', userId: 99 },
    { status: 'closed', userId: me.id },
  ] as const;
  const all = states.flatMap((state) =>
    [0, 3].map((unreadMessages) => listed(1, 0, { ...state, unreadMessages })),
  );
  const rendered = all.map((ticket) => (
    <div key={`${ticket.status}${ticket.userId}${ticket.unreadMessages}`}>
      <RowActions ticket={ticket} isMine={ticket.userId === 1} onAct={async () => {}} onMenu={noop} />
      <RowMenu
        ticket={ticket}
        me={{ ...me, profile: 'admin' }}
        anchor={undefined as never}
        isPinned={false}
        onAct={noop}
        onPins={noop}
        onSelect={noop}
        onClose={noop}
      />
      <BulkBar chosen={[ticket]} rows={[ticket]} onChoose={noop} />
    </div>
  ));
  const i18n = { locale: 'pt' as const, timeZone: 'UTC', t: (key: string) => key };
  return shown(renderToStaticMarkup(<I18nProvider value={i18n}>{rendered}</I18nProvider>));
}

async function onThePage(): Promise<string[]> {
  const ana = await testApp.as('ana');
  const base = `/tickets/${fixtures.uuid}`;
  const found = new Set<string>();
  const note = await ana.part('POST', `${base}/notes`, { note: 'Só entre nós' });
  expect(note.status).toBe(200);
  for (const from of [{ status: 'pending', userId: null }, mine(), hers(), { status: 'closed' }] as const) {
    await stand({ ...from, snoozedUntil: new Date(testApp.clock.now.getTime() + 60_000) });
    const head = (await ana.part('GET', `${base}/header`)).text;
    const inDrawer = (await ana.part('GET', `${base}/drawer`)).text;
    const opened = [...(head + inDrawer).matchAll(/hx-get="(\/tickets\/[^"]+)"[^>]*aria-haspopup="dialog"/g)];
    const windows = await Promise.all(
      [...new Set(opened.map(([, href = '']) => href))].map((href) => ana.part('GET', href)),
    );
    const peek = await ana.part('GET', `${base}/peek`);
    for (const { text } of [{ text: head + inDrawer }, peek, ...windows])
      for (const name of shown(text)) found.add(name);
  }
  for (const name of shown((await ana.part('GET', '/tickets/new')).text)) found.add(name);
  for (const action of ['assign', 'tag']) {
    const { text } = await ana.part('GET', `/tickets/bulk/${action}?ids=${fixtures.ticketId}`);
    for (const name of shown(text)) found.add(`${name} ${action}`);
  }
  return [...found];
}

async function stand(status: Status): Promise<void> {
  const scope = await testApp.systemScope();
  await scope.write((tx) =>
    tx.db
      .update(tickets)
      .set({ queueId: testApp.people.queueId.Vendas, snoozedUntil: null, unreadMessages: 0, ...status })
      .where(eq(tickets.id, fixtures.ticketId)),
  );
}
async function state() {
  const scope = await testApp.systemScope();
  const own = eq(ticketTags.ticketId, fixtures.ticketId);
  const rows = await scope.db.query.ticketTags.findMany({ where: own });
  return {
    ticket: await scope.db.query.tickets.findFirst({ where: eq(tickets.id, fixtures.ticketId) }),
    tags: rows.map(({ tagId }) => tagId).sort(),
  };
}

beforeEach(() => stand({ status: 'pending', userId: null }));

test('the table lists exactly the actions that the app shows or knows', async () => {
  const commands = actionsOf(
    (key) => key,
    () => undefined,
  ).map(({ id }) => id);
  const found = [...TICKET_ACTIONS, ...inTheList(), ...(await onThePage()), ...commands];
  expect([...new Set(found)].sort()).toEqual(Object.keys(TABLE).sort());
  expect([...renderedOn].sort()).toEqual(['button', 'form', 'input']);
});

test('the table lists every page request that changes a ticket, shown or not', () => {
  const known = Object.keys(TABLE).map((name) => name.split(' ').slice(0, 2).join(' '));
  const changes = PAGES.filter(({ method, path }) => method !== 'GET' && path.startsWith('/tickets'));
  expect(changes.length).toBeGreaterThan(8);
  for (const { method, path } of changes) expect(known).toContain(`${method} ${path.replace(/:\w+/g, ':')}`);
});

test('scripts change tickets only through these requests', async () => {
  const calls: string[] = [];
  for await (const file of new Glob('islands/**/*.{ts,tsx}').scan('.')) {
    if (file.includes('.test')) continue;
    const code = await Bun.file(file).text();
    const sent =
      /(?:api\s*\.(?:post|put|patch|delete)(?:<[^(]*>)?|sendForm)\(\s*[`'"](\/tickets[^`'"]*)|\b(?:patchTicket|markTicket|markRead)\(/g;
    for (const [call, path] of code.matchAll(sent))
      calls.push(`${file}: ${path?.replace(/\$\{[\w.]+\}/g, ':') ?? call}`);
  }
  expect(calls.sort()).toEqual(CALLS);
});

describe('every ticket change can be undone and restores the previous state', () => {
  for (const [name, reported] of Object.entries(TABLE)) {
    if (typeof reported === 'string') continue;
    test(name, async () => {
      if (reported.from) await stand(reported.from());
      const before = await state();
      const { status, undo } = await reported.send();
      expect(status).toBeLessThan(300);
      expect(await state()).not.toEqual(before);
      expect(undo).toBeString();
      expect((await (await testApp.as('bia')).json('POST', `/undo/${undo}`)).status).toBe(200);
      expect(await state()).toEqual(before);
    });
  }
});

test('an irreversible action asks for confirmation and states it', async () => {
  const ana = await testApp.as('ana');
  const question = await ana.part('GET', `/tickets/${fixtures.uuid}/delete`);
  expect(question.text).toContain('Isso não pode ser desfeito');
});
