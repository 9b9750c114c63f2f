import type { Translate } from '@views/i18n.tsx';
import { EDIT_WINDOW_MINUTES } from '@/modules/messages/message-limits.schema.ts';
import type { MessageView } from '@/modules/messages/messages.views.ts';
import { api } from '../../http/api.ts';
import { ticketInPane } from '../../workspace/shown-ticket.ts';
import { showError } from '../../workspace/workspace-api.ts';
import { offerEdit } from './refused-edits.ts';

export type Shower = {
  show: (messages: MessageView[]) => void;
  t: Translate;
};

/** False when the change was refused. */
async function change(
  message: MessageView,
  shown: Partial<MessageView>,
  send: () => Promise<MessageView>,
  { show, t }: Shower,
): Promise<boolean> {
  show([{ ...message, ...shown }]);
  try {
    show([await send()]);
    return true;
  } catch (error) {
    show([message]);
    showError(error, t);
    return false;
  }
}

const shown = () => ({ meantFor: ticketInPane() });

export function react(message: MessageView, emoji: string, shower: Shower): Promise<boolean> {
  const reactions = message.reactions.filter((one) => !one.fromMe);
  if (emoji) reactions.push({ emoji, fromMe: true });
  const send = async () =>
    (await api.post<{ message: MessageView }>(`/messages/${message.id}/reactions`, { type: emoji }, shown()))
      .message;
  return change(message, { reactions }, send, shower);
}

export async function edit(message: MessageView, body: string, shower: Shower): Promise<void> {
  if (body.trim() === '' || body === message.body) return;
  const send = () => api.post<MessageView>(`/messages/edit/${message.id}`, { body }, shown());
  const isSaved = await change(message, { body, isEdited: true }, send, shower);
  if (!isSaved) offerEdit({ messageId: message.id, wanted: body });
}

export function remove(message: MessageView, shower: Shower): Promise<boolean> {
  const send = () => api.delete<MessageView>(`/messages/${message.id}`, shown());
  return change(message, { isDeleted: true }, send, shower);
}

const TEXTS = ['conversation', 'extendedTextMessage'];
const CAPTIONED = ['image', 'video', 'application'];

/** A file's body may be its name alone, which is no caption. */
export function isEditable(message: MessageView): boolean {
  const { mediaType, body, mediaName } = message;
  if (!message.fromMe || message.isDeleted || message.isSticker) return false;
  return TEXTS.includes(mediaType) || (CAPTIONED.includes(mediaType) && body !== (mediaName ?? ''));
}

/** WhatsApp accepts edits for 15 minutes. `now` in milliseconds. */
export function isTooLate({ createdAt }: MessageView, now: number): boolean {
  return now - Date.parse(createdAt) > EDIT_WINDOW_MINUTES * 60_000;
}
