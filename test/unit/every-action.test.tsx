import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { tickets, ticketTags } from '@db/tenant/schema/index.ts';
import type { TestDesk } from '@test/support/deps.ts';
import { createFilledDesk, type World } from '@test/support/world.ts';
import { I18nProvider } from '@views/i18n.tsx';
import { Glob } from 'bun';
import { eq } from 'drizzle-orm';
import { renderToStaticMarkup } from 'react-dom/server';
import { PAGES } from '@/rows.ts';
import { actionsOf } from '../../islands/command-bar/commands.ts';
import { ticket as listed, me } from '../../islands/desk/fixtures.test-support.ts';
import { TICKET_ACTIONS } from '../../islands/desk/ticket-actions.ts';
import { BulkBar } from '../../islands/ticket-list/bulk-bar.tsx';
import { RowActions } from '../../islands/ticket-list/row-actions.tsx';
import { RowMenu } from '../../islands/ticket-list/row-menu.tsx';

/** A change of a ticket offers an undo, or asks first. Every control of the desk stands in this table. */
type Standing = Partial<typeof tickets.$inferInsert>;
type Offer = { status: number; undo: string | null };

let desk: TestDesk;
let world: World;
beforeAll(async () => {
  ({ desk, world } = await createFilledDesk());
});
afterAll(() => desk.stop());

const SHOWS = 'shows';
const ASKS = 'asks';
const BESIDE = 'taken off beside it';
const TELLS = 'tells colleagues of it, and changes nothing';
const MAKES = 'makes a ticket, of a form that was filled in';

const mine = (): Standing => ({ status: 'open', userId: desk.cast.userId.bia });
const hers = (): Standing => ({ status: 'open', userId: desk.cast.userId.ana });

async function offerOf(method: string, path: string, body: Record<string, unknown>): Promise<Offer> {
  const reply = await (await desk.as('bia')).raw(path, {
    method,
    body: JSON.stringify(body),
    headers: { 'Content-Type': 'application/json', 'X-Offer-Undo': '1' },
  });
  const answer = (await reply.json()) as { undo?: string };
  return { status: reply.status, undo: reply.headers.get('X-Undo-Token') ?? answer.undo ?? null };
}
async function toastOf(method: string, path: string, body: Record<string, string> = {}): Promise<Offer> {
  const { status, headers } = await (await desk.as('bia')).part(method, path, body);
  const { toast } = JSON.parse(headers.get('HX-Trigger') ?? '{}') as { toast?: { undo?: string } };
  return { status, undo: toast?.undo ?? null };
}
const patch = (change: () => Record<string, unknown>, from?: () => Standing) => ({
  from,
  send: () => offerOf('PUT', `/tickets/${world.ticketId}`, change()),
});
const part = (method: string, name: string, values: () => Record<string, string>, from?: () => Standing) => ({
  from,
  send: () => toastOf(method, `/tickets/${world.uuid}/${name}`, values()),
});
const bulk = (values: Record<string, unknown>, from?: () => Standing) => ({
  from,
  send: () => offerOf('POST', '/tickets/bulk', { ids: [world.ticketId], ...values }),
});

type Told = { from?: () => Standing; send: () => Promise<Offer> };
const TABLE: Record<string, Told | typeof SHOWS | typeof ASKS | typeof BESIDE | typeof MAKES | typeof TELLS> =
  {
    accept: patch(() => mine()),
    take: patch(() => ({ ...mine(), queueId: desk.cast.queueId.Vendas }), hers),
    return: patch(() => ({ status: 'pending', userId: null }), mine),
    resolve: patch(() => ({ status: 'closed' }), mine),
    reopen: patch(mine, () => ({ status: 'closed', userId: desk.cast.userId.bia })),
    read: bulk({ action: 'read' }, () => ({ ...mine(), unreadMessages: 2 })),
    unread: bulk({ action: 'unread' }, mine),
    'bulk close': bulk({ action: 'close' }, mine),
    'bulk read': bulk({ action: 'read' }, () => ({ ...mine(), unreadMessages: 2 })),
    'bulk unread': bulk({ action: 'unread' }, mine),
    'bulk assign': SHOWS,
    'bulk tag': SHOWS,
    'bulk clear': SHOWS,
    'POST /tickets/bulk assign': {
      from: mine,
      send: () => bulk({ action: 'assign', userId: desk.cast.userId.rui }).send(),
    },
    'POST /tickets/bulk tag': {
      from: mine,
      send: async () => bulk({ action: 'tag', tagIds: [await spareTag()] }).send(),
    },
    'PUT /tickets/:/transfer': part(
      'PUT',
      'transfer',
      () => ({
        queueId: String(desk.cast.queueId.Suporte),
        whatsappId: String(world.connectionId),
        userId: '',
      }),
      mine,
    ),
    'POST /tickets/:/snooze': part('POST', 'snooze', () => ({ choice: 'hour' }), mine),
    'DELETE /tickets/:/snooze': part(
      'DELETE',
      'snooze',
      () => ({}),
      () => ({ ...mine(), snoozedUntil: new Date(desk.clock.now.getTime() + 60_000) }),
    ),
    'POST /tickets/:/tags': {
      from: mine,
      send: async () =>
        toastOf('POST', `/tickets/${world.uuid}/tags`, { tagId: String(await spareTag()), name: '' }),
    },
    'DELETE /tickets/:/tags/:': {
      from: mine,
      send: () => toastOf('DELETE', `/tickets/${world.uuid}/tags/${world.tagId}`),
    },
    'POST /tickets/:/notes': BESIDE,
    'DELETE /tickets/:/notes/:': ASKS,
    'DELETE /tickets/:': ASKS,
    'POST /tickets': MAKES,
    'POST /tickets/:/share': TELLS,
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

/** Tickets are changed by the actions above; reading marks by itself, and a card opens a ticket. */
const CALLS = [
  // Asks a model, and changes nothing.
  'islands/assistant/preview.tsx: /tickets/:/assistant',
  'islands/conversation/open-contact.ts: /tickets',
  'islands/conversation/use-read.ts: markRead(',
  'islands/desk/desk-api.ts: /tickets/:',
  'islands/desk/desk-api.ts: /tickets/:/read',
  'islands/desk/desk-api.ts: /tickets/bulk',
  'islands/desk/desk-api.ts: markRead(',
  'islands/desk/desk-api.ts: markTicket(',
  'islands/desk/desk-api.ts: patchTicket(',
  'islands/desk/ticket-actions.ts: markTicket(',
  'islands/desk/ticket-actions.ts: patchTicket(',
  'islands/ticket-list/bulk-bar.tsx: /tickets/bulk',
];

async function spareTag(): Promise<number> {
  const reply = await (await desk.as('rui')).json<{ id: number }>('POST', '/tags', { name: 'De sobra' });
  return reply.body.id;
}

const drawnOn = new Set<string>();
function shown(html: string): string[] {
  for (const [, tag = ''] of html.matchAll(HOLDERS)) drawnOn.add(tag);
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
  const drawn = all.map((ticket) => (
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
      <BulkBar chosen={[ticket]} onClear={noop} />
    </div>
  ));
  const i18n = { locale: 'pt' as const, timeZone: 'UTC', t: (key: string) => key };
  return shown(renderToStaticMarkup(<I18nProvider value={i18n}>{drawn}</I18nProvider>));
}

async function onThePage(): Promise<string[]> {
  const ana = await desk.as('ana');
  const base = `/tickets/${world.uuid}`;
  const found = new Set<string>();
  const note = await ana.part('POST', `${base}/notes`, { note: 'Só entre nós' });
  expect(note.status).toBe(200);
  for (const from of [{ status: 'pending', userId: null }, mine(), hers(), { status: 'closed' }] as const) {
    await stand({ ...from, snoozedUntil: new Date(desk.clock.now.getTime() + 60_000) });
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
    const { text } = await ana.part('GET', `/tickets/bulk/${action}?ids=${world.ticketId}`);
    for (const name of shown(text)) found.add(`${name} ${action}`);
  }
  return [...found];
}

async function stand(standing: Standing): Promise<void> {
  const scope = await desk.systemScope();
  await scope.write((tx) =>
    tx.db
      .update(tickets)
      .set({ queueId: desk.cast.queueId.Vendas, snoozedUntil: null, unreadMessages: 0, ...standing })
      .where(eq(tickets.id, world.ticketId)),
  );
}
async function state() {
  const scope = await desk.systemScope();
  const own = eq(ticketTags.ticketId, world.ticketId);
  const rows = await scope.db.query.ticketTags.findMany({ where: own });
  return {
    ticket: await scope.db.query.tickets.findFirst({ where: eq(tickets.id, world.ticketId) }),
    tags: rows.map(({ tagId }) => tagId).sort(),
  };
}

beforeEach(() => stand({ status: 'pending', userId: null }));

test('every action that the desk draws or knows stands in the table, and none else', async () => {
  const commands = actionsOf(
    (key) => key,
    () => undefined,
  ).map(({ id }) => id);
  const found = [...TICKET_ACTIONS, ...inTheList(), ...(await onThePage()), ...commands];
  expect([...new Set(found)].sort()).toEqual(Object.keys(TABLE).sort());
  expect([...drawnOn].sort()).toEqual(['button', 'form']);
});

test('every page’s change of a ticket stands in it, whether a screen draws it or not', () => {
  const known = Object.keys(TABLE).map((name) => name.split(' ').slice(0, 2).join(' '));
  const changes = PAGES.filter(({ method, path }) => method !== 'GET' && path.startsWith('/tickets'));
  expect(changes.length).toBeGreaterThan(8);
  for (const { method, path } of changes) expect(known).toContain(`${method} ${path.replace(/:\w+/g, ':')}`);
});

test('scripts change tickets by these calls alone', async () => {
  const calls: string[] = [];
  for await (const file of new Glob('islands/**/*.{ts,tsx}').scan('.')) {
    if (file.includes('.test')) continue;
    const code = await Bun.file(file).text();
    const sent =
      /(?:api\.(?:post|put|patch|delete)(?:<[^(]*>)?|sendForm)\(\s*[`'"](\/tickets[^`'"]*)|\b(?:patchTicket|markTicket|markRead)\(/g;
    for (const [call, path] of code.matchAll(sent))
      calls.push(`${file}: ${path?.replace(/\$\{[\w.]+\}/g, ':') ?? call}`);
  }
  expect(calls.sort()).toEqual(CALLS);
});

describe('what changes a ticket is offered back, and taken back it is as it was', () => {
  for (const [name, told] of Object.entries(TABLE)) {
    if (typeof told === 'string') continue;
    test(name, async () => {
      if (told.from) await stand(told.from());
      const before = await state();
      const { status, undo } = await told.send();
      expect(status).toBeLessThan(300);
      expect(await state()).not.toEqual(before);
      expect(undo).toBeString();
      expect((await (await desk.as('bia')).json('POST', `/undo/${undo}`)).status).toBe(200);
      expect(await state()).toEqual(before);
    });
  }
});

test('what cannot be taken back asks first, and says so', async () => {
  const ana = await desk.as('ana');
  const question = await ana.part('GET', `/tickets/${world.uuid}/delete`);
  expect(question.text).toContain('Não é possível desfazer');
});
