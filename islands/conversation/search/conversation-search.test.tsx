import { expect, test } from 'bun:test';
import { withDom } from '@test/support/dom.ts';
import { until } from '@test/support/until.ts';
import { NOW } from '../../workspace/fixtures.test-support.ts';

withDom();

test('Enter goes to the next hit from the field only, and not while an IME composes', async () => {
  const [{ ConversationSearch }, { fixture }] = await Promise.all([
    import('./conversation-search.tsx'),
    import('../../workspace/fixture.test-support.tsx'),
  ]);
  const hits = ['1', '2'].map((id) => ({
    id,
    body: 'boleto',
    fromMe: false,
    createdAt: new Date(NOW).toISOString(),
  }));
  const jumps: string[] = [];
  const props = {
    ticketId: 1,
    start: 'boleto',
    onJump: (id: string) => void jumps.push(id),
    onClose: () => undefined,
  };
  const { find, host, act, end } = await fixture(ConversationSearch, props, () => ({ hits, hasMore: false }));
  await until('the hits', async () => {
    await act(async () => undefined);
    return host.querySelector('[data-hit="2"]');
  });
  const isTaken = async (selector: string, over: KeyboardEventInit = {}) => {
    const event = new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true, ...over });
    await act(() => find(selector).dispatchEvent(event));
    return event.defaultPrevented;
  };
  expect(await isTaken('[data-hit="2"]')).toBe(false);
  expect(await isTaken('input', { isComposing: true })).toBe(false);
  expect(await isTaken('input', { keyCode: 229 } as KeyboardEventInit)).toBe(false);
  expect(jumps).toEqual([]);
  expect(await isTaken('input')).toBe(true);
  expect(jumps).toEqual(['1']);
  await end();
});

test('further hits that could not be fetched are asked for again', async () => {
  const [{ ConversationSearch }, { fixture }] = await Promise.all([
    import('./conversation-search.tsx'),
    import('../../workspace/fixture.test-support.tsx'),
  ]);
  const hit = (id: string) => ({ id, body: 'boleto', fromMe: false, createdAt: new Date(NOW).toISOString() });
  const answers = [
    { hits: [hit('2')], hasMore: true },
    new Response(null, { status: 502 }),
    { hits: [hit('1')], hasMore: false },
  ];
  const props = { ticketId: 1, start: 'boleto', onJump: () => undefined, onClose: () => undefined };
  const { host, act, calls, end } = await fixture(ConversationSearch, props, () => answers.shift());
  const more = () => host.querySelector<HTMLElement>('li:not(:has([data-hit])) button');
  const settled = (what: string, probe: () => unknown) =>
    until(what, async () => {
      await act(async () => undefined);
      return probe();
    });
  await settled('the first hit', more);
  await act(() => more()?.click());
  await settled('the failure', () => calls.length === 2 && document.querySelector('.toast-card'));
  await act(() => more()?.click());
  await settled('the other hit', () => host.querySelector('[data-hit="1"]'));
  expect(more()).toBeNull();
  document.getElementById('toasts')?.remove();
  await end();
});
