import { type Speaker, speak, VOICE_MIME } from '../azure-speech/speak.ts';
import type { Answer, AnswerMachine, MachineFile, Reply, Said, Turn } from '../port.ts';
import { MachineFailed } from '../port.ts';
import type { ModelAccount } from './client.ts';
import { type Completed, complete, type ModelMessage, type Part } from './complete.ts';
import { instructions, TRANSFER_PHRASE } from './instructions.ts';
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
  /** Said where the model hands over without a word. */
  handOverText: string;
  /** Undefined where it is gone. */
  readFile(file: MachineFile): Promise<Uint8Array | undefined>;
  /** Throws MachineFailed `spent`. */
  beforeCall(): Promise<void>;
  onSpent(spent: Spent): Promise<void>;
};

const QUIET_MS = 3_000;
/** The model may collect fields before it speaks. */
const MOST_ROUNDS = 3;
const MOST_PICTURE_BYTES = 5 * 1024 * 1024;
const MOST_PICTURES = 4;

export function createPromptMachine(settings: PromptSettings): AnswerMachine {
  return {
    quietMs: QUIET_MS,
    answer: (turn, signal) => answer(settings, turn, signal),
  };
}

type Heard = NonNullable<Answer['heard']>;

async function answer(settings: PromptSettings, turn: Turn, signal: AbortSignal): Promise<Answer> {
  await settings.beforeCall();
  const heard: Heard = [];
  const content: Part[] = [];
  for (const said of turn.said) content.push(...(await partsOf(settings, said, heard, signal)));
  const messages = await messagesOf(settings, turn, content);
  const { replies, tools } = await converse(settings, messages, signal);
  // A field that was noted is no answer: the customer still waits.
  if (replies.every(({ type }) => type === 'field')) throw new MachineFailed('silent', 'no words');
  const spoken = await withVoice(settings, replies, signal);
  return {
    replies: spoken,
    kept: turn.kept,
    ...(heard.length > 0 && { heard }),
    ...(tools.length > 0 && { note: tools.join(', ') }),
  };
}

async function messagesOf(settings: PromptSettings, turn: Turn, content: Part[]): Promise<ModelMessage[]> {
  const before = await turn.history(settings.maxMessages);
  const { firstName } = turn.customer;
  const texts = content.every(({ type }) => type === 'text');
  const said = texts ? content.map((part) => (part.type === 'text' ? part.text : '')).join('\n') : content;
  return [
    { role: 'system', content: instructions({ ...settings, firstName }) },
    ...before.map(
      ({ fromMe, text }): ModelMessage =>
        fromMe ? { role: 'assistant', content: text } : { role: 'user', content: text },
    ),
    { role: 'user', content: said },
  ];
}

async function partsOf(
  settings: PromptSettings,
  said: Said,
  heard: Heard,
  signal: AbortSignal,
): Promise<Part[]> {
  const { kind, text, file } = said;
  if (kind === 'audio') return [words(await listen(settings, said, heard, signal))];
  const picture =
    kind === 'image' && file && settings.readsPictures ? await pictureOf(settings, file) : undefined;
  const what = text || (picture ? '' : DESCRIBED[kind]);
  return [...(what ? [words(what)] : []), ...(picture ? [picture] : [])];
}

const words = (text: string): Part => ({ type: 'text', text });

const DESCRIBED: Record<Said['kind'], string> = {
  text: '',
  audio: '[o cliente enviou um áudio que não pôde ser ouvido]',
  image: '[o cliente enviou uma imagem que você não pode ver]',
  video: '[o cliente enviou um vídeo que você não pode ver]',
  document: '[o cliente enviou um documento que você não pode abrir]',
  other: '[o cliente enviou algo que você não pode ver]',
};

/** A voice note that cannot be understood is no reason to be silent: the model is told so. */
async function listen(
  { account, readFile, onSpent }: PromptSettings,
  { text, file, messageId }: Said,
  heard: Heard,
  signal: AbortSignal,
): Promise<string> {
  if (text) return text;
  try {
    const bytes = file && (await readFile(file));
    if (!bytes) return DESCRIBED.audio;
    const name = /\.[a-z0-9]{2,4}$/i.test(file.name) ? file.name : 'audio.ogg';
    const transcript = await transcribe(account, { bytes, name, mime: file.mime }, signal);
    await onSpent({ purpose: 'transcription' });
    heard.push({ messageId, text: transcript });
    return transcript || DESCRIBED.audio;
  } catch (error) {
    if (error instanceof MachineFailed && error.fault === 'timeout') throw error;
    return DESCRIBED.audio;
  }
}

async function pictureOf({ readFile }: PromptSettings, file: MachineFile): Promise<Part | undefined> {
  if (!/^image\/(jpeg|png|webp|gif)$/.test(file.mime)) return undefined;
  const bytes = await readFile(file).catch(() => undefined);
  if (!bytes || bytes.length > MOST_PICTURE_BYTES) return undefined;
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
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const done = await complete({
      ...{ account, model, maxTokens, temperature, signal },
      messages: withFewPictures(messages),
      tools: round < MOST_ROUNDS - 1 ? toolsFor(queues) : [],
    });
    await settings.onSpent({ purpose: 'answer', ...done.usage });
    const wanted = done.toolCalls.flatMap((call) => replyOf(call, queues) ?? []);
    tools.push(...done.toolCalls.map((call) => call.function.name).filter(isKnown));
    const ending = wanted.find(({ type }) => type === 'transfer' || type === 'close');
    replies.push(...wanted.filter(({ type }) => type === 'field'));
    const said = readText(settings, done.text);
    if (ending || said.isTransfer || said.text !== '' || done.toolCalls.length === 0)
      return { replies: [...replies, ...endOf(settings, said, ending)], tools };
    messages.push(...toolResults(done));
  }
  return { replies, tools };
}

const isKnown = (name: string) => toolsFor([]).some((tool) => tool.name === name);

type Text = { text: string; isTransfer: boolean };

/** Neither key may ever reach a customer, whoever made the model say it. */
function readText({ account, speaker }: PromptSettings, given: string): Text {
  const keys = [account.apiKey, speaker?.key ?? ''].filter((key) => key.length >= 8);
  const clean = keys.reduce((text, key) => text.replaceAll(key, '***'), given);
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
  const words = text || (last?.type === 'transfer' ? handOverText : '');
  return [...(words ? [{ type: 'text', text: words } as const] : []), ...(last ? [last] : [])];
}

function toolResults({ text, toolCalls }: Completed): ModelMessage[] {
  return [
    { role: 'assistant', content: text || null, tool_calls: toolCalls },
    ...toolCalls.map(({ id }): ModelMessage => ({ role: 'tool', tool_call_id: id, content: 'ok' })),
  ];
}

/** The newest ones. */
function withFewPictures(messages: ModelMessage[]): ModelMessage[] {
  let left = MOST_PICTURES;
  return messages.map((message) =>
    message.role === 'user' && typeof message.content !== 'string'
      ? { ...message, content: message.content.filter(({ type }) => type === 'text' || left-- > 0) }
      : message,
  );
}

/** Where the voice fails the words are written: they are what the customer waits for. */
async function withVoice(settings: PromptSettings, replies: Reply[], signal: AbortSignal): Promise<Reply[]> {
  const { speaker } = settings;
  if (!speaker) return replies;
  const spoken: Reply[] = [];
  for (const reply of replies)
    spoken.push(reply.type === 'text' ? await voiced(settings, speaker, reply, signal) : reply);
  return spoken;
}

async function voiced(
  { onSpent }: PromptSettings,
  speaker: Speaker,
  reply: Extract<Reply, { type: 'text' }>,
  signal: AbortSignal,
): Promise<Reply> {
  try {
    const bytes = await speak(speaker, reply.text, signal);
    await onSpent({ purpose: 'voice', characters: reply.text.length });
    const voice = { bytes, mime: VOICE_MIME, name: 'resposta.ogg', isVoice: true, spoken: reply.text };
    return { type: 'file', ...voice };
  } catch {
    return reply;
  }
}
