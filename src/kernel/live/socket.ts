import type { ServerWebSocket, WebSocketHandler } from 'bun';
import type { UserActor } from '../scope.ts';
import type { Hub, LiveSocket } from './hub.ts';

export type PageSocketData = { kind: 'page'; actor: UserActor; socket?: LiveSocket };

/** What a page may say: that its person is still there, whether he sees it, and what he looks at or types in. */
export type PageFrames = { onFrame(socket: LiveSocket, channel: string, data: unknown): void };

const POLICY_VIOLATION = 1008;
const GOING_AWAY = 1001;

/** The websocket handler of our own pages (`/ws`), on Bun's own sockets. */
export function pageSockets(hub: Hub, frames: PageFrames): WebSocketHandler<PageSocketData> {
  return {
    maxPayloadLength: 64 * 1024,
    idleTimeout: 60,
    sendPings: true,
    // A reader that does not read is dropped; it fetches what it missed when it comes back.
    backpressureLimit: 1024 * 1024,
    closeOnBackpressureLimit: true,
    open(ws) {
      const socket = liveSocket(ws);
      ws.data.socket = socket;
      hub.add(socket);
      ws.send(JSON.stringify({ channel: 'ready', data: null }));
    },
    message(ws, text) {
      const frame = parseFrame(text);
      if (frame?.channel === 'visible' && ws.data.socket) ws.data.socket.isVisible = frame.data === true;
      if (frame && ws.data.socket) frames.onFrame(ws.data.socket, frame.channel, frame.data);
    },
    close(ws) {
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

function parseFrame(text: string | Buffer): { channel: string; data: unknown } | undefined {
  try {
    const frame: unknown = JSON.parse(String(text));
    if (typeof frame !== 'object' || frame === null || !('channel' in frame)) return undefined;
    return { channel: String(frame.channel), data: 'data' in frame ? frame.data : undefined };
  } catch {
    return undefined;
  }
}
