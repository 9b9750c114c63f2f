import { expect, test } from 'bun:test';
import { ticket } from '../workspace/fixtures.test-support.ts';
import { soon, withLists } from './shown-list.test-support.tsx';

const showList = withLists();

const waiting = (id: number) => ticket(id, id, { status: 'pending', userId: null, user: null });
const page = (ids: number[], hasMore = false) => ({
  tickets: ids.map(waiting),
  count: ids.length,
  hasMore,
});
const names = (host: HTMLElement) =>
  [...host.querySelectorAll('[data-ticket]')].map((row) => Number(row.getAttribute('data-ticket')));

type Asked = { after: string | null; sort: string | null; answer(page: object): void };

async function showWaiting() {
  const asked: Asked[] = [];
  const list = await showList([ticket(1)], ({ path }) => {
    const query = new URL(path, location.origin).searchParams;
    if (query.get('status') !== 'pending') return path.includes('counts') ? {} : page([]);
    const { promise, resolve } = Promise.withResolvers<unknown>();
    asked.push({ after: query.get('after'), sort: query.get('sort'), answer: resolve });
    return promise;
  });
  const choose = (tab: string) => list.act(() => list.find(`[data-tab=${tab}]`).click());
  const answer = async (at: number, found: object) => {
    await list.act(() => asked[at]?.answer(found));
    await list.act(soon);
  };
  await list.act(soon);
  await choose('pending');
  return { ...list, asked, choose, answer };
}

test('pages that arrive while a gap is closed leave no ticket out', async () => {
  const { host, asked, answer, onEvent, act } = await showWaiting();
  const pageAfter = (after: string | null) => {
    const last = Number(after?.split(',')[1] ?? 0);
    return page([last + 1, last + 2], last < 4);
  };
  await answer(0, page([1, 2], true));
  await onEvent('reconnect', undefined);
  await act(soon);
  expect(asked.map(({ after }) => after?.split(',')[1] ?? null)).toEqual([null, '2', null]);
  await answer(1, page([3, 4], true));
  await answer(2, page([1, 2], true));
  for (let at = 3; at < asked.length; at += 1) await answer(at, pageAfter(asked[at]?.after ?? null));
  expect(names(host)).toEqual([1, 2, 3, 4, 5, 6]);
});

test('after a gap the other tabs are fetched again, too', async () => {
  const { host, asked, choose, answer, onEvent, act } = await showWaiting();
  await answer(0, page([1]));
  await choose('assigned');
  await onEvent('reconnect', undefined);
  await act(soon);
  await choose('pending');
  expect(asked).toHaveLength(2);
  await answer(1, page([1, 2]));
  expect(names(host)).toEqual([1, 2]);
});

test('the answer to an older request is ignored after the newer one', async () => {
  const { host, asked, answer, act } = await showWaiting();
  const { route } = await import('../workspace/navigation.ts');
  await act(() => {
    const { filter } = route.get();
    route.set({ uuid: null, filter: { ...filter, sort: 'newest' } });
  });
  expect(asked.map(({ sort }) => sort)).toEqual(['oldest', 'newest']);
  await answer(1, page([9, 8], true));
  await answer(0, page([1, 2], true));
  expect(names(host)).toEqual([9, 8]);
});

test('a search that was cleared does not fill the blank search that follows', async () => {
  const found = Promise.withResolvers<unknown>();
  const { host, act } = await showList([ticket(1)], ({ path }) =>
    path.includes('searchParam') ? found.promise : /tickets(?!.counts)/.test(path) ? page([]) : [],
  );
  const { route } = await import('../workspace/navigation.ts');
  const search = (text: string | undefined) =>
    act(() => {
      const { filter } = route.get();
      const wanted = text === undefined ? undefined : { text, tagIds: [], userIds: [] };
      route.set({ uuid: null, filter: { ...filter, search: wanted } });
    });
  for (const text of ['maria', undefined, '']) await search(text);
  await act(() => found.resolve(page([7])));
  await act(soon);
  expect(names(host)).toEqual([]);
});
