import type { Translate } from '@views/i18n.tsx';
import type { WorkspaceFilter } from '@views/parts/tickets/workspace.ts';
import type { MessageView } from '@/modules/messages/messages.views.ts';
import type { PreferenceKey } from '@/modules/notifications/preferences.schema.ts';
import type { TicketPatch } from '@/modules/tickets/tickets.schema.ts';
import type {
  BulkResult,
  TicketCounts,
  TicketDetail,
  TicketEventView,
  TicketPage,
  TicketView,
} from '@/modules/tickets/tickets.views.ts';
import { ApiError, api } from '../http/api.ts';
import type { Options } from '../http/api-error.ts';
import { errorText } from '../http/error-text.ts';
import { showToast } from '../page/toast.ts';
import { loadErrorTexts } from '../texts.ts';
import { ticketInPane } from './shown-ticket.ts';

export type MessagePage = {
  messages: MessageView[];
  events: TicketEventView[];
  ticket: TicketDetail;
  hasMore: boolean;
  count: number;
};
export type LiveTicket =
  | { action: 'update'; ticket: TicketView; restored?: boolean }
  | { action: 'delete'; ticketId: number }
  | { action: 'updateUnread'; ticketId: number };
export type LiveMessage = { action: 'create' | 'update'; message: MessageView; ticket?: TicketView };

/** Lists and searches include everybody's closed tickets (spec §6). */
export function listTickets(
  filter: WorkspaceFilter,
  after?: string,
  signal?: AbortSignal,
): Promise<TicketPage> {
  const { queueIds, whatsappIds, search, sort = 'oldest' } = filter;
  const noQueue = filter.noQueue ? 'true' : undefined;
  const showAll = filter.showAll || filter.status === 'closed' || search ? 'true' : undefined;
  const what = search
    ? { searchParam: search.text, tags: search.tagIds, users: search.userIds }
    : filter.snoozed
      ? { snoozed: 'true' }
      : { status: filter.status, sort, team: filter.team ? 'true' : undefined };
  return api.get('/tickets', { query: { ...what, queueIds, whatsappIds, noQueue, showAll, after }, signal });
}

export function countTickets(
  { queueIds, whatsappIds, noQueue, showAll }: WorkspaceFilter,
  signal?: AbortSignal,
): Promise<TicketCounts> {
  const isOn = (flag?: boolean) => (flag ? 'true' : undefined);
  const query = { queueIds, whatsappIds, noQueue: isOn(noQueue), showAll: isOn(showAll) };
  return api.get('/tickets/counts', { query, signal });
}

export function patchTicket(
  id: number,
  patch: Partial<TicketPatch>,
  options: Pick<Options, 'onUndo' | 'meantFor'> = {},
): Promise<TicketDetail> {
  return api.put(`/tickets/${id}`, patch, options);
}

export async function markTicket(id: number, action: 'read' | 'unread'): Promise<string | null> {
  const { skipped, undo } = await api.post<BulkResult>('/tickets/bulk', { action, ids: [id] });
  const [refusal] = skipped;
  if (refusal) throw new ApiError(refusal.error, 409);
  return undo;
}

export function markRead(ticketId: number): Promise<unknown> {
  return api.post(`/tickets/${ticketId}/read`);
}

export const PAGE = 56;

export function listMessages(
  ticketId: number,
  cursor: { before?: string; after?: string; around?: string } = {},
  signal?: AbortSignal,
): Promise<MessagePage> {
  return api.get(`/messages/${ticketId}`, { query: { ...cursor, size: PAGE, peek: 'true' }, signal });
}

export function retryMessage(id: string): Promise<MessageView> {
  return api.post(`/messages/${id}/retry`, undefined, { meantFor: ticketInPane() });
}

export function fetchMediaAgain(id: string): Promise<MessageView> {
  return api.post(`/messages/${id}/download`);
}

export function savePreference(key: PreferenceKey, isOn: boolean): Promise<unknown> {
  return api.put('/me/preferences', { key, value: isOn ? 'enabled' : 'disabled' });
}

export function showError(error: unknown, t: Translate): void {
  if (error instanceof DOMException && error.name === 'AbortError') return;
  void loadErrorTexts().then(() => showToast({ level: 'error', text: errorText(t, error) }));
}
