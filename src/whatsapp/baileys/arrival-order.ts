import type { EventEmitter } from 'node:events';
import type { BinaryNode } from '@whiskeysockets/baileys';
import { letOthers } from './large.ts';

type Hear = (node: BinaryNode) => unknown;

/** Whether a message waited on the server while this session was offline. Asking removes the id. */
export type Backlog = { take(id: string): boolean };

/**
 * Baileys looks up addresses before it queues, so that a new contact's first message is overtaken by the next ones,
 * and it keeps a second queue for the backlog. Here all messages are read one after the other.
 */
export function keepArrivalOrder(ws: EventEmitter): Backlog {
  const hearers = ws.listeners('CB:message') as Hear[];
  const backlog = new Set<string>();
  ws.removeAllListeners('CB:message');
  let tail: Promise<unknown> = Promise.resolve();
  ws.on('CB:message', (node: BinaryNode) => {
    const { offline, ...attrs } = node.attrs;
    if (offline && attrs.id) backlog.add(attrs.id);
    tail = tail.then(() => letOthersBefore(node));
    for (const hear of hearers) tail = tail.then(() => hear({ ...node, attrs })).catch(() => {});
  });
  return { take: (id) => backlog.delete(id) };
}

async function letOthersBefore({ content }: BinaryNode): Promise<void> {
  if (!Array.isArray(content)) return;
  for (const { content: inner } of content) if (inner instanceof Uint8Array) await letOthers(inner);
}
