import type { WorkspaceUser } from '@views/parts/tickets/workspace.ts';
import { sendQueueOf } from '../workspace/sending.ts';
import { compose } from './compose.ts';
import { makeClientId } from './files/attachments.ts';
import { readSignOption } from './text/signature.ts';

type Text = { ticketId: number; meantFor: string | undefined; text: string };

export function sendText(me: WorkspaceUser, { ticketId, meantFor, text }: Text): void {
  const entries = compose({
    ticketId,
    meantFor,
    text,
    attachments: [],
    reply: null,
    quick: null,
    signature: readSignOption() ? me.name : null,
    createdAt: new Date().toISOString(),
    makeId: makeClientId,
  });
  for (const entry of entries) void sendQueueOf(me).add(entry);
}
