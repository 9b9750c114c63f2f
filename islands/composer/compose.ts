import type { MessageView, QuotedView } from '@/modules/messages/messages.views.ts';
import type { SendQueueEntry } from '../workspace/send-queue.ts';
import type { Attachment } from './files/attachments.ts';
import { signed } from './text/signature.ts';

type Written = {
  ticketId: number;
  meantFor?: string;
  text: string;
  attachments: Attachment[];
  reply: MessageView | null;
  quick: SendQueueEntry['quick'];
  /** Null when texts are not signed. */
  signature: string | null;
  /** ISO time of the click. */
  createdAt: string;
  makeId: () => string;
};

/** Blank text sends nothing. Files go in one batch; the text is the caption of the first file if that has none. */
import type { Voice } from './voice/mp3.ts';

export function compose({
  ticketId,
  meantFor,
  text,
  attachments,
  reply,
  quick,
  signature,
  createdAt,
  makeId,
}: Written): SendQueueEntry[] {
  const sign = (content: string) => signed(content, signature ?? '', signature !== null);
  const base = {
    ticketId,
    meantFor,
    createdAt,
    quoted: quotedOf(reply),
    isVoice: false,
    quick: null,
    error: null,
  };
  const textEntry = (): SendQueueEntry[] =>
    text.trim() === '' && !quick ? [] : [{ ...base, quick, clientId: makeId(), body: sign(text), files: [] }];
  const [first] = attachments;
  if (!first) return textEntry();

  const isCaption = !quick && first.caption.trim() === '' && !first.file.type.startsWith('audio/');
  const files = attachments.map(({ clientId, file, caption }) => ({
    clientId,
    name: file.name,
    type: file.type || 'application/octet-stream',
    size: file.size,
    caption: sign(isCaption && clientId === first.clientId ? text : caption),
    blob: file,
  }));
  const sending: SendQueueEntry = { ...base, clientId: makeId(), body: '', files };
  return isCaption ? [sending] : [sending, ...textEntry()];
}

export function composeVoice(
  ticketId: number,
  { blob, seconds, waveform }: Voice,
  reply: MessageView | null,
  createdAt: string,
  makeId: () => string,
): SendQueueEntry {
  const clientId = makeId();
  const file = {
    clientId,
    name: `${clientId}.mp3`,
    type: 'audio/mpeg',
    size: blob.size,
    caption: '',
    blob,
    seconds: Math.round(seconds),
    waveform,
  };
  return {
    clientId: makeId(),
    ticketId,
    createdAt,
    body: '',
    quoted: quotedOf(reply),
    files: [file],
    isVoice: true,
    quick: null,
    error: null,
  };
}

function quotedOf(message: MessageView | null): QuotedView | null {
  if (!message) return null;
  const { quotedMsg: _theirs, ...quoted } = message;
  return quoted;
}
