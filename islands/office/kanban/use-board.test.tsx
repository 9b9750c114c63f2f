import { beforeEach, expect, test } from 'bun:test';
import { withDom } from '@test/support/dom.ts';
import { until } from '@test/support/until.ts';
import type { BoardView } from '@/modules/kanban/kanban.views.ts';
import type { Call } from '../../workspace/fixture.test-support.tsx';
import { AS_OF, ticket } from '../../workspace/fixtures.test-support.ts';

withDom();

type Hook = typeof import('./use-board.ts').useBoard;
type Props = { hook: Hook; onRender: (board: ReturnType<Hook>) => void };

const boardOf = (id: number): BoardView => ({
  lanes: [{ id: 0, name: '', color: null, count: 90, hasMore: true, tickets: [ticket(id)] }],
});

const t = (key: string) => key;

function Showing({ hook: useBoard, onRender }: Props) {
  onRender(useBoard({ board: boardOf(1), filter: {}, meId: 1, seesOthers: true }, t));
  return null;
}

beforeEach(() => {
  document.body.dataset.asOf = AS_OF;
});

async function show(reply: (call: Call) => unknown) {
  const [{ useBoard }, { fixture }] = await Promise.all([
    import('./use-board.ts'),
    import('../../workspace/fixture.test-support.tsx'),
  ]);
  let board: ReturnType<Hook> | undefined;
  const onRender = (shown: ReturnType<Hook>) => {
    board = shown;
  };
  const made = await fixture(Showing, { hook: useBoard, onRender }, reply);
  const now = () => board as ReturnType<Hook>;
  const ids = () => [...now().state.tickets.keys()];
  const settled = (what: string, probe: () => boolean) =>
    until(what, async () => {
      await made.act(async () => undefined);
      return probe();
    });
  return { ...made, now, ids, settled };
}

test('a reload asks for the chosen filter, even when its board is still on its way', async () => {
  const answer = Promise.withResolvers<BoardView>();
  const { act, onEvent, calls, now, ids, settled, end } = await show(() => answer.promise);
  await act(() => void now().show({ queueId: 2 }));
  await onEvent('tag', {});
  expect(calls.map(({ path }) => path)).toEqual(Array(2).fill('/api/kanban/board?queueId=2'));
  await act(() => answer.resolve(boardOf(2)));
  await settled('the board', () => ids().includes(2));
  expect(now().state.filter).toEqual({ queueId: 2 });
  await end();
});

test('a page of the former filter does not come onto the board, nor hold up its own', async () => {
  const page = Promise.withResolvers<unknown>();
  const own = { tickets: [ticket(4)], hasMore: false };
  const { act, now, ids, settled, end } = await show(({ path }) => {
    if (path.includes('/board')) return boardOf(2);
    return path.includes('queueId=2') ? own : page.promise;
  });
  let late: Promise<void> | undefined;
  await act(() => {
    late = now().loadMore(0);
  });
  await act(() => void now().show({ queueId: 2 }));
  await settled('the board', () => ids().includes(2));
  await act(() => now().loadMore(0));
  expect(ids()).toEqual([2, 4]);
  await act(async () => {
    page.resolve({ tickets: [ticket(3)], hasMore: true });
    await late;
  });
  expect(ids()).toEqual([2, 4]);
  expect(now().state.columns[0]?.hasMore).toBe(false);
  await end();
});
