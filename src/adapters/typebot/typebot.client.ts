import { baseOf } from '../../core/security/base-url.ts';
import type { SafeCall } from '../../core/security/safe-call.ts';
import type { SafeFetch } from '../../core/security/safe-fetch.ts';
import { ask, type Reach, read } from '../responders/call-service.client.ts';
import {
  type Answer,
  type CustomerMessage,
  type Reply,
  type Responder,
  ResponderFailed,
  type Turn,
} from '../responders/responder.port.ts';
import { renderChat } from './render-chat.ts';
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

/** Contract, message-flow §12.2. Omits `message`, `resultId` at first: they count as the customer's. */
export function createTypebot(deps: TypebotDeps, settings: TypebotSettings): Responder {
  return {
    quietMs: 0,
    async answer(turn, signal): Promise<Answer> {
      if (settings.url === '' || settings.slug === '') throw new ResponderFailed('unset', 'address');
      const reach = { safeCall: deps.safeCall, signal };
      let talk: Talk = { session: sessionOf(turn, settings, deps.now()), replies: [], isOver: false };
      for (const received of turn.messages) {
        const outcome = await converse(deps, reach, settings, turn, talk.session, messageText(received));
        talk = { ...outcome, replies: [...talk.replies, ...outcome.replies] };
        if (talk.isOver) break;
      }
      return { replies: talk.replies, memory: { typebotSessionId: talk.session || null, at: deps.now() } };
    },
  };
}

function sessionOf({ memory }: Turn, { expires }: TypebotSettings, now: number): string {
  if (typeof memory.typebotSessionId !== 'string') return '';
  const isOld = expires > 0 && typeof memory.at === 'number' && now - memory.at > expires * 60_000;
  return isOld ? '' : memory.typebotSessionId;
}

const messageText = ({ text, file }: CustomerMessage) => text.trim() || (file?.name ?? '');

async function converse(
  deps: TypebotDeps,
  reach: Reach,
  settings: TypebotSettings,
  turn: Turn,
  session: string,
  content: string,
): Promise<Talk> {
  if (isKeyword(content, settings.keywordFinish))
    return { session: '', replies: [{ type: 'close' }], isOver: true };
  if (isKeyword(content, settings.keywordRestart))
    return { session: '', replies: textOf(settings.restartMessage), isOver: false };
  const known = session && (await goOn(reach, settings, session, content));
  if (known) return render(deps, settings, session, known);
  const { sessionId, ...started } = await start(reach, settings, turn);
  const isSilent = started.messages.length === 0 && content !== '';
  const first = isSilent ? ((await goOn(reach, settings, sessionId, content)) ?? started) : started;
  return render(deps, settings, sessionId, first);
}

const isKeyword = (content: string, keyword: string) =>
  keyword.trim() !== '' && content.toLowerCase() === keyword.trim().toLowerCase();

const textOf = (text: string): Reply[] => (text.trim() === '' ? [] : [{ type: 'text', text }]);

async function render(
  deps: TypebotDeps,
  settings: TypebotSettings,
  session: string,
  chat: Chat,
): Promise<Talk> {
  const { replies, isOver } = await renderChat(deps, settings, chat);
  return { session: isOver ? '' : session, replies, isOver };
}

async function start(reach: Reach, { url, slug }: TypebotSettings, { customer }: Turn) {
  const reply = await ask(reach, {
    url: `${baseOf(url)}/api/v1/typebots/${encodeURIComponent(slug)}/startChat`,
    method: 'POST',
    json: {
      isStreamEnabled: false,
      isOnlyRegistering: false,
      prefilledVariables: { number: customer.number, pushName: customer.name },
    },
  });
  if (reply.status === 404) throw new ResponderFailed('refused', 'status 404: no such typebot');
  return read(reply, Started);
}

async function goOn(
  reach: Reach,
  { url }: TypebotSettings,
  session: string,
  message: string,
): Promise<Chat | undefined> {
  const reply = await ask(reach, {
    url: `${baseOf(url)}/api/v1/sessions/${encodeURIComponent(session)}/continueChat`,
    method: 'POST',
    json: { message },
  });
  return reply.status === 404 ? undefined : read(reply, Chat);
}
