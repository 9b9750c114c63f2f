import { afterEach, beforeEach, expect, test } from 'bun:test';
import { withDom } from '@test/support/dom.ts';
import { until } from '@test/support/until.ts';
import { me, message, NOW, ticketDetail } from '../workspace/fixtures.test-support.ts';

withDom();

const own = globalThis.IntersectionObserver;
let reachTop = () => {};
beforeEach(() => {
  class Observer {
    constructor(private readonly callback: (seen: { isIntersecting: boolean }[]) => void) {}
    observe(element: Element) {
      if (element.matches('p')) reachTop = () => this.callback([{ isIntersecting: true }]);
    }
    unobserve() {}
    disconnect() {}
  }
  Object.assign(globalThis, { IntersectionObserver: Observer });
});
afterEach(() => {
  document.getElementById('toasts')?.remove();
  Object.assign(globalThis, { IntersectionObserver: own });
});

const ticket = ticketDetail(1);
const isPage = (path: string) => /[?&](before|around)=/.test(path);
const pageOf = (id: number) => ({ messages: [message(id)], events: [], ticket, hasMore: false, count: 1 });

async function show(hasMore: boolean, reply: () => unknown) {
  const [{ Conversation }, { fixture }, { jumpRequest }, { isReachable }] = await Promise.all([
    import('./conversation.tsx'),
    import('../workspace/fixture.test-support.tsx'),
    import('../workspace/navigation.ts'),
    import('../live/live.ts'),
  ]);
  const props = { me, ticket, messages: [message(90), message(91)], events: [], hasMore, now: NOW };
  const nothing = { messages: [], events: [], ticket, hasMore: false, count: 0 };
  const made = await fixture(Conversation, props, (call) => (isPage(call.path) ? reply() : nothing));
  const settled = (what: string, probe: () => unknown) =>
    until(what, async () => {
      await made.act(async () => undefined);
      return probe();
    });
  const jump = (messageId: string) => made.act(() => jumpRequest.set({ uuid: ticket.uuid, messageId }));
  const asked = () => made.calls.filter(({ path }) => isPage(path));
  const again = () =>
    [...made.host.querySelectorAll('button')].find(({ textContent }) => textContent === 'Tentar de novo');
  return { ...made, settled, jump, asked, again, isReachable };
}

test('an older page that failed is asked for by a button, and when the network is back', async () => {
  const lost = () => new Response(null, { status: 502 });
  const answers = [lost, lost, () => pageOf(89)];
  const { act, asked, again, settled, isReachable, end } = await show(true, () => answers.shift()?.());
  await act(() => reachTop());
  await settled('the button', again);
  await act(() => again()?.click());
  await settled('a second request', () => asked().length === 2 && again());
  await act(() => {
    isReachable.set(false);
    isReachable.set(true);
  });
  await settled('the older page', () => document.getElementById('message-89'));
  expect(again()).toBeUndefined();
  await end();
});

test('a slow jump gives way to the one that was chosen after it', async () => {
  const slow = Promise.withResolvers<unknown>();
  const { act, asked, jump, settled, end } = await show(false, () => slow.promise);
  await jump('5');
  await settled('the request', () => asked().length === 1);
  await jump('90');
  await act(async () => {
    slow.resolve(pageOf(5));
    await slow.promise;
  });
  await jump('91');
  await settled('the former messages', () => asked().length === 1);
  expect([document.getElementById('message-5'), document.getElementById('message-90') === null]).toEqual([
    null,
    false,
  ]);
  await end();
});
