import type { Translate } from '@views/i18n.tsx';
import type { DeskMe } from '@views/parts/tickets/desk.ts';
import type { MessageView } from '@/modules/messages/messages.views.ts';
import { fetchMediaAgain, retryMessage, tellError } from '../desk/desk-api.ts';
import type { SendQueueEntry } from '../desk/send-queue.ts';
import { sendQueueOf } from '../desk/sending.ts';

type Around = { me: DeskMe; show: (messages: MessageView[]) => void; t: Translate };

/** One that has not reached the server is tried from here. */
export function sendAgain(message: MessageView, { me, show, t }: Around): void {
  const entry = entryOf(me, message);
  if (entry) return void sendQueueOf(me).retry(entry.clientId);
  retryMessage(message.id).then(
    (again) => show([again]),
    (error: unknown) => tellError(error, t),
  );
}

export function downloadAgain(message: MessageView, { show, t }: Around): void {
  fetchMediaAgain(message.id).then(
    (again) => show([again]),
    (error: unknown) => tellError(error, t),
  );
}

export function discard(message: MessageView, { me }: Around): void {
  const entry = entryOf(me, message);
  if (entry) void sendQueueOf(me).discard(entry.clientId);
}

function entryOf(me: DeskMe, message: MessageView): SendQueueEntry | undefined {
  return sendQueueOf(me)
    .entries.get()
    .find(
      (entry) =>
        entry.clientId === message.clientId || entry.files.some((file) => file.clientId === message.clientId),
    );
}
