import type { PostedChatMessage } from '@/modules/internal-chat/internal-chat.views.ts';
import { api } from '../../http/api.ts';
import { type DraftOwner, readAttempt, saveAttempt } from './chat-drafts.ts';

type Sending = { me: DraftOwner; chatId: number; message: string; file?: File };

/** A retry of the same text or file has the same id: the first attempt may have arrived without its answer. */
const ids = new WeakMap<File, { text: string; clientId: string }>();

/** The beginning of `text` that was sent already, without an answer: what follows is another message. */
export function attemptedIn(
  text: string,
  { me, chatId, file }: Omit<Sending, 'message'>,
): string | undefined {
  const attempt = file ? ids.get(file)?.text.slice(`${chatId} `.length) : readAttempt(me, chatId)?.text;
  const isBeginning = attempt === '' ? text !== '' : text.startsWith(`${attempt}\n`);
  return attempt !== undefined && isBeginning ? attempt : undefined;
}

export async function postChat({ me, chatId, message, file }: Sending): Promise<PostedChatMessage> {
  const known = file ? ids.get(file) : readAttempt(me, chatId);
  const text = file ? `${chatId} ${message}` : message;
  const attempt = known?.text === text ? known : { text, clientId: makeId() };
  if (file) ids.set(file, attempt);
  else saveAttempt(me, chatId, attempt);
  const { clientId } = attempt;
  const posted = await api.post<PostedChatMessage>(
    `/chats/${chatId}/messages`,
    file ? formOf(clientId, message, file) : { message, clientId },
  );
  if (file) ids.delete(file);
  else saveAttempt(me, chatId, null);
  return posted;
}

/** Text fields come before the file, because the server reads the body as a stream. */
function formOf(clientId: string, message: string, file: File): FormData {
  const form = new FormData();
  form.set('message', message);
  form.set('clientId', clientId);
  form.set('medias', file, file.name);
  return form;
}

/** `crypto.randomUUID` is missing on plain http. */
function makeId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
