import { expect, test } from 'bun:test';
import { withDom } from '@test/support/dom.ts';
import { until } from '@test/support/until.ts';
import { type ComponentProps, useState } from 'react';
import type { Call } from '../../workspace/fixture.test-support.tsx';
import { ticket } from '../../workspace/fixtures.test-support.ts';

withDom();

type Tools = typeof import('../more-tools.tsx').MoreTools;
type Props = { Tools: Tools } & Pick<ComponentProps<Tools>, 'files' | 'write'>;

function Writing({ Tools, ...over }: Props) {
  const [text, setText] = useState<string | null>('');
  return (
    <>
      <input data-text="" onChange={(event) => setText(event.currentTarget.value)} />
      <button type="button" data-leave="" onClick={() => setText(null)} />
      {text === null ? null : <Tools ticket={ticket(1)} text={text} onQuick={() => undefined} {...over} />}
    </>
  );
}

test('a list that arrives late leaves what was typed meanwhile, and a closed composer, alone', async () => {
  const [{ MoreTools }, { fixture }] = await Promise.all([
    import('../more-tools.tsx'),
    import('../../workspace/fixture.test-support.tsx'),
  ]);
  let list = Promise.withResolvers<unknown>();
  const written: string[] = [];
  const added: unknown[] = [];
  const props = {
    Tools: MoreTools,
    files: { add: (picked: unknown[]) => void added.push(picked) } as never,
    write: (next: string) => void written.push(next),
  };
  const answer = ({ path }: Call) =>
    path.includes('/files/7') ? list.promise : { files: [{ id: 7, name: 'Catálogo', filesCount: 1 }] };
  const { find, host, act, end } = await fixture(Writing, props, answer);
  const open = '[aria-label="Listas de arquivos"], [aria-expanded]';
  const pick = async () => {
    await act(() => find(open).click());
    const row = await until('the list', async () => {
      await act(async () => undefined);
      return host.querySelector<HTMLElement>('li button');
    });
    await act(() => row.click());
  };
  await pick();
  expect(document.activeElement === find(open)).toBe(true);
  const field = find<HTMLInputElement>('[data-text]');
  await act(() => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, 'Bom dia');
    field.dispatchEvent(new Event('input', { bubbles: true }));
  });
  const arrive = () => act(() => list.resolve({ message: 'Segue', options: [] }));
  await arrive();
  await until('the files', () => added.length === 1);
  expect(written).toEqual([]);

  list = Promise.withResolvers();
  await pick();
  await act(() => find('[data-leave]').click());
  await arrive();
  for (let turn = 0; turn < 20; turn += 1) await act(() => new Promise((resolve) => setTimeout(resolve)));
  expect([added.length, written]).toEqual([1, []]);
  await end();
});

test('lists that could not be read are asked for again', async () => {
  const [{ FileLists }, { fixture }] = await Promise.all([
    import('./file-lists.tsx'),
    import('../../workspace/fixture.test-support.tsx'),
  ]);
  const failure = Promise.withResolvers<Response>();
  const answers = [failure.promise, { files: [{ id: 7, name: 'Catálogo', filesCount: 1 }] }];
  const { find, host, act, end } = await fixture(FileLists, { onPick: () => undefined }, () =>
    answers.shift(),
  );
  const settled = (what: string, probe: () => unknown) =>
    until(what, async () => {
      await act(async () => undefined);
      return probe();
    });
  await act(() => find('[aria-expanded]').click());
  expect(find('[role=status]').getAttribute('aria-label')).toBe('Carregando…');
  failure.resolve(new Response(null, { status: 502 }));
  await settled('the failure', () => host.querySelector('[role=alert] button'));
  await act(() => find('[role=alert] button').click());
  await settled('the list', () => host.textContent?.includes('Catálogo'));
  await settled('the focus', () => document.activeElement === find('input'));
  await end();
});
