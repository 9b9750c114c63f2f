import type { ServerWebSocket, WebSocketHandler } from 'bun';
import type { UserActor } from '../scope.ts';
import type { Seat } from '../seats.ts';
import { FLOOD, type FrameGate, MAX_FRAME_BYTES } from './frame-gate.ts';
import type { Hub, LiveSocket } from './hub.ts';
import { type PageFrame, parseFrame } from './page-frames.ts';

export type PageSocketData = {
  kind: 'page';
  actor: UserActor;
  seat?: Seat;
  socket?: LiveSocket;
  gate?: FrameGate;
};

export type PageFrames = {
  gateOf(actor: UserActor): FrameGate;
  onFrame(socket: LiveSocket, frame: PageFrame): void;
};

const POLICY_VIOLATION = 1008;
const GOING_AWAY = 1001;

/** The websocket handler of our own pages (`/ws`), on Bun's own sockets. */
export function pageSockets(hub: Hub, frames: PageFrames): WebSocketHandler<PageSocketData> {
  return {
    maxPayloadLength: MAX_FRAME_BYTES,
    idleTimeout: 60,
    sendPings: true,
    // A reader that does not read is dropped; it fetches what it missed when it comes back.
    backpressureLimit: 1024 * 1024,
    closeOnBackpressureLimit: true,
    open(ws) {
      const socket = liveSocket(ws);
      ws.data.socket = socket;
      ws.data.gate = frames.gateOf(ws.data.actor);
      hub.add(socket);
      ws.send(JSON.stringify({ channel: 'ready', data: null }));
    },
    message(ws, text) {
      const { socket, gate } = ws.data;
      const verdict = gate?.admit();
      if (verdict === 'close') ws.close(POLICY_VIOLATION, FLOOD);
      if (verdict !== 'pass' || !socket) return;
      const frame = parseFrame(text);
      if (frame?.channel === 'visible') socket.isVisible = frame.data;
      else if (frame) frames.onFrame(socket, frame);
    },
    close(ws) {
      ws.data.seat?.leave();
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
