import type { Translate } from '@views/i18n.tsx';
import type { WorkspaceUser } from '@views/parts/tickets/workspace.ts';
import type { MessageView } from '@/modules/messages/messages.views.ts';
import type { SendQueueEntry } from '../../workspace/send-queue.ts';
import { sendQueueOf } from '../../workspace/sending.ts';
import { fetchMediaAgain, retryMessage, showError } from '../../workspace/workspace-api.ts';

type Around = { me: WorkspaceUser; show: (messages: MessageView[]) => void; t: Translate };

export function sendAgain(message: MessageView, { me, show, t }: Around): void {
  const entry = entryOf(me, message);
  if (entry) return void sendQueueOf(me).retry(entry.clientId);
  retryMessage(message.id).then(
    (again) => show([again]),
    (error: unknown) => showError(error, t),
  );
}

export function downloadAgain(message: MessageView, { show, t }: Around): void {
  fetchMediaAgain(message.id).then(
    (again) => show([again]),
    (error: unknown) => showError(error, t),
  );
}

export function discard(message: MessageView, { me }: Around): void {
  const entry = entryOf(me, message);
  if (entry) void sendQueueOf(me).discard(entry.clientId);
}

function entryOf(me: WorkspaceUser, message: MessageView): SendQueueEntry | undefined {
  return sendQueueOf(me)
    .entries.get()
    .find(
      (entry) =>
        entry.clientId === message.clientId || entry.files.some((file) => file.clientId === message.clientId),
    );
}
