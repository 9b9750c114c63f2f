import type { Server, WebSocketHandler } from 'bun';

type Frame = string | Buffer;

export type RelayedSocketData = {
  kind: 'relayed';
  upstream: WebSocket;
  early: Frame[];
  deliver(frame: Frame): void;
};

const GOING_AWAY = 1001;
/** RFC 6455 §7.4.1: codes that no endpoint may send. */
const UNSENDABLE = [1005, 1006, 1015];
const codeOf = (code: number) => (UNSENDABLE.includes(code) ? GOING_AWAY : code);

/** Undefined when the other node refused the socket or was not reached. */
export async function relaySocket(
  request: Request,
  to: { url: string; headers: Headers },
  server: Server<never>,
): Promise<Response | undefined> {
  const headers = Object.fromEntries(
    [...to.headers].filter(([name]) => !/^(sec-websocket-|connection$|upgrade$)/.test(name)),
  );
  const upstream = new WebSocket(to.url.replace(/^http/, 'ws'), { headers } as never);
  const data: RelayedSocketData = {
    kind: 'relayed',
    upstream,
    early: [],
    deliver: (frame) => void data.early.push(frame),
  };
  upstream.binaryType = 'nodebuffer' as BinaryType;
  upstream.addEventListener('message', ({ data: frame }) => data.deliver(frame));
  const isOpen = await new Promise<boolean>((resolve) => {
    upstream.addEventListener('open', () => resolve(true));
    upstream.addEventListener('error', () => resolve(false));
    upstream.addEventListener('close', () => resolve(false));
  });
  if (!isOpen) return undefined;
  if (server.upgrade(request, { data: data as never })) return new Response(null);
  upstream.close();
  return new Response(null, { status: 400 });
}

export const relayedSockets: WebSocketHandler<RelayedSocketData> = {
  open(ws) {
    const { data } = ws;
    for (const frame of data.early.splice(0)) ws.send(frame);
    data.deliver = (frame) => void ws.send(frame);
    const end = ({ code, reason }: Pick<CloseEvent, 'code' | 'reason'>) => ws.close(codeOf(code), reason);
    data.upstream.addEventListener('close', end);
    if (data.upstream.readyState >= WebSocket.CLOSING) end({ code: GOING_AWAY, reason: '' });
  },
  message: (ws, frame) => ws.data.upstream.send(frame),
  close: (ws, code, reason) => ws.data.upstream.close(codeOf(code), reason),
};
