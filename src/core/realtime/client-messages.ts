import type { Socket } from 'socket.io';
import { on } from './client-events.ts';
import type { LiveMessage, LiveSocket } from './hub.ts';
import { mayReceive, type SocketMessage } from './socket-messages.ts';

export type ClientSocket = LiveSocket & { follows: Map<string, number> };
export type ClientMessage = SocketMessage<ClientSocket>;

export function subscribeClient(socket: Socket, client: ClientSocket, messages: ClientMessage[]): void {
  for (const message of messages.filter((one) => mayReceive(client, one)))
    on(socket, message.name, message.schema, (input) => message.handle(client, input));
}

export function wants({ follows, actor }: ClientSocket, { about }: LiveMessage): boolean {
  if (!about) return true;
  return about.topics.some((topic) => follows.has(topic)) || about.userIds.includes(actor.id);
}
