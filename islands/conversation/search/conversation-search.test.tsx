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
