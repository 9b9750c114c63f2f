import type { Connection } from './connection.ts';
import type { Network } from './network.ts';
import { node } from './nodes.ts';
import type { Admission } from './websocket-listener.ts';

type Turn = { left: number; number?: string };
/** What becomes of one message a companion sends. */
export type MessageFate =
  | { kind: 'ack'; delayMs: number; error: number | null }
  /** It reached the network and its addressee, the answer got lost. */
  | { kind: 'silent' }
  /** It never reached the network. */
  | { kind: 'lost' };

/** Everything that may go wrong, switched on and off by a test. A number narrows a fault to one account. */
export class Faults {
  /** Accept the WebSocket and read the hello, never answer it. */
  stallsHandshakes = false;
  private upgrade: Admission = 'accept';
  private isMuted = false;
  private readonly mutedNumbers = new Set<string>();
  private loginFailure: (Turn & { reason: number }) | null = null;
  private ackDelayMs = 0;
  private failingAcks: (Turn & { code: number }) | null = null;
  private droppedAcks: Turn | null = null;
  private lostMessages: Turn | null = null;

  constructor(private readonly network: Network) {}

  /** New connections are refused by TCP until `accept`. */
  refuse(): void {
    this.network.listener.close();
  }

  async accept(): Promise<void> {
    await this.network.listener.open();
  }

  /** Answers upgrades with this HTTP status; null ends it. */
  failUpgrades(status: number | null): void {
    this.upgrade = status === null ? 'accept' : { status };
  }

  /** A black hole: open connections take bytes and answer none, new ones get no answer either. */
  mute(number?: string): void {
    if (number === undefined) this.isMuted = true;
    else this.mutedNumbers.add(number);
    for (const connection of this.connections(number)) connection.peer.mute();
  }

  /** Ends the black hole for new connections; those it swallowed stay dead. */
  unmute(): void {
    this.isMuted = false;
    this.mutedNumbers.clear();
  }

  isMutedFor(number: string): boolean {
    return this.mutedNumbers.has(number);
  }

  /** Cuts the TCP connections. */
  cut(number?: string): void {
    for (const connection of this.connections(number)) connection.peer.cut();
  }

  /** `<stream:error code=…>`, or `replaced` for the conflict that Baileys reports as 440. */
  streamError(code: number | 'replaced', number?: string): void {
    const error =
      code === 'replaced'
        ? node('stream:error', {}, [node('conflict', { type: 'replaced' })])
        : node('stream:error', { code });
    for (const connection of this.connections(number)) connection.end(error);
  }

  /** The next `times` logins are refused with this reason: 401, 403, 405, 503 … */
  failLogins(reason: number, times = Number.POSITIVE_INFINITY, number?: string): void {
    this.loginFailure = { reason, left: times, number };
  }

  /** Acks of messages come this much later. */
  delayAcks(ms: number): void {
    this.ackDelayMs = ms;
  }

  /** The next `times` messages are refused with this error. */
  failAcks(code: number, times = 1, number?: string): void {
    this.failingAcks = { code, left: times, number };
  }

  /** The next `times` messages arrive, but their acks do not. */
  dropAcks(times = 1, number?: string): void {
    this.droppedAcks = { left: times, number };
  }

  /** The next `times` messages vanish before the network has them. */
  loseMessages(times = 1, number?: string): void {
    this.lostMessages = { left: times, number };
  }

  /** Back to a network without faults, except for connections already swallowed. */
  async clear(): Promise<void> {
    this.stallsHandshakes = false;
    this.upgrade = 'accept';
    this.unmute();
    this.loginFailure = null;
    this.ackDelayMs = 0;
    this.failingAcks = null;
    this.droppedAcks = null;
    this.lostMessages = null;
    await this.accept();
  }

  admission(): Admission {
    return this.isMuted ? 'stall' : this.upgrade;
  }

  takeLoginFailure(number: string | undefined): number | null {
    return take(this.loginFailure, number) ? (this.loginFailure?.reason ?? null) : null;
  }

  takeMessageFate(number: string): MessageFate {
    if (take(this.lostMessages, number)) return { kind: 'lost' };
    if (take(this.droppedAcks, number)) return { kind: 'silent' };
    const error = take(this.failingAcks, number) ? (this.failingAcks?.code ?? null) : null;
    return { kind: 'ack', delayMs: this.ackDelayMs, error };
  }

  private connections(number: string | undefined): Connection[] {
    return [...this.network.connections].filter(
      ({ device }) => number === undefined || device?.phone.number === number,
    );
  }
}

function take(turn: Turn | null, number: string | undefined): boolean {
  if (!turn || turn.left <= 0) return false;
  if (turn.number !== undefined && turn.number !== number) return false;
  turn.left -= 1;
  return true;
}
