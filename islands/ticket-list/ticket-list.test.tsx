import { expect, test } from 'bun:test';
import type { Call } from '../workspace/fixture.test-support.tsx';
import { AS_OF, me, NOW, ticket } from '../workspace/fixtures.test-support.ts';
import { soon, withLists } from './shown-list.test-support.tsx';

const showList = withLists();

const names = (host: HTMLElement) =>
  [...host.querySelectorAll('[data-ticket]')].map((row) => Number(row.getAttribute('data-ticket')));

test('hydrates from the server markup with count, unread and queue', async () => {
  const { host, complaints, find } = await showList([ticket(1, 5, { unreadMessages: 3 }), ticket(2)]);
  expect(complaints).toEqual([]);
  expect(names(host)).toEqual([1, 2]);
  expect(find('[data-ticket="1"]').hasAttribute('data-unread')).toBe(true);
  expect(find('[data-ticket="1"]').textContent).toContain('3 mensagens não lidas');
  expect(find('[data-count=pending]').textContent).toBe('4');
  expect(find('[data-ticket="2"]').textContent).toContain('Vendas');
  expect(find('[data-ticket="2"]').textContent).not.toContain(me.name);
});

test('a customer who is with the bot has a robot instead of a waiting time', async () => {
  const since = new Date(NOW - 40 * 60_000).toISOString();
  const waiting = { status: 'open' as const, waitingSince: since };
  const { find, host } = await showList([ticket(1, 2, { ...waiting, withBot: true }), ticket(2, 1, waiting)]);
  expect(find('[data-ticket="1"] [role=img]').getAttribute('aria-label')).toBe('No chatbot');
  expect(host.querySelector('[data-ticket="1"] [data-age]')).toBeNull();
  expect(host.querySelector('[data-ticket="2"] [data-age]')).not.toBeNull();
  expect(host.querySelector('[data-ticket="2"] [role=img]')).toBeNull();
});

test('renders few of a hundred rows and escapes names and previews', async () => {
  const evil = '<img src=x onerror=alert(1)>';
  const list = Array.from({ length: 100 }, (_, at) =>
    ticket(at + 1, -at, { lastMessage: evil, contact: { ...ticket(1).contact, name: evil } }),
  );
  const { host, before } = await showList(list);
  expect(names(host).length).toBeLessThan(40);
  expect(host.querySelector('[onerror], img[src=x]')).toBeNull();
  // Within an attribute it is text.
  expect(before.replaceAll(/"[^"]*"/g, '')).not.toContain('<img src=x');
});

test('fetches changes from before hydration', async () => {
  const { host, act } = await showList([ticket(1, 5)], ({ path }) =>
    path.includes('counts')
      ? { open: 2, pending: 0, snoozed: 0, team: 0 }
      : { tickets: [ticket(2, 9), ticket(1, 5)], count: 2, hasMore: false },
  );
  await act(soon);
  expect(names(host)).toEqual([2, 1]);
});

test('fetches nothing when nothing has happened since the page was rendered', async () => {
  document.body.dataset.asOf = AS_OF;
  const { host, calls, act } = await showList([ticket(1, 5)]);
  await act(soon);
  delete document.body.dataset.asOf;
  expect([names(host), calls.filter(({ path }) => path.includes('tickets'))]).toEqual([[1], []]);
});

test('messages move a ticket up, reading clears it and leaving removes it', async () => {
  const { host, onEvent, find } = await showList([ticket(1, 5), ticket(2, 3)]);
  await onEvent('appMessage', {
    action: 'create',
    message: { ticketId: 2, fromMe: false },
    ticket: ticket(2, 9, { unreadMessages: 1, lastMessage: 'oi' }),
  });
  expect(names(host)).toEqual([2, 1]);
  expect(find('[data-ticket="2"]').textContent).toContain('oi');
  await onEvent('presence', { ticketId: 1, presence: 'composing', name: 'Ana' });
  expect(find('[data-ticket="1"]').textContent).toContain('digitando…');
  await onEvent('ticket', { action: 'updateUnread', ticketId: 2 });
  expect(find('[data-ticket="2"]').hasAttribute('data-unread')).toBe(false);
  await onEvent('ticket', { action: 'update', ticket: ticket(2, 10, { status: 'closed' }) });
  expect(names(host)).toEqual([1]);
  expect(find('[data-count=assigned]').textContent).toBe('1');
});

test('the waiting tab loads on first use and offers accepting', async () => {
  const waiting = ticket(7, 1, { status: 'pending', userId: null, user: null });
  const { find, host, calls, act } = await showList([ticket(1)], ({ path, method }) => {
    if (method === 'PUT') {
      return Response.json({ error: 'ERR_TICKET_ALREADY_ACCEPTED', name: 'Caio' }, { status: 409 });
    }
    return path.includes('status=pending') ? { tickets: [waiting], count: 1, hasMore: false } : {};
  });
  await act(() => find('[data-tab=pending]').click());
  await act(() => new Promise((resolve) => setTimeout(resolve)));
  expect(location.search).toBe('?status=pending');
  expect(host.querySelector('[data-open]')).toBeNull();
  expect(find('[data-action=accept]').getAttribute('aria-label')).toMatch(/^Aceitar: ./);
  for (const control of host.querySelectorAll('[data-ticket] :is(button, input)'))
    expect(control.getAttribute('aria-label')).toContain(waiting.contact.name);
  await act(() => find('[data-action=accept]').click());
  expect(calls.find((call) => call.method === 'PUT')).toEqual({
    method: 'PUT',
    path: '/api/tickets/7',
    body: { status: 'open', userId: me.id },
  });
  expect(document.querySelector('#toasts')?.textContent).toContain('Caio já aceitou');
  expect(find<HTMLButtonElement>('[data-action=accept]').disabled).toBe(false);
});

test('rows that came early stand above a loading list, then above its failure, and are asked for again', async () => {
  const early = ticket(7, 1, { status: 'pending', userId: null, user: null });
  const late = ticket(8, 2, { status: 'pending', userId: null, user: null });
  const asked: PromiseWithResolvers<unknown>[] = [];
  const { find, host, onEvent, act } = await showList([ticket(1)], ({ path }) => {
    if (!path.includes('status=pending')) return {};
    asked.push(Promise.withResolvers());
    return asked.at(-1)?.promise;
  });
  await onEvent('ticket', { action: 'update', ticket: early });
  await act(() => find('[data-tab=pending]').click());
  expect(names(host)).toEqual([7]);
  find('[role=status] .skeleton');
  await act(async () => asked[0]?.reject(new TypeError('offline')));
  await act(soon);
  expect(find('[data-scroller] [role=alert]').textContent).toContain('Não foi possível');
  await act(() => find('[data-scroller] [role=alert] button').click());
  find('[role=status] .skeleton');
  await act(async () => asked[1]?.resolve({ tickets: [early, late], count: 2, hasMore: false }));
  await act(soon);
  expect(names(host)).toEqual([7, 8]);
  expect(host.querySelector('[data-scroller] :is([role=alert], .skeleton)')).toBeNull();
});

test('an empty list links to the waiting tickets', async () => {
  const waiting = ticket(7, 1, { status: 'pending', userId: null, user: null });
  const { before, find, host, act } = await showList([], ({ path }) =>
    path.includes('status=pending')
      ? { tickets: [waiting], count: 1, hasMore: false }
      : path.includes('counts')
        ? { open: 0, pending: 4, snoozed: 0, team: 0 }
        : { tickets: [], count: 0, hasMore: false },
  );
  expect(before).toContain('data-waiting');
  await act(soon);
  expect(find('[data-waiting]').textContent).toBe('Ver quem está aguardando (4)');
  await act(() => find('[data-waiting]').click());
  await act(() => new Promise((resolve) => setTimeout(resolve)));
  expect(location.search).toBe('?status=pending');
  expect(names(host)).toEqual([7]);
});

test('a colleague’s ticket can be taken over, one’s own cannot', async () => {
  const theirs = ticket(8, 4, { userId: 2, user: { id: 2, name: 'Caio' } });
  const both = [ticket(1, 5), theirs];
  const reply = ({ method }: Call) =>
    method === 'PUT' ? { ...theirs, userId: me.id } : { tickets: both, count: 2, hasMore: false };
  const { find, host, calls, act } = await showList(both, reply, true);
  await act(soon);
  await act(() => find('[data-show-all]').click());
  await act(() => new Promise((resolve) => setTimeout(resolve)));
  expect(host.querySelectorAll('[data-action=take]')).toHaveLength(1);
  await act(() => find('[data-ticket="8"] [data-action=take]').click());
  expect(calls.find((call) => call.method === 'PUT')).toEqual({
    method: 'PUT',
    path: '/api/tickets/8',
    body: { status: 'open', userId: me.id, queueId: 1 },
  });
});

test('shows an error and a retry when loading fails', async () => {
  let fails = true;
  const { find, host, act } = await showList([ticket(1)], () =>
    fails
      ? Response.json({ error: 'ERR_INTERNAL' }, { status: 500 })
      : { tickets: [ticket(9, 0, { status: 'closed' })], count: 1, hasMore: false },
  );
  await act(soon);
  await act(() => find('[data-tab=closed-tab]').click());
  await act(() => new Promise((resolve) => setTimeout(resolve)));
  const retry = [...host.querySelectorAll('button')].find(
    (button) => button.textContent === 'Tentar de novo',
  );
  fails = false;
  await act(() => retry?.click());
  await act(() => new Promise((resolve) => setTimeout(resolve)));
  expect(names(host)).toEqual([9]);
});
const checked = (host: HTMLElement) =>
  [...host.querySelectorAll<HTMLInputElement>('[data-select]')].map((box) => box.checked);

test('Shift selects a range and shows the bulk actions', async () => {
  const asked: unknown[] = [];
  Object.assign(window, { htmx: { ajax: async (...call: unknown[]) => void asked.push(call) } });
  const { find, host, act } = await showList([ticket(1, 5), ticket(2, 4), ticket(3, 3), ticket(4, 2)]);
  await act(() => find('[data-ticket="1"] [data-select]').click());
  await act(() =>
    find('[data-ticket="3"] [data-select]').dispatchEvent(
      new MouseEvent('click', { bubbles: true, cancelable: true, shiftKey: true }),
    ),
  );
  expect(checked(host)).toEqual([true, true, true, false]);
  await act(soon);
  expect(find('[role=toolbar]').textContent).toContain('3 selecionados');
  expect(host.querySelector('[data-new-ticket]')).toBeNull();
  await act(() => find('[data-ticket="4"] [data-open]').click());
  expect(checked(host)).not.toContain(false);
  expect(asked).toEqual([]);
  await act(() => find('[data-bulk=close]').click());
  expect(asked).toEqual([
    ['POST', '/tickets/bulk', { source: 'body', swap: 'none', values: { action: 'close', ids: '1,2,3,4' } }],
  ]);
  const done = (...ids: number[]) => new CustomEvent('selection:clear', { detail: { ids } });
  await act(() => document.dispatchEvent(done(99)));
  expect(find('[data-bulk=close]').getAttribute('data-bulk')).toBe('close');
  await act(() => document.dispatchEvent(new CustomEvent('selection:clear')));
  expect(host.querySelector('[role=toolbar]')).toBeNull();
});

test('one box chooses all rows, and none', async () => {
  const { find, host, act } = await showList([ticket(1, 5), ticket(2, 4), ticket(3, 3)]);
  await act(() => find('[data-ticket="2"] [data-select]').click());
  await act(soon);
  const all = find<HTMLInputElement>('[data-bulk=all]');
  expect([all.checked, all.indeterminate]).toEqual([false, true]);
  await act(() => all.click());
  expect(checked(host)).toEqual([true, true, true]);
  expect([all.checked, all.indeterminate]).toEqual([true, false]);
  await act(() => all.click());
  expect(host.querySelector('[role=toolbar]')).toBeNull();
});

test('the row menu offers what state and permissions allow', async () => {
  const { find, host, calls, act } = await showList([ticket(1, 5), ticket(2, 4, { unreadMessages: 2 })]);
  HTMLElement.prototype.showPopover ??= () => undefined;
  const open = async (id: number) => {
    await act(() => find(`[data-ticket="${id}"] [data-row-menu]`).click());
    await act(soon);
    return [...host.querySelectorAll('[data-menu]')].map((item) => item.getAttribute('data-menu'));
  };
  expect(await open(1)).toEqual([
    'peek',
    'transfer',
    'return',
    'resolve',
    'unread',
    'snooze',
    'pin',
    'select',
  ]);
  expect(await open(2)).toContain('read');
  await act(() => find('[data-menu=read]').click());
  await act(soon);
  expect(calls.findLast(({ method }) => method !== 'GET')).toMatchObject({
    method: 'POST',
    path: '/api/tickets/bulk',
    body: { action: 'read', ids: [2] },
  });
});

test('searches after typing stops and returns when cleared', async () => {
  const hit = ticket(9, 0, {
    status: 'closed',
    foundMessage: { id: '77', body: '*Bia:* o azul _cinz…', createdAt: '', failed: false },
  });
  const { find, host, calls, act } = await showList([ticket(1)], ({ path }) =>
    path.includes('searchParam=azul') ? { tickets: [hit], count: 1, hasMore: false } : [],
  );
  await act(() => find('[data-tab=search-tab]').click());
  await act(soon);
  expect(host.textContent).toContain('O que você procura?');
  const searches = () => calls.filter((call) => call.path.includes('searchParam='));
  expect(searches()).toEqual([]);
  expect(host.querySelector('#search-users')).toBeNull();
  const type = (text: string) =>
    act(async () => {
      const field = find<HTMLInputElement>('section [name=searchParam]');
      const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value') ?? {};
      set?.call(field, text);
      field.dispatchEvent(new Event('input', { bubbles: true }));
    });
  const until = async (isSo: () => boolean) => {
    for (let turn = 0; turn < 100 && !isSo(); turn += 1) await act(soon);
  };
  await type('az');
  await type('azul');
  await until(() => host.querySelector('[data-ticket="9"]') !== null);
  expect(searches().length).toBe(1);
  expect(find('[data-ticket="9"]').textContent).toContain('Bia: o azul cinz…');
  expect(find('[data-ticket="9"] [data-open]').dataset.message).toBe('77');
  expect(new URLSearchParams(location.search).get('searchParam')).toBe('azul');
  await type('');
  await until(() => location.search === '');
});
