import type { Socket } from 'socket.io';
import { on } from './client-events.ts';
import type { LiveMessage, LiveSocket } from './hub.ts';
import { mayHear, type Word } from './words.ts';

/** `follows`: topics that an existing client joined, each with the number of its screens that did. */
export type ClientSocket = LiveSocket & { follows: Map<string, number> };
export type ClientWord = Word<ClientSocket>;

export function listenToWords(socket: Socket, client: ClientSocket, words: ClientWord[]): void {
  for (const word of words.filter((one) => mayHear(client, one)))
    on(socket, word.name, word.schema, (said) => word.hear(client, said));
}

/** True for a message about nothing in particular, one about a followed topic, or one about this person. */
export function wants({ follows, actor }: ClientSocket, { about }: LiveMessage): boolean {
  if (!about) return true;
  return about.topics.some((topic) => follows.has(topic)) || about.userIds.includes(actor.id);
}
