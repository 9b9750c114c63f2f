import { expect, test } from 'bun:test';
import { withDom } from '@test/support/dom.ts';
import { until } from '@test/support/until.ts';
import type { WorkspaceFilter } from '@views/parts/tickets/workspace.ts';
import { useState } from 'react';
import { me } from '../workspace/fixtures.test-support.ts';

withDom();

const empty = { text: '', tagIds: [], userIds: [] };
const start: WorkspaceFilter = { status: 'open', queueIds: [], showAll: false, search: empty };

type Props = { Bar: typeof import('./search-bar.tsx').SearchBar; onSent: (text?: string) => void };

function Searching({ Bar, onSent }: Props) {
  const [filter, setFilter] = useState(start);
  const change = (next: WorkspaceFilter) => {
    onSent(next.search?.text);
    setFilter(next);
  };
  const goElsewhere = () => setFilter({ ...start, search: { ...empty, text: 'rita' } });
  return (
    <>
      <button type="button" data-other="" onClick={goElsewhere} />
      <Bar me={me} filter={filter} search={filter.search ?? empty} onChange={change} />
    </>
  );
}

test('the field keeps the space that its search is sent without, and follows another search', async () => {
  const [{ SearchBar }, { fixture }] = await Promise.all([
    import('./search-bar.tsx'),
    import('../workspace/fixture.test-support.tsx'),
  ]);
  const sent: (string | undefined)[] = [];
  const props = { Bar: SearchBar, onSent: (text?: string) => void sent.push(text) };
  const { find, act, end } = await fixture(Searching, props, () => []);
  const field = find<HTMLInputElement>('[name=searchParam]');
  await act(() => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, 'ana ');
    field.dispatchEvent(new Event('input', { bubbles: true }));
  });
  await until('the search', async () => {
    await act(async () => undefined);
    return sent.length > 0;
  });
  await act(async () => undefined);
  expect([sent, field.value]).toEqual([['ana'], 'ana ']);
  await act(() => find('[data-other]').click());
  expect(field.value).toBe('rita');
  await end();
});
