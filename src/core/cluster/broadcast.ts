import { createHash } from 'node:crypto';
import type { AnyEvent } from '../events.ts';
import type { Logger } from '../log.ts';
import { PLATFORM } from '../scope.ts';
import { FORWARDED_HEADER, type RequestSigner } from './signed-request.ts';

export const EVENTS_PATH = '/nodes/events';

const CALL_MS = 5_000;
const MAX_WAITING = 1_000;

export type BroadcastOptions = {
  signer: Pick<RequestSigner, 'sign'>;
  /** Addresses of the other live nodes. */
  listOthers(): string[];
  receive(events: AnyEvent[]): Promise<void>;
  log: Logger;
};

/** Events for the pages of the other nodes. One that is lost leaves a page as it was until it is loaded again. */
export type Broadcast = {
  /** In order for each node, together while an earlier call runs. */
  send(events: AnyEvent[]): void;
  /** For a request whose signature was checked; the signed address holds the digest of its body. */
  answer(request: Request): Promise<Response>;
};

export function createBroadcast({ signer, listOthers, receive, log }: BroadcastOptions): Broadcast {
  const waiting = new Map<string, AnyEvent[]>();

  async function sendAll(nodeUrl: string, events: AnyEvent[]): Promise<void> {
    while (events.length > 0) await call(nodeUrl, JSON.stringify(events.splice(0)));
    waiting.delete(nodeUrl);
  }

  async function call(nodeUrl: string, body: string): Promise<void> {
    const url = `${nodeUrl}${EVENTS_PATH}?digest=${digestOf(body)}`;
    const signature = signer.sign({ method: 'POST', url }, { companyId: PLATFORM, peer: '' });
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: { [FORWARDED_HEADER]: signature, 'Content-Type': 'application/json' },
        body,
        signal: AbortSignal.timeout(CALL_MS),
      });
      if (!response.ok) throw new Error(`it answered ${response.status}`);
    } catch (error) {
      log.warn({ err: error, node: nodeUrl }, 'another node did not take events for its pages');
    }
  }

  return {
    send(events) {
      for (const nodeUrl of listOthers()) {
        const queue = waiting.get(nodeUrl);
        if (queue && queue.length < MAX_WAITING) queue.push(...events);
        if (queue) continue;
        const begun = [...events];
        waiting.set(nodeUrl, begun);
        void sendAll(nodeUrl, begun);
      }
    },
    async answer(request) {
      const body = await request.text();
      if (new URL(request.url).searchParams.get('digest') !== digestOf(body))
        return new Response(null, { status: 403 });
      await receive(JSON.parse(body));
      return new Response(null, { status: 204 });
    },
  };
}

const digestOf = (body: string) => createHash('sha256').update(body).digest('base64url');
