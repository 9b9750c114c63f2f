import { z } from 'zod';
import { parsedJson } from '../../kernel/parsed-json.ts';
import { type FileReach, fetchFile } from '../fetch-file.ts';
import type { Reply } from '../port.ts';
import { toWhatsApp } from './rich-text.ts';
import type { Bubble, Chat } from './typebot-replies.ts';

type Look = { delayMs: number; unknownMessage: string };
export type Drawn = { replies: Reply[]; isOver: boolean };

const INVALID = 'Invalid message. Please, try again.';
const LONGEST_WAIT_S = 30;

/** A flow's bubbles in their order, each behind its pause; a command ends them. */
export async function drawChat(reach: FileReach, look: Look, chat: Chat): Promise<Drawn> {
  const replies: Reply[] = [];
  for (const bubble of chat.messages) {
    const command = commandIn(bubble);
    if (command) return { replies: [...replies, command], isOver: true };
    const shown = await drawBubble(reach, look, bubble);
    if (shown.length > 0)
      replies.push({ type: 'pause', ms: look.delayMs }, ...shown, ...waitAfter(chat, bubble.id));
  }
  for (const { redirect } of chat.clientSideActions ?? []) replies.push(...sayIf(redirect?.url ?? ''));
  const choices = choicesOf(chat);
  if (choices) replies.push({ type: 'pause', ms: look.delayMs }, { type: 'text', text: choices });
  if (chat.messages.length === 0 && !chat.input) replies.push(...sayIf(look.unknownMessage));
  return { replies, isOver: false };
}

async function drawBubble(reach: FileReach, look: Look, bubble: Bubble): Promise<Reply[]> {
  const url = urlOf(bubble);
  switch (bubble.type) {
    case 'text':
      return sayIf(textOf(bubble).replaceAll(INVALID, look.unknownMessage || INVALID));
    case 'image':
      return fileOrLink(reach, url, /^image\//, false);
    case 'audio':
      return fileOrLink(reach, url, /^(audio\/|video\/ogg|application\/ogg)/, true);
    case 'video':
      return bubble.content?.type === 'url'
        ? fileOrLink(reach, url, /^video\//, false)
        : sayIf(videoLink(bubble));
    case 'embed':
    case 'custom-embed':
      return sayIf(url);
    default:
      return [];
  }
}

function textOf({ content }: Bubble): string {
  return typeof content?.markdown === 'string' ? content.markdown : toWhatsApp(content?.richText);
}

function urlOf({ content }: Bubble): string {
  return typeof content?.url === 'string' && /^https?:\/\//i.test(content.url) ? content.url : '';
}

const PAGES: Record<string, string> = { youtube: 'https://youtu.be/', vimeo: 'https://vimeo.com/' };

function videoLink(bubble: Bubble): string {
  const { type, id } = bubble.content ?? {};
  const page = typeof type === 'string' ? PAGES[type] : undefined;
  return urlOf(bubble) || (page && typeof id === 'string' ? page + encodeURIComponent(id) : '');
}

async function fileOrLink(reach: FileReach, url: string, accept: RegExp, isVoice: boolean): Promise<Reply[]> {
  const file = url && (await fetchFile(reach, url, accept));
  if (!file) return sayIf(url);
  return [{ type: 'file', ...file, ...(isVoice && { isVoice }) }];
}

function sayIf(text: string): Reply[] {
  return text.trim() === '' ? [] : [{ type: 'text', text: text.trim() }];
}

function waitAfter({ clientSideActions }: Chat, bubbleId: string): Reply[] {
  const wait = clientSideActions?.find(({ lastBubbleBlockId }) => lastBubbleBlockId === bubbleId)?.wait;
  const seconds = Math.min(wait?.secondsToWaitFor ?? 0, LONGEST_WAIT_S);
  return seconds > 0 ? [{ type: 'pause', ms: seconds * 1_000 }] : [];
}

function choicesOf({ input }: Chat): string {
  const words = (input?.items ?? []).map(({ content, title }) =>
    [content, title].find((one) => typeof one === 'string'),
  );
  return words
    .filter((word): word is string => typeof word === 'string' && word.trim() !== '')
    .map((word) => `▶️ ${word}`)
    .join('\n');
}

const id = z.coerce.number().int().positive();
const Command = z.object({ stopBot: z.boolean(), queueId: id, userId: id }).partial();

/** `#` and JSON; other words that begin so are words. */
function commandIn(bubble: Bubble): Reply | undefined {
  const text = bubble.type === 'text' ? textOf(bubble) : '';
  if (!text.startsWith('#{')) return undefined;
  const parsed = Command.safeParse(parsedJson(text.slice(1)));
  if (!parsed.success) return undefined;
  const { stopBot, queueId, userId } = parsed.data;
  if (queueId !== undefined) return { type: 'transfer', queueId, ...(userId !== undefined && { userId }) };
  return stopBot === true ? { type: 'leave' } : undefined;
}
