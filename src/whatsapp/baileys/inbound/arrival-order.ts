import type { EventEmitter } from 'node:events';
import type { BinaryNode } from '@whiskeysockets/baileys';
import { letOthers } from '../journal/large-messages.ts';

type Handler = (node: BinaryNode) => unknown;

/** Whether a message waited on the server while this session was offline. `take` removes the id. */
export type Backlog = { take(id: string): boolean };

/** Baileys looks up addresses before it queues, so messages overtake others. This reads them in order. */
export function preserveArrivalOrder(ws: EventEmitter): Backlog {
  const handlers = ws.listeners('CB:message') as Handler[];
  const backlog = new Set<string>();
  ws.removeAllListeners('CB:message');
  let tail: Promise<unknown> = Promise.resolve();
  ws.on('CB:message', (node: BinaryNode) => {
    const { offline, ...attrs } = node.attrs;
    if (offline && attrs.id) backlog.add(attrs.id);
    tail = tail.then(() => letOthersBefore(node));
    for (const handler of handlers) tail = tail.then(() => handler({ ...node, attrs })).catch(() => {});
  });
  return { take: (id) => backlog.delete(id) };
}

async function letOthersBefore({ content }: BinaryNode): Promise<void> {
  if (!Array.isArray(content)) return;
  for (const { content: inner } of content) if (inner instanceof Uint8Array) await letOthers(inner);
}
