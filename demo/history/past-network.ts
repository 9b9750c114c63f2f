import { rawText } from '@demo/whatsapp/index.ts';
import {
  type OutboundMessage,
  SendError,
  type SessionState,
  type SessionTarget,
  type WhatsApp,
  type WhatsAppSession,
} from '@/whatsapp/port.ts';

const CONNECTED: Omit<SessionState, 'number'> = {
  status: 'CONNECTED',
  qrcode: '',
  pairingCode: '',
  retries: 0,
  trouble: null,
};

export type Sent = OutboundMessage & { target: SessionTarget };

/**
 * WhatsApp as it was during the past weeks. The simulated network of `demo/whatsapp` lives in the present and encrypts
 * each message; this one answers at once, so that two months fit into seconds.
 */
export class PastNetwork implements WhatsApp {
  /** Messages since the last call of `takeSent`. */
  private sent: Sent[] = [];
  /** By ticket of a medium: its bytes. */
  private readonly media = new Map<string, Uint8Array>();
  private readonly pictures = new Map<string, Uint8Array>();
  private readonly unreachable = new Set<string>();
  private readonly open = new Map<string, SessionTarget>();

  async start(target: SessionTarget): Promise<void> {
    this.open.set(keyOf(target), target);
  }

  async renew(): Promise<void> {}

  requestPairingCode(): Promise<string> {
    return Promise.reject(new SendError('refused', false));
  }

  async logout(target: SessionTarget): Promise<void> {
    this.open.delete(keyOf(target));
  }

  async stop(target: SessionTarget): Promise<void> {
    this.open.delete(keyOf(target));
  }

  async stopCompany(companyId: number): Promise<void> {
    for (const target of this.states()) if (target.companyId === companyId) await this.stop(target);
  }

  async stopAll(): Promise<void> {
    this.open.clear();
  }

  find(target: SessionTarget): WhatsAppSession | undefined {
    return this.open.has(keyOf(target)) ? this.sessionOf(target) : undefined;
  }

  states(): (SessionTarget & SessionState)[] {
    return [...this.open.values()].map((target) => ({ ...target, ...CONNECTED, number: null }));
  }

  store(bytes: Uint8Array, name: string): string {
    this.media.set(name, bytes);
    return name;
  }

  givePicture(number: string, picture: Uint8Array): void {
    this.pictures.set(number, picture);
  }

  /** WhatsApp refuses what is sent to this number. */
  refuse(number: string): void {
    this.unreachable.add(number);
  }

  accept(number: string): void {
    this.unreachable.delete(number);
  }

  takeSent(): Sent[] {
    const sent = this.sent;
    this.sent = [];
    return sent;
  }

  private sessionOf(target: SessionTarget): WhatsAppSession {
    const { media, pictures, unreachable } = this;
    const note = (message: OutboundMessage) => this.sent.push({ ...message, target });
    return {
      state: { ...CONNECTED, number: null },
      async send(message) {
        if (unreachable.has(digitsOf(message.jid))) throw new SendError('refused', false);
        note(message);
        return { raw: rawText('text' in message.content ? message.content.text : '') };
      },
      async markRead() {},
      async sendPresence() {},
      async subscribePresence() {},
      async download(ticket, path) {
        const bytes = media.get(ticket);
        if (!bytes) throw new SendError('gone', false);
        await Bun.write(path, bytes);
        return { size: bytes.length };
      },
      async check(numbers) {
        return numbers.map((number) =>
          unreachable.has(number) ? null : { jid: `${number}@s.whatsapp.net`, lid: null },
        );
      },
      async profilePicture(jid) {
        return pictures.get(digitsOf(jid)) ?? null;
      },
      async setBlocked() {},
      async contacts() {
        return [];
      },
      async groupSubject() {
        return null;
      },
      async rejectCall() {},
    };
  }
}

const keyOf = ({ companyId, connectionId }: SessionTarget) => `${companyId}:${connectionId}`;

function digitsOf(jid: string): string {
  return jid.replace(/@.*/, '');
}
