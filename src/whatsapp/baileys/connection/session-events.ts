import type { BinaryNode, Contact } from '@whiskeysockets/baileys';
import type { PresenceState } from '../../port.ts';
import type { Groups } from '../contacts/groups.ts';
import type { QueuedMessage } from '../inbound/inbound-queue.ts';
import type { Calls } from '../inbound/missed-calls.ts';
import type { ReceiptGate } from '../inbound/receipt-gate.ts';
import { refusalsOf } from '../inbound/receipts.ts';
import type { Journal } from '../journal/journal.ts';
import { plainJid } from '../message-key.ts';
import { cappedUntil, lockedUntil } from './restriction.ts';
import type { Session } from './session.ts';

export type SessionHandlers = {
  journal: Journal;
  calls: Calls;
  groups: Groups;
  receipts: ReceiptGate;
  onArrivals(arrivals: QueuedMessage[]): void;
  onPresence(chatJid: string, author: string, state: PresenceState): void;
  onContacts(contacts: Partial<Contact>[]): void;
  onIdentities(pairs: { pn: string; lid: string }[]): void;
  onOpen(): void;
  onBlocked(jids: string[], blocked: boolean): void;
  onRestriction(until: number | null): void;
  now(): number;
};

export function listen({ sock: { ev, ws }, backlog }: Session, handlers: SessionHandlers): void {
  const { journal, calls, groups, receipts } = handlers;
  receipts.watch(ws);

  ev.on('messages.upsert', ({ messages, type }) =>
    handlers.onArrivals(
      messages
        .filter((message) => journal.isTaken(ws, message))
        .map((message) => ({
          ...journal.take(ws, message),
          offline: backlog.take(message.key.id ?? '') || type === 'append',
        })),
    ),
  );
  ev.on('messages.update', (updates) => receipts.onReceipts(refusalsOf(updates)));
  // Baileys reports errors as messages.update, but never that the server has a message.
  ws.on('CB:ack,class:message', ({ attrs: { id, from, error } }: BinaryNode) => {
    if (id && !error) receipts.onReceipts([{ id, chatJid: plainJid(from), ack: 2 }]);
  });

  ev.on('call', (events) => {
    for (const call of events) calls.onCall(call);
  });
  ev.on('presence.update', ({ id, presences }) => {
    for (const [author, { lastKnownPresence }] of Object.entries(presences)) {
      handlers.onPresence(plainJid(id), plainJid(author), lastKnownPresence);
    }
  });

  const reportPairs = (pairs: { pn: string; lid: string }[]) => {
    const plain = pairs.map(({ pn, lid }) => ({ pn: plainJid(pn), lid: plainJid(lid) }));
    if (plain.length > 0) handlers.onIdentities(plain);
  };
  ev.on('lid-mapping.update', (pair) => reportPairs([pair]));
  ev.on('messaging-history.set', ({ lidPnMappings, contacts }) => {
    reportPairs(lidPnMappings ?? []);
    handlers.onContacts(contacts);
  });
  ev.on('contacts.upsert', (contacts) => handlers.onContacts(contacts));
  ev.on('contacts.update', (contacts) => handlers.onContacts(contacts));

  ev.on('connection.update', ({ connection, reachoutTimeLock }) => {
    if (connection === 'open') handlers.onOpen();
    if (reachoutTimeLock) handlers.onRestriction(lockedUntil(reachoutTimeLock, handlers.now()));
  });
  ev.on('message-capping.update', (cap) => {
    const until = cappedUntil(cap, handlers.now());
    if (until !== undefined) handlers.onRestriction(until);
  });
  ev.on('blocklist.update', ({ blocklist, type }) =>
    handlers.onBlocked(blocklist.map(plainJid), type === 'add'),
  );

  ev.on('groups.upsert', (found) => {
    for (const group of found) groups.put(group);
  });
  ev.on('groups.update', (changes) => {
    for (const change of changes) groups.update(change);
  });
  ev.on('group-participants.update', (change) => groups.changeMembers(change));
}
