import type { Network } from './network.ts';
import type { Connection } from './transport/connection.ts';
import { node } from './transport/nodes.ts';
import type { Admission } from './transport/websocket-listener.ts';

type Turn = { left: number; number?: string };
export type MessageFate =
  | { kind: 'ack'; delayMs: number; error: number | null }
  | { kind: 'silent' }
  | { kind: 'lost' };

export class Faults {
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

  refuse(): void {
    this.network.listener.close();
  }

  async accept(): Promise<void> {
    await this.network.listener.open();
  }

  /** `status` is HTTP; null ends the fault. */
  failUpgrades(status: number | null): void {
    this.upgrade = status === null ? 'accept' : { status };
  }

  mute(number?: string): void {
    if (number === undefined) this.isMuted = true;
    else this.mutedNumbers.add(number);
    for (const connection of this.connections(number)) connection.peer.mute();
  }

  unmute(): void {
    this.isMuted = false;
    this.mutedNumbers.clear();
  }

  isMutedFor(number: string): boolean {
    return this.mutedNumbers.has(number);
  }

  cut(number?: string): void {
    for (const connection of this.connections(number)) connection.peer.cut();
  }

  /** `replaced` is the conflict that Baileys reports as 440. */
  streamError(code: number | 'replaced', number?: string): void {
    const error =
      code === 'replaced'
        ? node('stream:error', {}, [node('conflict', { type: 'replaced' })])
        : node('stream:error', { code });
    for (const connection of this.connections(number)) connection.end(error);
  }

  failLogins(reason: number, times = Number.POSITIVE_INFINITY, number?: string): void {
    this.loginFailure = { reason, left: times, number };
  }

  delayAcks(ms: number): void {
    this.ackDelayMs = ms;
  }

  failAcks(code: number, times = 1, number?: string): void {
    this.failingAcks = { code, left: times, number };
  }

  dropAcks(times = 1, number?: string): void {
    this.droppedAcks = { left: times, number };
  }

  loseMessages(times = 1, number?: string): void {
    this.lostMessages = { left: times, number };
  }

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
