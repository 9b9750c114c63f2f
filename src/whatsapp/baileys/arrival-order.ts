import type { EventEmitter } from 'node:events';
import type { BinaryNode } from '@whiskeysockets/baileys';

type Hear = (node: BinaryNode) => unknown;

/** Ids of messages that came from the backlog and have not been told yet, by socket. */
const backlogs = new WeakMap<EventEmitter, Set<string>>();

/**
 * Makes Baileys read one message after the other. By itself it looks up addresses before it queues, so
 * that the first words of a new contact are overtaken by those that follow; and it keeps a queue of its own
 * for the backlog, which everything that is said meanwhile would overtake.
 */
export function keepArrivalOrder(ws: EventEmitter): void {
  const hearers = ws.listeners('CB:message') as Hear[];
  const backlog = new Set<string>();
  backlogs.set(ws, backlog);
  ws.removeAllListeners('CB:message');
  let tail: Promise<unknown> = Promise.resolve();
  ws.on('CB:message', (node: BinaryNode) => {
    const { offline, ...attrs } = node.attrs;
    if (offline && attrs.id) backlog.add(attrs.id);
    // Baileys' listeners catch and log what goes wrong with a message.
    for (const hear of hearers) tail = tail.then(() => hear({ ...node, attrs })).catch(() => {});
  });
}

/** Whether a message waited on the server while we were away; asked once for each. */
export function wasInBacklog(ws: EventEmitter, id: string): boolean {
  return backlogs.get(ws)?.delete(id) ?? false;
}
