import type { Bus } from './kernel/bus.ts';
import {
  tellConnectionChanged,
  tellConnectionDeleted,
  tellSessionChanged,
} from './modules/connections/connections.events.ts';
import { tellMessage, tellRefused } from './modules/tickets/message-updates.ts';
import { tellNoteCreated, tellNoteDeleted, tellTicketEvent } from './modules/tickets/story.events.ts';
import { tellTicketDeleted, tellTicketRead, tellTicketUpdated } from './modules/tickets/tickets.events.ts';
import { MODULES } from './modules.ts';

/** Who listens to what: one line each. */
export function wireEvents(bus: Bus): void {
  bus.on('connection.created', (scope, { connectionId }) => tellConnectionChanged(scope, connectionId));
  bus.on('connection.updated', (scope, { connectionId }) => tellConnectionChanged(scope, connectionId));
  bus.on('connection.deleted', (scope, { connectionId }) => tellConnectionDeleted(scope, connectionId));
  bus.on('connection.session', (scope, { connectionId }) => tellSessionChanged(scope, connectionId));
  bus.on('ticket.created', tellTicketUpdated);
  bus.on('ticket.updated', tellTicketUpdated);
  bus.on('ticket.read', (scope, { ticketId }) => tellTicketRead(scope, ticketId));
  bus.on('ticket.event', (scope, { eventId, ticketId }) => tellTicketEvent(scope, eventId, ticketId));
  bus.on('note.created', (scope, { noteId, ticketId }) => tellNoteCreated(scope, noteId, ticketId));
  bus.on('note.deleted', (scope, note) => tellNoteDeleted(scope, note));
  bus.on('ticket.deleted', (scope, ticket) => tellTicketDeleted(scope, ticket));
  bus.on('message.created', (scope, { messageId, ticketId }) =>
    tellMessage(scope, 'create', messageId, ticketId),
  );
  bus.on('message.updated', (scope, { messageId, ticketId }) =>
    tellMessage(scope, 'update', messageId, ticketId),
  );
  bus.on('message.refused', tellRefused);
  // Last: pages hear of a message before a push for it is written.
  for (const { listeners = {}, hears = {}, platformListeners = {} } of MODULES) {
    for (const [type, listener] of [...Object.entries(listeners), ...Object.entries(hears)])
      bus.on(type as never, listener as never);
    for (const [type, listener] of Object.entries(platformListeners))
      bus.onPlatform(type as never, listener as never);
  }
}
