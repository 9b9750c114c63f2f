import { z } from 'zod';
import { parsedJson } from '../../core/parse-json.ts';
import { type FileReach, fetchFile } from '../responders/fetch-file.client.ts';
import type { Reply } from '../responders/responder.port.ts';
import { toWhatsApp } from './rich-text.ts';
import type { Bubble, Chat } from './typebot-replies.ts';

type Branding = { delayMs: number; unknownMessage: string };
export type Rendered = { replies: Reply[]; isOver: boolean };

const INVALID = 'Invalid message. Please, try again.';
const MAX_WAIT_S = 30;

export async function renderChat(reach: FileReach, branding: Branding, chat: Chat): Promise<Rendered> {
  const replies: Reply[] = [];
  for (const bubble of chat.messages) {
    const command = commandIn(bubble);
    if (command) return { replies: [...replies, command], isOver: true };
    const shown = await renderBubble(reach, branding, bubble);
    if (shown.length > 0)
      replies.push({ type: 'pause', ms: branding.delayMs }, ...shown, ...waitAfter(chat, bubble.id));
  }
  for (const { redirect } of chat.clientSideActions ?? []) replies.push(...textReply(redirect?.url ?? ''));
  const choices = choicesOf(chat);
  if (choices) replies.push({ type: 'pause', ms: branding.delayMs }, { type: 'text', text: choices });
  if (chat.messages.length === 0 && !chat.input) replies.push(...textReply(branding.unknownMessage));
  return { replies, isOver: false };
}

async function renderBubble(reach: FileReach, branding: Branding, bubble: Bubble): Promise<Reply[]> {
  const url = urlOf(bubble);
  switch (bubble.type) {
    case 'text':
      return textReply(textOf(bubble).replaceAll(INVALID, branding.unknownMessage || INVALID));
    case 'image':
      return fileOrLink(reach, url, /^image\//, false);
    case 'audio':
      return fileOrLink(reach, url, /^(audio\/|video\/ogg|application\/ogg)/, true);
    case 'video':
      return bubble.content?.type === 'url'
        ? fileOrLink(reach, url, /^video\//, false)
        : textReply(videoLink(bubble));
    case 'embed':
    case 'custom-embed':
      return textReply(url);
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
  if (!file) return textReply(url);
  return [{ type: 'file', ...file, ...(isVoice && { isVoice }) }];
}

function textReply(text: string): Reply[] {
  return text.trim() === '' ? [] : [{ type: 'text', text: text.trim() }];
}

function waitAfter({ clientSideActions }: Chat, bubbleId: string): Reply[] {
  const wait = clientSideActions?.find(({ lastBubbleBlockId }) => lastBubbleBlockId === bubbleId)?.wait;
  const seconds = Math.min(wait?.secondsToWaitFor ?? 0, MAX_WAIT_S);
  return seconds > 0 ? [{ type: 'pause', ms: seconds * 1_000 }] : [];
}

function choicesOf({ input }: Chat): string {
  const labels = (input?.items ?? []).map(({ content, title }) =>
    [content, title].find((one) => typeof one === 'string'),
  );
  return labels
    .filter((label): label is string => typeof label === 'string' && label.trim() !== '')
    .map((label) => `▶️ ${label}`)
    .join('\n');
}

const id = z.coerce.number().int().positive();
const Command = z.object({ stopBot: z.boolean(), queueId: id, userId: id }).partial();

/** `#` and JSON; other texts with `#` are plain text. */
function commandIn(bubble: Bubble): Reply | undefined {
  const text = bubble.type === 'text' ? textOf(bubble) : '';
  if (!text.startsWith('#{')) return undefined;
  const parsed = Command.safeParse(parsedJson(text.slice(1)));
  if (!parsed.success) return undefined;
  const { stopBot, queueId, userId } = parsed.data;
  if (queueId !== undefined) return { type: 'transfer', queueId, ...(userId !== undefined && { userId }) };
  return stopBot === true ? { type: 'leave' } : undefined;
}
