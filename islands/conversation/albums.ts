import type { MessageView } from '@/modules/messages/messages.views.ts';
import type { Item } from './conversation-state.ts';
import { captionOf, shownEmoji, withoutSignature } from './message/message-shape.ts';

/** WhatsApp shows fewer pictures one by one, unless the sender's phone marked them as an album. */
const LEAST_UNMARKED = 4;
const LEAST_MARKED = 2;
const PAUSE_MS = 60_000;

type MessageItem = Extract<Item, { message: MessageView }>;

export function withAlbums(items: readonly Item[]): Item[] {
  const runs: Item[][] = [];
  for (const item of items) {
    const run = runs.at(-1);
    if (run && isNextOf(run, item)) run.push(item);
    else runs.push([item]);
  }
  return runs.flatMap(albumOf);
}

/** Failed and deleted pictures count for their album, and follow it one by one. */
function albumOf(run: Item[]): Item[] {
  const [first] = run;
  const all = run.filter(isOfMessage);
  const tiles = all.filter(({ message }) => isTile(message));
  const least = first?.message?.album ? LEAST_MARKED : LEAST_UNMARKED;
  if (!first?.message || all.length < least || tiles.length < LEAST_MARKED) return run;
  const { block, isStart, signer } = first;
  const alone = all.filter((item) => !tiles.includes(item));
  return [
    { block, isStart, signer, album: tiles.map(({ message }) => message) },
    ...alone.map((item) => ({ ...item, block, isStart: false, signer: undefined })),
  ];
}

const isOfMessage = (item: Item): item is MessageItem => item.message !== undefined;

function isNextOf(run: readonly Item[], next: Item): boolean {
  const [first, former] = [run[0]?.message, run.at(-1)?.message];
  const { message } = next;
  if (!first || !former || !message || next.isStart || next.signer) return false;
  if (!isOfAlbum(former) || !isOfAlbum(message)) return false;
  if (message.isForwarded !== first.isForwarded || message.origin !== first.origin) return false;
  if (message.quotedMsgId !== null && message.quotedMsgId !== first.quotedMsgId) return false;
  if (message.album || former.album) return message.album === former.album;
  return sentAt(message) - sentAt(former) < PAUSE_MS;
}

const isOfAlbum = ({ mediaType, isSticker }: MessageView) =>
  (mediaType === 'image' || mediaType === 'video') && !isSticker;

function isTile({ isDeleted, error, mediaState, mediaUrl }: MessageView): boolean {
  return (
    !isDeleted &&
    error === null &&
    (mediaState === 'pending' || (mediaUrl !== null && mediaState !== 'failed'))
  );
}

/** A backlog arrives at once, although it was sent hours apart. */
function sentAt({ origin, sentAt: sent, createdAt }: MessageView): number {
  const isOurs = origin === 'agent' || origin === 'system';
  return Date.parse(isOurs ? createdAt : (sent ?? createdAt));
}

export function wholeOf(album: readonly MessageView[]): MessageView | undefined {
  const last = album.at(-1);
  if (!last) return undefined;
  const ack = Math.min(...album.map((message) => message.ack));
  return { ...last, ack, isEdited: album.some(({ isEdited }) => isEdited) };
}

export function captionsOf(album: readonly MessageView[]): { at: number; text: string }[] {
  const all = album.map((message, at) => ({ at: at + 1, text: captionOf(withoutSignature(message)) }));
  return all.filter(({ text }) => text !== '');
}

/** One entry for each emoji, with the first picture that carries it. */
export function reactionsOf(album: readonly MessageView[]): { emoji: string; count: number; on: string }[] {
  const found = new Map<string, { emoji: string; count: number; on: string }>();
  for (const { id, reactions } of album)
    for (const reaction of reactions) {
      const emoji = shownEmoji(reaction.emoji);
      const known = found.get(emoji);
      found.set(emoji, { emoji, count: (known?.count ?? 0) + 1, on: known?.on ?? id });
    }
  return [...found.values()];
}
