import { connect, createServer, type Socket } from 'node:net';
import { gunzipSync } from 'node:zlib';
import type { EpochLog } from './epoch-log.ts';

/** `mute`: as a firewall that forgot its connections; those that were open then stay silent for ever. */
export type CutKind = 'drop' | 'mute';

/** The only way of one node to the database server: it can be cut, and shows under which epochs the node wrote. */
export type Tap = {
  url: string;
  cut(kind: CutKind): void;
  restore(): void;
  stop(): void;
};

type Pair = { client: Socket; upstream: Socket; isSilent?: true };

export async function startTap(target: string, onExchange?: OnExchange): Promise<Tap> {
  const { hostname, port } = new URL(target);
  const pairs = new Set<Pair>();
  let state: CutKind | 'open' = 'open';
  const server = createServer((client) => {
    if (state === 'drop') return void client.destroy();
    const upstream = connect({ host: hostname, port: Number(port) });
    const pair: Pair = { client, upstream };
    pairs.add(pair);
    const end = () => {
      pairs.delete(pair);
      client.destroy();
      upstream.destroy();
    };
    client.on('error', end).on('close', end);
    const lost = () => !pair.isSilent && end();
    upstream.on('error', lost).on('close', lost);
    if (onExchange) watch(pair, onExchange);
    client.pipe(upstream).pipe(client);
    if (state === 'mute') silence(pair);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const ownPort = typeof address === 'object' ? address?.port : undefined;

  return {
    url: `http://127.0.0.1:${ownPort}`,
    cut(kind) {
      state = kind;
      for (const pair of [...pairs]) {
        if (kind === 'mute') silence(pair);
        else pair.client.destroy();
      }
    },
    restore() {
      state = 'open';
    },
    stop() {
      server.close();
      for (const { client } of [...pairs]) client.destroy();
    },
  };
}

/** Both sides send into the void. */
function silence(pair: Pair): void {
  const { client, upstream } = pair;
  pair.isSilent = true;
  client.unpipe(upstream);
  upstream.unpipe(client);
  client.resume();
  upstream.resume();
}

type Exchange = { beganAt: number; endedAt: number; request: Buffer[]; response: Buffer[] };
type OnExchange = (request: string, response: Buffer, at: { beganAt: number; endedAt: number }) => void;

/** HTTP/1.1 without pipelining: one request and its answer after the other. */
function watch({ client, upstream }: Pair, onExchange: OnExchange): void {
  let current: Exchange | undefined;
  const finish = () => {
    const { request = [], response = [], beganAt = 0, endedAt = 0 } = current ?? {};
    current = undefined;
    if (response.length > 0)
      onExchange(Buffer.concat(request).toString('latin1'), Buffer.concat(response), { beganAt, endedAt });
  };
  client.on('data', (chunk) => {
    if (current && current.response.length > 0) finish();
    current ??= { beganAt: performance.now(), endedAt: 0, request: [], response: [] };
    current.request.push(chunk as Buffer);
  });
  upstream.on('data', (chunk) => {
    if (!current) return;
    current.endedAt = performance.now();
    current.response.push(chunk as Buffer);
  });
  client.on('close', finish);
}

const FENCED = /WHERE epoch = \?\)"[\s\S]*?"args":\[\{"type":"integer","value":"(\d+)"\}\]/;
const HOST = /^host: company-(\d+)\./im;

/** Each write begins with the fence, which fails under a former epoch. */
export const toEpochLog =
  (log: EpochLog, node: string): OnExchange =>
  (request, response, at) => {
    const [, epoch] = FENCED.exec(request) ?? [];
    const [, companyId] = HOST.exec(request) ?? [];
    const answer = epoch && companyId ? textOf(response) : undefined;
    if (answer === undefined) return;
    const isRefused = answer.includes('only_the_owner_writes');
    log.add({ companyId: Number(companyId), epoch: Number(epoch), node, isRefused, ...at });
  };

/** Undefined for a refusal, and for an answer that was cut off. */
function textOf(response: Buffer): string | undefined {
  const end = response.indexOf('\r\n\r\n');
  const head = response.subarray(0, end).toString().toLowerCase();
  if (end < 0 || !head.startsWith('http/1.1 200')) return undefined;
  const sent = response.subarray(end + 4);
  const body = head.includes('transfer-encoding: chunked') ? joinChunks(sent) : sent;
  if (!head.includes('content-encoding: gzip')) return body?.toString();
  try {
    return body && gunzipSync(body).toString();
  } catch {
    return undefined;
  }
}

function joinChunks(sent: Buffer): Buffer | undefined {
  const parts: Buffer[] = [];
  for (let at = 0; ; ) {
    const line = sent.indexOf('\r\n', at);
    const size = line < 0 ? Number.NaN : Number.parseInt(sent.subarray(at, line).toString(), 16);
    if (Number.isNaN(size) || line + 2 + size > sent.length) return undefined;
    if (size === 0) return Buffer.concat(parts);
    parts.push(sent.subarray(line + 2, line + 2 + size));
    at = line + 4 + size;
  }
}
