import type { PostedChatMessage } from '@/modules/internal-chat/internal-chat.views.ts';
import { api } from '../../http/api.ts';

type Sending = { chatId: number; message: string; file?: File };

/** A retry of the same text and file has the same id: the first attempt may have arrived without its answer. */
const ids = new Map<string, string>();
const files = new WeakMap<File, number>();
let filesSeen = 0;

export async function postChat({ chatId, message, file }: Sending): Promise<PostedChatMessage> {
  const key = `${chatId} ${file ? numberOf(file) : ''} ${message}`;
  const clientId = ids.get(key) ?? makeId();
  ids.set(key, clientId);
  const path = `/chats/${chatId}/messages`;
  const posted = await api.post<PostedChatMessage>(
    path,
    file ? formOf(clientId, message, file) : { message, clientId },
  );
  ids.delete(key);
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

function numberOf(file: File): number {
  const known = files.get(file) ?? filesSeen;
  filesSeen += 1;
  files.set(file, known);
  return known;
}

/** `crypto.randomUUID` is missing on plain http. */
function makeId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
