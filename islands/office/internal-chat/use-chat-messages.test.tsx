import { expect, test } from 'bun:test';
import { withDom } from '@test/support/dom.ts';
import type {
  ChatMessagePage,
  ChatMessageView,
  ChatView,
} from '@/modules/internal-chat/internal-chat.views.ts';

withDom();

const page = (ids: number[], hasMore: boolean) =>
  ({ records: ids.map((id) => ({ id }) as ChatMessageView), count: 0, hasMore }) satisfies ChatMessagePage;
const chat = { id: 1, users: [] } as unknown as ChatView;

type Hook = typeof import('./use-chat-messages.ts').useChatMessages;

function Probe({ useChatMessages }: { useChatMessages: Hook }) {
  const { state, loadOlder, isOlderMissing } = useChatMessages(chat, 1, page([4, 5], true));
  const ids = state?.messages.map(({ id }) => id).join();
  return (
    <button type="button" onClick={() => void loadOlder()}>
      {`${ids} ${isOlderMissing}`}
    </button>
  );
}

test('older messages that did not come are asked for again when the server is reachable again', async () => {
  const [{ useChatMessages }, { fixture }, { isReachable }] = await Promise.all([
    import('./use-chat-messages.ts'),
    import('../../workspace/fixture.test-support.tsx'),
    import('../../live/live.ts'),
  ]);
  let isDown = true;
  const { find, act, end } = await fixture(Probe, { useChatMessages }, () =>
    isDown ? new Response(null, { status: 502 }) : page([2, 3], false),
  );
  const shown = () => find('button').textContent;
  await act(() => find('button').click());
  expect(shown()).toBe('4,5 true');
  isDown = false;
  await act(() => isReachable.set(false));
  await act(() => isReachable.set(true));
  expect(shown()).toBe('2,3,4,5 false');
  await end();
});
