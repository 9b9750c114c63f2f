import type { Socket } from 'socket.io';
import { on } from './client-events.ts';
import type { LiveMessage, LiveSocket } from './hub.ts';
import type { Word } from './words.ts';

/** An existing client hears of what it follows: topics, each with how many of its parts asked for it. */
export type ClientSocket = LiveSocket & { follows: Map<string, number> };
export type ClientWord = Word<ClientSocket>;

/** Everything a client may say. */
export function listenToWords(socket: Socket, client: ClientSocket, words: ClientWord[]): void {
  for (const { name, schema, hear } of words) on(socket, name, schema, (said) => hear(client, said));
}

/** A live message about an object reaches the clients that follow it and the people it concerns. */
export function wants({ follows, actor }: ClientSocket, { about }: LiveMessage): boolean {
  if (!about) return true;
  return about.topics.some((topic) => follows.has(topic)) || about.userIds.includes(actor.id);
}
