import type { SafeCall } from '../../kernel/safe-call.ts';
import type { SafeFetch } from '../../kernel/safe-fetch.ts';
import { fetchFile } from '../fetch-file.ts';
import type { Answer, AnswerMachine, MachineFile, Reply, Said, Turn } from '../port.ts';
import { type Detected, detectIntent, type Project, type Query } from './detect-intent.ts';
import type { Tokens } from './service-account.ts';

export type DialogflowDeps = {
  safeCall: SafeCall;
  safeFetch: SafeFetch;
  tokens: Tokens;
  /** Undefined where it is gone. */
  bytesOf(file: MachineFile): Promise<Uint8Array | undefined>;
};

/** Contract, message-flow §12.3. */
const QUIET_MS = 4_000;
const TYPING_MS = 3_000;
const BETWEEN_MS = 5_000;
const NOT_UNDERSTOOD = 'Não consegui entender sua dúvida.';
const FINISHED = /Atendimento finalizado/i;

/** `title` stands before what it says. */
export function createDialogflow(
  deps: DialogflowDeps,
  { title, ...project }: Project & { title: string },
): AnswerMachine {
  return {
    quietMs: QUIET_MS,
    async answer(turn, signal): Promise<Answer> {
      const query = await queryOf(deps, turn);
      const reach = { safeCall: deps.safeCall, signal };
      // Two customers of one name must not share a session, nor two attendances of one customer a context.
      const found = await detectIntent(reach, deps.tokens, project, sessionOf(turn), query);
      return { replies: await repliesTo(deps, title, found), kept: { session: sessionOf(turn) } };
    },
  };
}

function sessionOf({ ticket, kept, said }: Turn): string {
  return typeof kept.session === 'string'
    ? kept.session
    : `${ticket.uuid.slice(0, 18)}-${said[0]?.messageId ?? 0}`;
}

/** Several quick messages are one question; the last voice note alone is heard. */
async function queryOf({ bytesOf }: DialogflowDeps, { said }: Turn): Promise<Query> {
  const last = said.at(-1);
  // WhatsApp's voice notes are OGG with Opus; nothing else is what the request says it is.
  const isVoice = last?.kind === 'audio' && last.file?.mime.startsWith('audio/ogg');
  const audio = isVoice && last.file ? await bytesOf(last.file) : undefined;
  if (audio) return { audio };
  return { text: said.map(wordsOf).filter(Boolean).join('\n').slice(0, MAX_QUERY) || 'imagem' };
}

/** Dialogflow ES takes 256 letters. */
const MAX_QUERY = 256;

function wordsOf({ kind, text }: Said): string {
  return text.trim() || (kind === 'image' || kind === 'document' ? 'imagem' : '');
}

async function repliesTo(
  deps: DialogflowDeps,
  title: string,
  { texts, isOver, imageUrl, emoji, audio }: Detected,
): Promise<Reply[]> {
  const image = imageUrl && (await fetchFile(deps, imageUrl, /^image\//));
  const spoken = texts.length > 0 || image || emoji || audio ? texts : [NOT_UNDERSTOOD];
  const words = spoken.flatMap((text, index): Reply[] => [
    { type: 'pause', ms: index === 0 ? TYPING_MS : BETWEEN_MS },
    { type: 'text', text: `*${title}:*\n${text}` },
  ]);
  const isFinished = texts.some((text) => FINISHED.test(text));
  return [
    ...(emoji ? [{ type: 'reaction', emoji } as const] : []),
    ...words,
    ...(image ? [{ type: 'file', ...image } as const] : []),
    ...(audio ? [voiceOf(audio)] : []),
    ...(isFinished ? ([{ type: 'pause', ms: BETWEEN_MS }, { type: 'close' }] as const) : []),
    ...(isOver && !isFinished ? ([{ type: 'leave' }] as const) : []),
  ];
}

/** The agent chooses the encoding; its first bytes tell it. */
function voiceOf(bytes: Uint8Array): Reply {
  const begin = Buffer.from(bytes.subarray(0, 4)).toString('latin1');
  const [mime, ending] =
    begin === 'OggS' ? ['audio/ogg', 'ogg'] : begin === 'RIFF' ? ['audio/wav', 'wav'] : ['audio/mpeg', 'mp3'];
  return { type: 'file', bytes, mime, name: `resposta.${ending}`, isVoice: true };
}
