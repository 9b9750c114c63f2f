import type { WACallEvent } from '@whiskeysockets/baileys';
import { createRecent } from '@/core/bounded-cache.ts';
import type { InboundMessage } from '../../port.ts';
import { plainJid } from '../message-key.ts';
import type { Timers } from '../timers.ts';
import { complete, identityOf, type MappedUser } from './parties.ts';

/** WhatsApp lets a phone ring for about a minute; without an end by then, nobody answered. */
const MAX_RING_MS = 90_000;
const REMEMBERED = 500;

export class Calls {
  private readonly ringing = new Map<string, { call: WACallEvent; stopWaiting: () => void }>();
  private readonly over = createRecent<true>(REMEMBERED);

  constructor(
    private readonly timers: Timers,
    private readonly missed: (call: WACallEvent) => void,
    private readonly declineCall: (call: WACallEvent) => Promise<boolean>,
  ) {}

  onCall(call: WACallEvent): void {
    if (call.isGroup || this.over.has(call.id)) return;
    switch (call.status) {
      case 'offer':
        if (call.offline) this.end(call, true);
        else this.ring(call);
        return;
      case 'accept':
        this.end(call, false);
        return;
      case 'timeout':
      case 'terminate':
      case 'reject':
        this.end(call, true);
        return;
      case 'ringing':
      case 'preaccept':
      case 'transport':
      case 'relaylatency':
        return;
    }
  }

  stop(): void {
    for (const { stopWaiting } of this.ringing.values()) stopWaiting();
    this.ringing.clear();
  }

  private ring(call: WACallEvent): void {
    if (this.ringing.has(call.id)) return;
    const stopWaiting = this.timers.after(MAX_RING_MS, () => this.end(call, true));
    this.ringing.set(call.id, { call, stopWaiting });
    void this.declineCall(call).then((isDown) => {
      if (isDown && this.ringing.has(call.id)) this.end(call, true);
    });
  }

  private end(call: WACallEvent, isMissed: boolean): void {
    const offered = this.ringing.get(call.id);
    offered?.stopWaiting();
    this.ringing.delete(call.id);
    this.over.set(call.id, true);
    // The end of a call may lack its kind and the caller's number; the offer has them.
    if (isMissed) this.missed({ ...call, ...offered?.call, offline: call.offline });
  }
}

export async function missedCall(call: WACallEvent, mappedUser: MappedUser): Promise<InboundMessage> {
  const jid = plainJid(call.from || call.chatId);
  const identity = await complete(identityOf(jid, call.callerPn), mappedUser);
  return {
    id: call.id,
    chat: { jid, isGroup: false, identity },
    author: identity,
    fromMe: false,
    pushName: '',
    timestamp: call.date.getTime(),
    content: { type: 'call', video: call.isVideo ?? false },
    quoted: null,
    isForwarded: false,
    album: null,
    ack: null,
    offline: call.offline,
    raw: '',
  };
}
