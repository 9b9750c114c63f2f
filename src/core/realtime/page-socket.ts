import type { ServerWebSocket, WebSocketHandler } from 'bun';
import { z } from 'zod';
import type { Logger } from '../log.ts';
import type { Full, Slot } from '../queue/slots.ts';
import type { UserActor } from '../scope.ts';
import { FLOOD, type FrameGate, MAX_FRAME_BYTES } from './frame-limits.ts';
import type { Hub, LiveSocket } from './hub.ts';
import { createFrameHandler } from './page-frames.ts';
import { type SocketMessage, socketMessage } from './socket-messages.ts';

export type PageSocketData = {
  kind: 'page';
  actor: UserActor;
  slot?: Slot;
  refused?: { limit: Full; text: string };
  socket?: LiveSocket;
  gate?: FrameGate;
};

export type PageSocketOptions = {
  gateOf(actor: UserActor): FrameGate;
  log: Logger;
  stampOf(companyId: number): string;
  messages: SocketMessage[];
};

const POLICY_VIOLATION = 1008;
const GOING_AWAY = 1001;
const TRY_AGAIN_LATER = 1013;
export const SOCKET_REFUSED = 'a socket was refused: too many are open';

const visible: SocketMessage = {
  ...socketMessage('visible', z.boolean(), (socket, isVisible) => {
    socket.isVisible = isVisible;
  }),
  isQuiet: true,
};

export function pageSockets(hub: Hub, options: PageSocketOptions): WebSocketHandler<PageSocketData> {
  const handleFrame = createFrameHandler([visible, ...options.messages]);
  async function receive(socket: LiveSocket, text: string | Buffer): Promise<void> {
    await handleFrame(socket, text);
  }

  return {
    maxPayloadLength: MAX_FRAME_BYTES,
    idleTimeout: 60,
    sendPings: true,
    // A page that stops reading is disconnected, or its buffer would grow; it reconnects and refetches.
    backpressureLimit: 1024 * 1024,
    closeOnBackpressureLimit: true,
    open(ws) {
      const { refused } = ws.data;
      if (refused) {
        ws.send(JSON.stringify({ channel: 'refused', data: { text: refused.text } }));
        ws.close(TRY_AGAIN_LATER, `too many sockets: ${refused.limit}`);
        return;
      }
      const socket = liveSocket(ws);
      ws.data.socket = socket;
      ws.data.gate = options.gateOf(ws.data.actor);
      hub.add(socket);
      const asOf = options.stampOf(ws.data.actor.companyId);
      ws.send(JSON.stringify({ channel: 'ready', data: { asOf } }));
    },
    message(ws, text) {
      const { socket, gate } = ws.data;
      const verdict = gate?.admit();
      if (verdict === 'close') ws.close(POLICY_VIOLATION, FLOOD);
      if (verdict !== 'pass' || !socket) return;
      receive(socket, text).catch((error) =>
        options.log.error({ err: error }, 'a page message could not be handled'),
      );
    },
    close(ws) {
      ws.data.slot?.leave();
      if (ws.data.socket) hub.remove(ws.data.socket);
    },
  };
}

function liveSocket(ws: ServerWebSocket<PageSocketData>): LiveSocket {
  return {
    actor: ws.data.actor,
    deliver(message, frame) {
      if (!message.contractOnly) ws.send(frame);
    },
    close(reason) {
      ws.send(JSON.stringify({ channel: 'auth', data: { action: reason } }));
      ws.close(reason === 'shutdown' ? GOING_AWAY : POLICY_VIOLATION, reason);
    },
  };
}
