import { type Speaker, synthesize, VOICE_MIME } from '../azure-speech/azure-speech.client.ts';
import type {
  Answer,
  CustomerMessage,
  Reply,
  Responder,
  ResponderFile,
  Turn,
} from '../responders/responder.port.ts';
import { ResponderFailed } from '../responders/responder.port.ts';
import { type Completed, complete, type ModelMessage, type Part } from './complete.ts';
import { instructions, TRANSFER_PHRASE } from './instructions.ts';
import type { ModelAccount } from './openai.client.ts';
import { type QueueNamed, replyOf, toolsFor } from './tools.ts';
import { transcribe } from './transcribe.ts';
import { toWhatsAppMarks } from './whatsapp-marks.ts';

export type Spent = {
  purpose: 'answer' | 'transcription' | 'voice';
  promptTokens?: number;
  completionTokens?: number;
  characters?: number;
};

export type PromptSettings = {
  account: ModelAccount;
  model: string;
  prompt: string;
  facts: string;
  maxTokens: number;
  maxMessages: number;
  temperature: number;
  readsPictures: boolean;
  queues: QueueNamed[];
  /** Null answers by text. */
  speaker: Speaker | null;
  handOverText: string;
  readFile(file: ResponderFile): Promise<Uint8Array | undefined>;
  /** Throws ResponderFailed `spent`. */
  beforeCall(): Promise<void>;
  onSpent(spent: Spent): Promise<void>;
};

const QUIET_MS = 3_000;
const MAX_ROUNDS = 3;
const MAX_PICTURE_BYTES = 5 * 1024 * 1024;
const MAX_PICTURES = 4;

export function createPromptResponder(settings: PromptSettings): Responder {
  return {
    quietMs: QUIET_MS,
    answer: (turn, signal) => answer(settings, turn, signal),
  };
}

type Transcripts = NonNullable<Answer['transcripts']>;

async function answer(settings: PromptSettings, turn: Turn, signal: AbortSignal): Promise<Answer> {
  await settings.beforeCall();
  const transcripts: Transcripts = [];
  const content: Part[] = [];
  for (const message of turn.messages)
    content.push(...(await partsOf(settings, message, transcripts, signal)));
  const messages = await messagesOf(settings, turn, content);
  const { replies, tools } = await converse(settings, messages, signal);
  if (replies.every(({ type }) => type === 'field')) throw new ResponderFailed('silent', 'no words');
  const withAudio = await withVoice(settings, replies, signal);
  return {
    replies: withAudio,
    memory: turn.memory,
    ...(transcripts.length > 0 && { transcripts }),
    ...(tools.length > 0 && { note: tools.join(', ') }),
  };
}

async function messagesOf(settings: PromptSettings, turn: Turn, content: Part[]): Promise<ModelMessage[]> {
  const before = await turn.history(settings.maxMessages);
  const { firstName } = turn.customer;
  const texts = content.every(({ type }) => type === 'text');
  const userText = texts
    ? content.map((part) => (part.type === 'text' ? part.text : '')).join('\n')
    : content;
  return [
    { role: 'system', content: instructions({ ...settings, firstName }) },
    ...before.map(
      ({ fromMe, text }): ModelMessage =>
        fromMe ? { role: 'assistant', content: text } : { role: 'user', content: text },
    ),
    { role: 'user', content: userText },
  ];
}

async function partsOf(
  settings: PromptSettings,
  message: CustomerMessage,
  transcripts: Transcripts,
  signal: AbortSignal,
): Promise<Part[]> {
  const { kind, text, file } = message;
  if (kind === 'audio') return [textPart(await listen(settings, message, transcripts, signal))];
  const picture =
    kind === 'image' && file && settings.readsPictures ? await pictureOf(settings, file) : undefined;
  const what = text || (picture ? '' : DESCRIBED[kind]);
  return [...(what ? [textPart(what)] : []), ...(picture ? [picture] : [])];
}

const textPart = (text: string): Part => ({ type: 'text', text });

const DESCRIBED: Record<CustomerMessage['kind'], string> = {
  text: '',
  audio: '[o cliente enviou um áudio que não pôde ser ouvido]',
  image: '[o cliente enviou uma imagem que você não pode ver]',
  video: '[o cliente enviou um vídeo que você não pode ver]',
  document: '[o cliente enviou um documento que você não pode abrir]',
  other: '[o cliente enviou algo que você não pode ver]',
};

async function listen(
  { account, readFile, onSpent }: PromptSettings,
  { text, file, messageId }: CustomerMessage,
  transcripts: Transcripts,
  signal: AbortSignal,
): Promise<string> {
  if (text) return text;
  try {
    const bytes = file && (await readFile(file));
    if (!bytes) return DESCRIBED.audio;
    const name = /\.[a-z0-9]{2,4}$/i.test(file.name) ? file.name : 'audio.ogg';
    const transcript = await transcribe(account, { bytes, name, mime: file.mime }, signal);
    await onSpent({ purpose: 'transcription' });
    transcripts.push({ messageId, text: transcript });
    return transcript || DESCRIBED.audio;
  } catch (error) {
    if (error instanceof ResponderFailed && error.fault === 'timeout') throw error;
    return DESCRIBED.audio;
  }
}

async function pictureOf({ readFile }: PromptSettings, file: ResponderFile): Promise<Part | undefined> {
  if (!/^image\/(jpeg|png|webp|gif)$/.test(file.mime)) return undefined;
  const bytes = await readFile(file).catch(() => undefined);
  if (!bytes || bytes.length > MAX_PICTURE_BYTES) return undefined;
  return {
    type: 'image_url',
    image_url: { url: `data:${file.mime};base64,${Buffer.from(bytes).toString('base64')}` },
  };
}

async function converse(
  settings: PromptSettings,
  messages: ModelMessage[],
  signal: AbortSignal,
): Promise<{ replies: Reply[]; tools: string[] }> {
  const { account, model, maxTokens, temperature, queues } = settings;
  const replies: Reply[] = [];
  const tools: string[] = [];
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const done = await complete({
      ...{ account, model, maxTokens, temperature, signal },
      messages: withFewPictures(messages),
      tools: round < MAX_ROUNDS - 1 ? toolsFor(queues) : [],
    });
    await settings.onSpent({ purpose: 'answer', ...done.usage });
    const wanted = done.toolCalls.flatMap((call) => replyOf(call, queues) ?? []);
    tools.push(...done.toolCalls.map((call) => call.function.name).filter(isKnown));
    const ending = wanted.find(({ type }) => type === 'transfer' || type === 'close');
    replies.push(...wanted.filter(({ type }) => type === 'field'));
    const output = readText(settings, done.text);
    if (ending || output.isTransfer || output.text !== '' || done.toolCalls.length === 0)
      return { replies: [...replies, ...endOf(settings, output, ending)], tools };
    messages.push(...toolResults(done));
  }
  return { replies, tools };
}

const isKnown = (name: string) => toolsFor([]).some((tool) => tool.name === name);

type Text = { text: string; isTransfer: boolean };

/** Neither key may reach a customer, even if the model was made to repeat it. */
function readText({ account, speaker }: PromptSettings, answer: string): Text {
  const keys = [account.apiKey, speaker?.key ?? ''].filter((key) => key.length >= 8);
  const clean = keys.reduce((text, key) => text.replaceAll(key, '***'), answer);
  const isTransfer = clean.includes(TRANSFER_PHRASE);
  return {
    text: toWhatsAppMarks(
      clean
        .replaceAll(`**${TRANSFER_PHRASE}**`, '')
        .replaceAll(TRANSFER_PHRASE, '')
        .replace(isTransfer ? /^[\s.:,;-]+/ : /^\s+/, ''),
    ),
    isTransfer,
  };
}

function endOf(
  { handOverText }: PromptSettings,
  { text, isTransfer }: Text,
  ending: Reply | undefined,
): Reply[] {
  const last: Reply | undefined = ending ?? (isTransfer ? { type: 'transfer', queueId: null } : undefined);
  const answerText = text || (last?.type === 'transfer' ? handOverText : '');
  return [...(answerText ? [{ type: 'text', text: answerText } as const] : []), ...(last ? [last] : [])];
}

function toolResults({ text, toolCalls }: Completed): ModelMessage[] {
  return [
    { role: 'assistant', content: text || null, tool_calls: toolCalls },
    ...toolCalls.map(({ id }): ModelMessage => ({ role: 'tool', tool_call_id: id, content: 'ok' })),
  ];
}

function withFewPictures(messages: ModelMessage[]): ModelMessage[] {
  let left = MAX_PICTURES;
  return messages.map((message) =>
    message.role === 'user' && typeof message.content !== 'string'
      ? { ...message, content: message.content.filter(({ type }) => type === 'text' || left-- > 0) }
      : message,
  );
}

async function withVoice(settings: PromptSettings, replies: Reply[], signal: AbortSignal): Promise<Reply[]> {
  const { speaker } = settings;
  if (!speaker) return replies;
  const withAudio: Reply[] = [];
  for (const reply of replies)
    withAudio.push(reply.type === 'text' ? await voiced(settings, speaker, reply, signal) : reply);
  return withAudio;
}

async function voiced(
  { onSpent }: PromptSettings,
  speaker: Speaker,
  reply: Extract<Reply, { type: 'text' }>,
  signal: AbortSignal,
): Promise<Reply> {
  try {
    const bytes = await synthesize(speaker, reply.text, signal);
    await onSpent({ purpose: 'voice', characters: reply.text.length });
    const voice = { bytes, mime: VOICE_MIME, name: 'resposta.ogg', isVoice: true, speechText: reply.text };
    return { type: 'file', ...voice };
  } catch {
    return reply;
  }
}
