import { afterEach, beforeEach, expect, test } from 'bun:test';
import { withDom } from '@test/support/dom.ts';
import { until } from '@test/support/until.ts';

withDom();

type Posted = { message: string; clientId: string; files: number };

const me = { id: 1, companyId: 1 };
const own = globalThis.fetch;
let posted: Posted[] = [];
let isLost = false;
beforeEach(() => {
  posted = [];
  globalThis.fetch = (async (_: string, { body }: RequestInit) => {
    const form = body instanceof FormData ? body : undefined;
    const { message, clientId } = form ? Object.fromEntries(form) : JSON.parse(String(body));
    posted.push({ message, clientId, files: form?.getAll('medias').length ?? 0 });
    if (isLost) throw new TypeError('the answer is lost');
    return Response.json({ id: posted.length });
  }) as typeof fetch;
});
afterEach(() => {
  globalThis.fetch = own;
  localStorage.clear();
});

test.each([
  ['a text', 0, 'A', 'B', ['B']],
  ['a text with a file', 1, 'A', 'B', ['B']],
  ['a file', 1, '', 'B', ['B']],
  ['a text and blank lines', 0, 'A', '\n', []],
] as [string, number, string, string, string[]][])(
  '%s whose answer was lost is sent with the same id, and what was typed since as another message',
  async (_, files, text, typed, others) => {
    const { outgoing, sendChat, takeBack, withTyped } = await import('./chat-sending.ts');
    const send = async (text: string, sent: File[]) => {
      let isFailed = false;
      const onError = () => {
        isFailed = true;
      };
      sendChat(7, { text, files: sent }, { me, onSent: () => undefined, onError });
      await until('the end', () => isFailed || outgoing.get().length === 0);
    };
    isLost = true;
    await send(text, files ? [new File(['x'], 'x.txt')] : []);
    const back = takeBack(7);
    isLost = false;
    await send(
      typed === '\n' ? `${text}${typed}` : withTyped(back, typed),
      back.flatMap((one) => one.files),
    );
    expect(posted.map(({ message, files: count }) => [message, count])).toEqual([
      [text, files],
      [text, files],
      ...others.map((other): [string, number] => [other, 0]),
    ]);
    const [first, second, third] = posted.map(({ clientId }) => clientId);
    expect([second === first, third === first]).toEqual([true, false]);
  },
);
