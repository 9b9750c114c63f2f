import { afterEach, beforeAll, beforeEach, describe, expect, spyOn, test } from 'bun:test';
import { withDom } from '@test/support/dom.ts';
import { until as untilFound } from '@test/support/until.ts';
import { PREFERENCES, type Preferences } from '@/modules/notifications/preferences.schema.ts';
import type { TicketView } from '@/modules/tickets/tickets.views.ts';
import type { Call } from '../workspace/fixture.test-support.tsx';
import { AS_OF, message, ticket } from '../workspace/fixtures.test-support.ts';

withDom();

const loaded = Promise.withResolvers<{
  NotificationBell: typeof import('./notification-bell.tsx').NotificationBell;
  fixture: typeof import('../workspace/fixture.test-support.tsx').fixture;
}>();
beforeAll(async () => {
  const [{ NotificationBell }, { fixture }] = await Promise.all([
    import('./notification-bell.tsx'),
    import('../workspace/fixture.test-support.tsx'),
  ]);
  loaded.resolve({ NotificationBell, fixture });
});

let sounds: number;
let shown: { title: string; body: string | undefined }[];
const staged: { end(): Promise<void> }[] = [];

beforeEach(() => {
  sounds = 0;
  shown = [];
  localStorage.clear();
  document.title = 'Atendimentos · Balcão';
  class Sound {
    volume = 1;
    async play() {
      sounds += 1;
    }
  }
  class Shown {
    static permission = 'granted';
    onclick = null;
    constructor(title: string, { body }: NotificationOptions) {
      shown.push({ title, body });
    }
  }
  Object.assign(globalThis, { Audio: Sound, Notification: Shown });
  Object.assign(window, { Notification: Shown });
});
afterEach(async () => {
  for (const one of staged.splice(0)) await one.end();
});

const unread = (id: number, at = 0, over: Partial<TicketView> = {}) =>
  ticket(id, at, { unreadMessages: 1, ...over });

async function bell(
  tickets: TicketView[],
  {
    count = tickets.length,
    isOpen = true,
    ...preferences
  }: Partial<Preferences> & { count?: number; isOpen?: boolean } = {},
) {
  const { NotificationBell, fixture } = await loaded.promise;
  const reply = ({ path }: Call) => {
    if (path.startsWith('/api/chats')) return { mentions: [] };
    return path.startsWith('/api/notifications') ? { tickets, count } : { ...PREFERENCES, ...preferences };
  };
  const made = await fixture(
    NotificationBell,
    { reader: { id: 1, profile: 'user', queueIds: [1], allTicket: false } },
    reply,
  );
  staged.push(made);
  const open = async () => {
    await made.act(() => made.find('#notifications').dispatchEvent(new Event('beforetoggle')));
    await untilFound('the list', async () => {
      await made.act(async () => undefined);
      return made.host.querySelector('#notifications :is(ul, [data-state])');
    });
  };
  if (isOpen) await open();
  const names = () =>
    [...made.host.querySelectorAll('[data-notification]')].map((row) =>
      row.getAttribute('data-notification'),
    );
  const shownCount = () => made.find('[data-count]').dataset.count;
  return { ...made, names, open, shownCount };
}

const settled = () => new Promise((resolve) => setTimeout(resolve, 0));
const until = (isDone: () => boolean) => untilFound('the island changes', isDone, { stepMs: 1 });

describe('notification bell', () => {
  test('hydrates from the server markup, shows the count and updates the title', async () => {
    const { complaints, names, shownCount } = await bell([unread(2, 5), unread(1)], { count: 7 });
    expect(complaints).toEqual([]);
    expect(names()).toEqual(['2', '1']);
    expect(shownCount()).toBe('7');
    expect(document.title).toBe('(7) Atendimentos · Balcão');
  });

  test('renders the list only while it is open', async () => {
    const { act, find, names, open, shownCount } = await bell([unread(2, 5), unread(1)], { isOpen: false });
    expect(names()).toEqual([]);
    expect(shownCount()).toBe('2');
    await open();
    expect(names()).toEqual(['2', '1']);
    const closed = Object.assign(new Event('toggle'), { newState: 'closed' });
    await act(() => find('#notifications').dispatchEvent(closed));
    expect(names()).toEqual([]);
  });

  test('prefers what arrives while the list is read to the list', async () => {
    const { NotificationBell, fixture } = await loaded.promise;
    const list = Promise.withResolvers<unknown>();
    const reply = ({ path }: Call) => {
      if (path.startsWith('/api/chats')) return { mentions: [] };
      return path.startsWith('/api/notifications') ? list.promise : PREFERENCES;
    };
    const reader = { id: 1, profile: 'user', queueIds: [1], allTicket: false } as const;
    const made = await fixture(NotificationBell, { reader }, reply);
    staged.push(made);
    await made.act(() => made.find('#notifications').dispatchEvent(new Event('beforetoggle')));
    await made.onEvent('ticket', { action: 'update', ticket: ticket(1, 9, { unreadMessages: 0 }) });
    list.resolve({ tickets: [unread(2), unread(1)], count: 2 });
    await made.act(() => list.promise);
    await untilFound('the list', async () => {
      await made.act(async () => undefined);
      return made.host.querySelector('[data-count="1"] ~ * [data-notification]');
    });
    expect(made.find('[data-notification]').dataset.notification).toBe('2');
  });

  test.each([
    ['again if something happened before the socket was ready', 'older', false, 2],
    ['once if nothing did', AS_OF, false, 1],
    ['once if the socket was ready before it', 'older', true, 1],
  ])('reads the list %s', async (_how, asOf, isReady, times) => {
    const { live } = await import('../live/live.ts');
    if (!isReady) spyOn(live, 'isOnline').mockReturnValueOnce(false);
    document.body.dataset.asOf = asOf;
    const { calls } = await bell([unread(1)]);
    expect(calls.filter(({ path }) => path.startsWith('/api/notifications'))).toHaveLength(times);
  });

  test('truncates previews at 20 characters and escapes customer markup', async () => {
    const { find } = await bell([unread(1, 0, { lastMessage: '<img src=x onerror=alert(1)>' })]);
    expect(find('[data-notification]').textContent).toContain('<img src=x onerror=a…');
    expect(document.querySelector('img')).toBeNull();
  });

  test('shows the empty state and removes the count from the title', async () => {
    document.title = '(3) Atendimentos · Balcão';
    const { host, shownCount } = await bell([]);
    expect(host.textContent).toContain('Nenhuma mensagem nova');
    expect(shownCount()).toBe('0');
    expect(document.title).toBe('Atendimentos · Balcão');
  });

  test('updates on new, read, taken and deleted tickets', async () => {
    const { onEvent, names } = await bell([unread(1)]);
    await onEvent('ticket', { action: 'update', ticket: unread(2, 9) });
    expect(names()).toEqual(['2', '1']);
    await onEvent('ticket', { action: 'updateUnread', ticketId: 1 });
    expect(names()).toEqual(['2']);
    await onEvent('ticket', { action: 'update', ticket: unread(3) });
    await onEvent('ticket', { action: 'update', ticket: unread(2, 9, { userId: 8 }) });
    await onEvent('ticket', { action: 'delete', ticketId: 3 });
    expect(names()).toEqual([]);
  });

  test('omits pending tickets without allTicket, colleagues’ tickets and other queues', async () => {
    const { onEvent, names } = await bell([]);
    await onEvent('ticket', { action: 'update', ticket: unread(1, 0, { status: 'pending', userId: null }) });
    await onEvent('ticket', { action: 'update', ticket: unread(2, 0, { userId: 9 }) });
    await onEvent('ticket', { action: 'update', ticket: unread(3, 0, { userId: null, queueId: 9 }) });
    expect(names()).toEqual([]);
  });
});

describe('notification of a customer message', () => {
  const arrives = (id: number, over: Partial<TicketView> = {}, fromMe = false) => ({
    action: 'create',
    message: message(id, { fromMe }),
    ticket: unread(1, id, over),
  });

  test('plays one sound for a burst', async () => {
    const { onEvent } = await bell([]);
    await onEvent('appMessage', arrives(101));
    await onEvent('appMessage', arrives(102));
    await until(() => localStorage.getItem('notified:1') === '102');
    expect(sounds).toBe(1);
  });

  test('shows a truncated browser notification when the page has no focus', async () => {
    document.hasFocus = () => false;
    const { onEvent } = await bell([], { 'notifications.sound': 'disabled' });
    await onEvent('appMessage', arrives(201, { lastMessage: 'uma mensagem bem comprida' }));
    await until(() => shown.length > 0);
    expect(shown).toEqual([{ title: 'Contact 1', body: 'uma mensagem bem com…' }]);
    expect(sounds).toBe(0);
  });

  test('omits the preview when the user disabled it', async () => {
    document.hasFocus = () => false;
    const { onEvent } = await bell([], { 'notifications.preview': 'disabled' });
    await onEvent('appMessage', arrives(301));
    await until(() => shown.length > 0);
    expect(shown[0]?.body).toBe('Nova mensagem');
  });

  const quiet: [string, ReturnType<typeof arrives>, Partial<Preferences>][] = [
    ['our own', arrives(401, {}, true), {}],
    ['in a colleague’s ticket', arrives(402, { userId: 9 }), {}],
    ['an older one than was told', arrives(1), {}],
    [
      'with everything switched off',
      arrives(403),
      { 'notifications.sound': 'disabled', 'notifications.browser': 'disabled' },
    ],
  ];
  for (const [name, event, preferences] of quiet) {
    test(`is silent: ${name}`, async () => {
      localStorage.setItem('notified:1', '400');
      document.hasFocus = () => false;
      const { onEvent } = await bell([], preferences);
      await onEvent('appMessage', event);
      await onEvent('appMessage', { ...arrives(499), ticket: unread(9, 0, { userId: 1 }) });
      await until(() => localStorage.getItem('notified:1') === '499');
      await settled();
      expect(shown.filter(({ title }) => title === 'Contact 1')).toEqual([]);
    });
  }

  test('is silent when its ticket is visible', async () => {
    document.body.innerHTML = '<div id="workspace-pane"><section data-pane="uuid-1"></section></div>';
    const pane = document.querySelector('[data-pane]') as HTMLElement;
    pane.getClientRects = () => [{}] as never;
    const { onEvent } = await bell([]);
    await onEvent('appMessage', arrives(501));
    await until(() => localStorage.getItem('notified:1') === '501');
    expect([sounds, shown.length]).toEqual([0, 0]);
  });

  test('is closed when its message is deleted', async () => {
    const closed: string[] = [];
    const getNotifications = async ({ tag }: { tag: string }) => [{ close: () => closed.push(tag) }];
    const serviceWorker = {
      register: async () => undefined,
      addEventListener: () => undefined,
      getRegistration: async () => ({ getNotifications }),
    };
    Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: serviceWorker });
    const { onEvent } = await bell([unread(1), unread(2)]);
    await onEvent('ticket', { action: 'update', ticket: unread(2, 3) });
    await onEvent('ticket', {
      action: 'update',
      ticket: unread(1, 4, { lastMessage: '', lastMessageType: 'deleted' }),
    });
    await until(() => closed.length > 0);
    Reflect.deleteProperty(navigator, 'serviceWorker');
    expect(closed).toEqual(['ticket-1']);
  });
});
