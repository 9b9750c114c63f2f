import type { Scope } from '@/core/scope.ts';
import { getSetting } from '@/modules/settings/settings.queries.ts';
import type { TicketRow } from '@/modules/tickets/list/tickets.queries.ts';
import type { Assignment, AssignmentNames } from '@/modules/tickets/work/record-change.service.ts';
import { storeAutomaticText } from './store-automatic-text.service.ts';

const MARK = '*Mensagem automática*:\n';

export async function announceTransfer(
  tx: Scope,
  ticket: TicketRow,
  next: Assignment,
  names: AssignmentNames,
): Promise<void> {
  if (next.status === 'closed' || ticket.status === 'closed' || next.connectionId === null) return;
  const text = transferText(ticket, next, names);
  if (text === undefined || (await getSetting(tx, 'sendMsgTransfTicket')) !== 'enabled') return;
  await storeAutomaticText(tx, { ...ticket, ...next }, { body: `${MARK}${text}` });
}

export function transferText(
  before: Assignment,
  after: Assignment,
  names: { queue: string | null; user: string | null },
): string | undefined {
  const hasNewQueue = before.queueId !== null && after.queueId !== null && before.queueId !== after.queueId;
  const hasNewUser = before.userId !== null && after.userId !== null && before.userId !== after.userId;
  const department = `Você foi transferido para o departamento *${names.queue}*`;
  if (hasNewQueue && hasNewUser) {
    return `${department} e contará com a presença de *${names.user}*\naguarde, já vamos te atender!`;
  }
  if (hasNewQueue) return `${department}\naguarde, já vamos te atender!`;
  if (hasNewUser) return `Foi transferido para o atendente *${names.user}*\naguarde, já vamos te atender!`;
  return undefined;
}
