import { expect, test } from 'bun:test';
import { withDom } from '@test/support/dom.ts';
import { until } from '@test/support/until.ts';
import { useState } from 'react';

withDom();

type Hook = typeof import('./use-loaded.ts').useLoaded;
type Props = { hook: Hook; load: () => Promise<{ text: string }> };

function Opening({ hook: useLoaded, load }: Props) {
  const [isOpen, setOpen] = useState(false);
  const part = useLoaded(isOpen, load, () => setOpen(false));
  return (
    <button type="button" onClick={() => setOpen(true)}>
      {isOpen ? (part?.text ?? 'opening') : 'closed'}
    </button>
  );
}

test('a part that cannot be fetched closes with a word and is fetched again at the next press', async () => {
  const [{ useLoaded }, { fixture }] = await Promise.all([
    import('./use-loaded.ts'),
    import('../workspace/fixture.test-support.tsx'),
  ]);
  document.body.dataset.textNetwork = 'Sem conexão';
  const answers = [Promise.reject(new Error('no line')), Promise.resolve({ text: 'open' })];
  answers[0]?.catch(() => undefined);
  const load = () => answers.shift() as Promise<{ text: string }>;
  const { find, act, end } = await fixture(Opening, { hook: useLoaded, load });
  await act(() => find('button').click());
  const shows = (text: string) =>
    until(text, async () => {
      await act(async () => undefined);
      return find('button').textContent === text;
    });
  await shows('closed');
  expect(document.querySelector('.toast-card')?.textContent).toContain('Sem conexão');
  await act(() => find('button').click());
  await shows('open');
  document.getElementById('toasts')?.remove();
  await end();
});
