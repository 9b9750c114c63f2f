import { baseOf } from '../../kernel/base-address.ts';
import type { SafeCall } from '../../kernel/safe-call.ts';
import type { SafeFetch } from '../../kernel/safe-fetch.ts';
import { ask, type Reach, read } from '../ask.ts';
import { type Answer, type AnswerMachine, MachineFailed, type Reply, type Said, type Turn } from '../port.ts';
import { drawChat } from './draw-chat.ts';
import { Chat, Started } from './typebot-replies.ts';

export type TypebotDeps = {
  safeCall: SafeCall;
  safeFetch: SafeFetch;
  /** In ms since 1970. */
  now(): number;
};

export type TypebotSettings = {
  url: string;
  slug: string;
  /** Minutes of silence after which it begins anew; 0 never. */
  expires: number;
  delayMs: number;
  keywordFinish: string;
  keywordRestart: string;
  restartMessage: string;
  unknownMessage: string;
};

type Talk = { session: string; replies: Reply[]; isOver: boolean };

/** Contract, message-flow §12.2; its `message` and `resultId` at the start are left out, for they are taken for the customer's. */
export function createTypebot(deps: TypebotDeps, settings: TypebotSettings): AnswerMachine {
  return {
    quietMs: 0,
    async answer(turn, signal): Promise<Answer> {
      if (settings.url === '' || settings.slug === '') throw new MachineFailed('unset', 'address');
      const reach = { safeCall: deps.safeCall, signal };
      let talk: Talk = { session: sessionOf(turn, settings, deps.now()), replies: [], isOver: false };
      for (const said of turn.said) {
        const heard = await hear(deps, reach, settings, turn, talk.session, wordsOf(said));
        talk = { ...heard, replies: [...talk.replies, ...heard.replies] };
        if (talk.isOver) break;
      }
      return { replies: talk.replies, kept: { typebotSessionId: talk.session || null, at: deps.now() } };
    },
  };
}

function sessionOf({ kept }: Turn, { expires }: TypebotSettings, now: number): string {
  if (typeof kept.typebotSessionId !== 'string') return '';
  const isOld = expires > 0 && typeof kept.at === 'number' && now - kept.at > expires * 60_000;
  return isOld ? '' : kept.typebotSessionId;
}

const wordsOf = ({ text, file }: Said) => text.trim() || (file?.name ?? '');

async function hear(
  deps: TypebotDeps,
  reach: Reach,
  settings: TypebotSettings,
  turn: Turn,
  session: string,
  words: string,
): Promise<Talk> {
  if (isWord(words, settings.keywordFinish))
    return { session: '', replies: [{ type: 'close' }], isOver: true };
  if (isWord(words, settings.keywordRestart))
    return { session: '', replies: textOf(settings.restartMessage), isOver: false };
  const known = session && (await goOn(reach, settings, session, words));
  if (known) return draw(deps, settings, session, known);
  const { sessionId, ...started } = await start(reach, settings, turn);
  const isSilent = started.messages.length === 0 && words !== '';
  const first = isSilent ? ((await goOn(reach, settings, sessionId, words)) ?? started) : started;
  return draw(deps, settings, sessionId, first);
}

const isWord = (words: string, keyword: string) =>
  keyword.trim() !== '' && words.toLowerCase() === keyword.trim().toLowerCase();

const textOf = (text: string): Reply[] => (text.trim() === '' ? [] : [{ type: 'text', text }]);

async function draw(
  deps: TypebotDeps,
  settings: TypebotSettings,
  session: string,
  chat: Chat,
): Promise<Talk> {
  const { replies, isOver } = await drawChat(deps, settings, chat);
  return { session: isOver ? '' : session, replies, isOver };
}

async function start(reach: Reach, { url, slug }: TypebotSettings, { customer }: Turn) {
  const said = await ask(reach, {
    url: `${baseOf(url)}/api/v1/typebots/${encodeURIComponent(slug)}/startChat`,
    method: 'POST',
    json: {
      // A stream would have to be asked for piece by piece.
      isStreamEnabled: false,
      isOnlyRegistering: false,
      prefilledVariables: { number: customer.number, pushName: customer.name },
    },
  });
  if (said.status === 404) throw new MachineFailed('refused', 'status 404: no such typebot');
  return read(said, Started);
}

/** Undefined where the session is gone. */
async function goOn(
  reach: Reach,
  { url }: TypebotSettings,
  session: string,
  message: string,
): Promise<Chat | undefined> {
  const said = await ask(reach, {
    url: `${baseOf(url)}/api/v1/sessions/${encodeURIComponent(session)}/continueChat`,
    method: 'POST',
    json: { message },
  });
  return said.status === 404 ? undefined : read(said, Chat);
}
