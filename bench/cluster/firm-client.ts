import { RequestFailed } from '@test/crash/api-client.ts';
import type { Visitor } from '@test/support/many-companies.ts';
import type { BenchNode } from './stand.ts';

const PATIENCE_MS = 15_000;

/** An agent of a company, whose requests go to any node, as a load balancer would send them. */
export class FirmClient {
  /** When answered requests began and ended; the last ones only. */
  readonly answered: { beganAt: number; endedAt: number }[] = [];
  /** Refusals that a healthy server would not answer. */
  readonly refusals: string[] = [];

  constructor(
    readonly visitor: Visitor,
    private readonly nodes: BenchNode[],
  ) {}

  async call<T>(method: string, path: string, body?: unknown): Promise<T> {
    const serving = this.nodes.filter(({ isServing }) => isServing);
    const node = serving[Math.floor(Math.random() * serving.length)];
    if (!node) throw new RequestFailed(0, 'no node is up');
    const { url } = node.app;
    const isForm = body instanceof FormData;
    const beganAt = performance.now();
    const request = {
      method,
      headers: {
        Cookie: this.visitor.cookie,
        Origin: url,
        Accept: 'application/json',
        ...(body !== undefined && !isForm && { 'Content-Type': 'application/json' }),
      },
      ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
      signal: AbortSignal.timeout(PATIENCE_MS),
    };
    // The node may die between its headers and its body.
    const [status, text] = await fetch(`${url}${path}`, request)
      .then(async (reply) => [reply.status, await reply.text()] as const)
      .catch((error) => {
        throw new RequestFailed(0, String(error));
      });
    if (status >= 400) {
      if (status < 500 && status !== 429)
        this.refusals.push(`${method} ${path}: ${status} ${text.slice(0, 200)}`);
      throw new RequestFailed(Math.max(status, 500), text.slice(0, 200));
    }
    this.answered.push({ beganAt, endedAt: performance.now() });
    if (this.answered.length > 1_000) this.answered.splice(0, 500);
    return (text === '' ? undefined : JSON.parse(text)) as T;
  }
}
