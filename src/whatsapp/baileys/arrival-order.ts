import type { EventEmitter } from 'node:events';
import type { BinaryNode } from '@whiskeysockets/baileys';

type Hear = (node: BinaryNode) => unknown;

/**
 * Makes Baileys read one message after the other. By itself it looks up addresses before it queues, so
 * that the first words of a new contact are overtaken by those that follow.
 */
export function keepArrivalOrder(ws: EventEmitter): void {
  const hearers = ws.listeners('CB:message') as Hear[];
  ws.removeAllListeners('CB:message');
  let tail: Promise<unknown> = Promise.resolve();
  ws.on('CB:message', (node: BinaryNode) => {
    // Baileys' listeners catch and log what goes wrong with a message.
    for (const hear of hearers) tail = tail.then(() => hear(node)).catch(() => {});
  });
}
