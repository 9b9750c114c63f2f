import { expect, test } from 'bun:test';
import { withDom } from '@test/support/dom.ts';
import type { KeyboardEvent } from 'react';
import { ticket } from '../../workspace/fixtures.test-support.ts';

withDom();

type Hook = typeof import('./use-card-keys.ts').useCardKeys;

const COLUMNS = [1, 2].map((id) => ({ id, name: `Coluna ${id}` })) as never;
const CARD = ticket(7);

function Card({ hook: useCardKeys }: { hook: Hook }) {
  const keys = useCardKeys(
    COLUMNS,
    () => undefined,
    (key) => key,
  );
  return (
    <>
      <button
        type="button"
        onKeyDown={(event: KeyboardEvent<HTMLButtonElement>) => keys.onKey(event, CARD, 1)}
        onBlur={() => keys.onLeft(CARD, 1)}
      />
      <p>{keys.announcement}</p>
    </>
  );
}

test('a grip that loses the focus announces that its card is back, and a dropped one does not', async () => {
  const [{ useCardKeys }, { fixture }] = await Promise.all([
    import('./use-card-keys.ts'),
    import('../../workspace/fixture.test-support.tsx'),
  ]);
  const { act, find, end } = await fixture(Card, { hook: useCardKeys });
  const grip = find('button');
  const press = (key: string) =>
    act(() => grip.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })));
  const leave = () => act(() => grip.blur());
  const heard = () => find('p').textContent?.split('.').at(-1);
  await act(() => grip.focus());
  await press(' ');
  await press('ArrowRight');
  expect(heard()).toBe('over');
  await leave();
  expect(heard()).toBe('cancelled');
  await act(() => grip.focus());
  for (const key of [' ', 'ArrowRight', ' ']) await press(key);
  await leave();
  expect(heard()).toBe('dropped');
  await end();
});
