import type { SafeCall } from '../../core/security/safe-call.ts';
import type { SafeFetch } from '../../core/security/safe-fetch.ts';
import { fetchFile } from '../responders/fetch-file.client.ts';
import type {
  Answer,
  CustomerMessage,
  Reply,
  Responder,
  ResponderFile,
  Turn,
} from '../responders/responder.port.ts';
import { type Detected, detectIntent, type Project, type Query } from './detect-intent.client.ts';
import type { Tokens } from './service-account.ts';

export type DialogflowDeps = {
  safeCall: SafeCall;
  safeFetch: SafeFetch;
  tokens: Tokens;
  bytesOf(file: ResponderFile): Promise<Uint8Array | undefined>;
};

/** Contract, message-flow §12.3. */
const QUIET_MS = 4_000;
const TYPING_MS = 3_000;
const BETWEEN_MS = 5_000;
const NOT_UNDERSTOOD = 'Não consegui entender sua dúvida.';
const FINISHED = /Atendimento finalizado/i;

export function createDialogflow(
  deps: DialogflowDeps,
  { title, ...project }: Project & { title: string },
): Responder {
  return {
    quietMs: QUIET_MS,
    async answer(turn, signal): Promise<Answer> {
      const query = await queryOf(deps, turn);
      const reach = { safeCall: deps.safeCall, signal };
      // Customers of the same name must not share a session, nor two attendances of one customer a context.
      const found = await detectIntent(reach, deps.tokens, project, sessionOf(turn), query);
      return { replies: await repliesTo(deps, title, found), memory: { session: sessionOf(turn) } };
    },
  };
}

function sessionOf({ ticket, memory, messages }: Turn): string {
  return typeof memory.session === 'string'
    ? memory.session
    : `${ticket.uuid.slice(0, 18)}-${messages[0]?.messageId ?? 0}`;
}

async function queryOf({ bytesOf }: DialogflowDeps, { messages }: Turn): Promise<Query> {
  const last = messages.at(-1);
  // WhatsApp's voice notes are OGG with Opus, the only format the request declares.
  const isVoice = last?.kind === 'audio' && last.file?.mime.startsWith('audio/ogg');
  const audio = isVoice && last.file ? await bytesOf(last.file) : undefined;
  if (audio) return { audio };
  return { text: messages.map(textOf).filter(Boolean).join('\n').slice(0, MAX_QUERY) || 'imagem' };
}

/** Dialogflow ES takes 256 characters. */
const MAX_QUERY = 256;

function textOf({ kind, text }: CustomerMessage): string {
  return text.trim() || (kind === 'image' || kind === 'document' ? 'imagem' : '');
}

async function repliesTo(
  deps: DialogflowDeps,
  title: string,
  { texts, isOver, imageUrl, emoji, audio }: Detected,
): Promise<Reply[]> {
  const image = imageUrl && (await fetchFile(deps, imageUrl, /^image\//));
  const answers = texts.length > 0 || image || emoji || audio ? texts : [NOT_UNDERSTOOD];
  const replies = answers.flatMap((text, index): Reply[] => [
    { type: 'pause', ms: index === 0 ? TYPING_MS : BETWEEN_MS },
    { type: 'text', text: `*${title}:*\n${text}` },
  ]);
  const isFinished = texts.some((text) => FINISHED.test(text));
  return [
    ...(emoji ? [{ type: 'reaction', emoji } as const] : []),
    ...replies,
    ...(image ? [{ type: 'file', ...image } as const] : []),
    ...(audio ? [voiceOf(audio)] : []),
    ...(isFinished ? ([{ type: 'pause', ms: BETWEEN_MS }, { type: 'close' }] as const) : []),
    ...(isOver && !isFinished ? ([{ type: 'leave' }] as const) : []),
  ];
}

/** The agent chooses the encoding; the first bytes show it. */
function voiceOf(bytes: Uint8Array): Reply {
  const begin = Buffer.from(bytes.subarray(0, 4)).toString('latin1');
  const [mime, ending] =
    begin === 'OggS' ? ['audio/ogg', 'ogg'] : begin === 'RIFF' ? ['audio/wav', 'wav'] : ['audio/mpeg', 'mp3'];
  return { type: 'file', bytes, mime, name: `resposta.${ending}`, isVoice: true };
}
