import { createStore } from '../../workspace/store.ts';
import { beginsWith, type DraftOwner, readChatDraft, saveChatDraft } from './chat-drafts.ts';
import { attemptedIn, postChat } from './post-chat.ts';

export type Outgoing = {
  chatId: number;
  key: number;
  text: string;
  files: readonly File[];
  hasFailed: boolean;
  sender: Sender;
};
type Sent = Omit<Awaited<ReturnType<typeof postChat>>, 'chat'>;
type Sender = { me: DraftOwner; onSent: (message: Sent) => void; onError: (error: unknown) => void };

/** The stored draft of a chat is what is on its way, then what is typed: a reload shows both. */
export const outgoing = createStore<readonly Outgoing[]>([]);
const running = new Set<number>();
let keys = 0;

export const outgoingOf = (chatId: number): Outgoing[] =>
  outgoing.get().filter((one) => one.chatId === chatId);

/** Sends in the order of the calls. What follows a message that failed has failed too. */
export function sendChat(chatId: number, content: Pick<Outgoing, 'text' | 'files'>, sender: Sender): void {
  const { text, files } = content;
  const attempted = attemptedIn(text, { me: sender.me, chatId, file: files[0] });
  const added = partsOf(content, attempted).map((part) => ({
    chatId,
    key: ++keys,
    ...part,
    hasFailed: false,
    sender,
  }));
  outgoing.set([...outgoing.get(), ...added]);
  void run(chatId);
}

function partsOf({ text, files }: Pick<Outgoing, 'text' | 'files'>, attempted: string | undefined) {
  if (attempted === undefined) return [{ text, files }];
  const rest = attempted === '' ? text : text.slice(attempted.length + 1);
  return [{ text: attempted, files }, ...(rest.trim() === '' ? [] : [{ text: rest, files: [] }])];
}

export function takeBack(chatId: number): Outgoing[] {
  const back = outgoingOf(chatId);
  outgoing.set(outgoing.get().filter((one) => one.chatId !== chatId));
  return back;
}

export const withTyped = (messages: readonly Outgoing[], typed: string): string =>
  [...messages.map(({ text }) => text), typed].filter((text) => text !== '').join('\n');

export const typedIn = (draft: string, messages: readonly Outgoing[]): string =>
  messages.reduce((rest, { text }) => withoutStart(rest, text), draft);

function withoutStart(draft: string, text: string): string {
  return beginsWith(draft, text) ? draft.slice(text.length + 1) : draft;
}

async function run(chatId: number): Promise<void> {
  if (running.has(chatId)) return;
  running.add(chatId);
  for (let next = nextOf(chatId); next; next = nextOf(chatId)) {
    const { me, onSent, onError } = next.sender;
    try {
      const { chat: _chat, ...message } = await postChat({
        me,
        chatId,
        message: next.text,
        file: next.files[0],
      });
      saveChatDraft(me, chatId, withoutStart(readChatDraft(me, chatId), next.text));
      change({ ...next, text: '', files: next.files.slice(1) });
      onSent(message);
    } catch (error) {
      outgoing.set(outgoing.get().map((one) => (one.chatId === chatId ? { ...one, hasFailed: true } : one)));
      onError(error);
    }
  }
  running.delete(chatId);
}

const nextOf = (chatId: number) => outgoingOf(chatId).find(({ hasFailed }) => !hasFailed);

function change(changed: Outgoing): void {
  const left = changed.files.length > 0 ? [changed] : [];
  outgoing.set(outgoing.get().flatMap((one) => (one.key === changed.key ? left : [one])));
}
