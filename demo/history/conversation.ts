import { makePdf, readVoiceNote, renderPicture } from '@demo/seed/samples.ts';
import { rawText } from '@demo/whatsapp/index.ts';
import type { Scope } from '@/core/scope.ts';
import { findByNumber } from '@/modules/contacts/add-contact.service.ts';
import { receiveMessages } from '@/modules/inbox/receive-messages.service.ts';
import { markTicketRead } from '@/modules/messages/mark-read.service.ts';
import { replyWithFiles, replyWithText } from '@/modules/messages/write/reply.service.ts';
import { addNote } from '@/modules/tickets/history/ticket-notes.service.ts';
import { findOpenTicket } from '@/modules/tickets/list/tickets.queries.ts';
import { addTicketTag } from '@/modules/tickets/work/ticket-tags.service.ts';
import { patchTicket } from '@/modules/tickets/work/tickets.service.ts';
import type { InboundContent, InboundMedia } from '@/whatsapp/port.ts';
import type { PastNetwork } from './past-network.ts';
import { type Customer, identityOf } from './people.ts';
import type { Line } from './talk/lines.ts';
import { type Facts, phrase } from './talk/phrase.ts';

type Medium = 'sofa' | 'broken' | 'receipt' | 'voice';

/** The samples' bytes, read and rendered once. */
export async function storeSamples(network: PastNetwork): Promise<void> {
  for (const name of ['sofa', 'broken', 'receipt'] as const) network.store(await renderPicture(name), name);
  network.store(await readVoiceNote(), 'voice');
}

/** A customer's side and an agent's side of one conversation. */
export class Conversation {
  private ticketId = 0;
  private contactId = 0;
  private count = 0;

  constructor(
    readonly customer: Customer,
    readonly connectionId: number,
    readonly facts: Facts,
    /** Unique among the conversations. */
    private readonly name: string,
  ) {}

  async write(scope: Scope, text: string): Promise<void> {
    await this.receive(scope, { type: 'text', text: this.textAt(scope, text) });
  }

  async show(scope: Scope, medium: Medium, caption = ''): Promise<void> {
    const media: InboundMedia = {
      kind: medium === 'voice' ? 'voice' : 'image',
      mime: medium === 'voice' ? 'audio/ogg; codecs=opus' : 'image/jpeg',
      fileName: null,
      size: null,
      seconds: medium === 'voice' ? 6 : null,
      waveform: medium === 'voice' ? WAVEFORM : null,
      thumbnail: null,
      ticket: medium,
    };
    await this.receive(scope, { type: 'media', media, caption: this.textAt(scope, caption) });
  }

  async accept(scope: Scope, { queueId }: { queueId?: number } = {}): Promise<void> {
    const ticketId = await this.find(scope);
    await patchTicket(scope, {
      ticketId,
      status: 'open',
      ...(queueId && { queueId, userId: userOf(scope) }),
    });
    await markTicketRead(scope, { ticketId });
  }

  async answer(scope: Scope, text: string): Promise<void> {
    const { ticketId } = this;
    await markTicketRead(scope, { ticketId });
    await replyWithText(scope, { ticketId, body: this.textAt(scope, text), quotedMsg: null });
  }

  async answerWithDocument(scope: Scope, name: string, text: string): Promise<void> {
    const { values } = this.facts;
    const bytes = makePdf([
      'Aurora Móveis e Decoração',
      name.replace(/\.pdf$/, ''),
      '',
      `Cliente: ${this.customer.name}`,
      `${values['O produto']}: ${values.preco}`,
      `Prazo de entrega: ${values.prazo} dias úteis`,
    ]);
    const { key } = await scope.kernel.storage.save(scope.companyId, bytes, 'pdf');
    const file = { key, name, mime: 'application/pdf', size: bytes.length, isVoice: false, clientId: null };
    const caption = this.textAt(scope, text);
    await replyWithFiles(scope, { ticketId: this.ticketId, quotedMsg: null, files: [{ ...file, caption }] });
  }

  async note(scope: Scope, text: string): Promise<void> {
    const { ticketId, contactId } = this;
    await addNote(scope, { ticketId, contactId, note: this.textAt(scope, text) });
  }

  async tag(scope: Scope, tagId: number): Promise<void> {
    await addTicketTag(scope, { ticketId: this.ticketId, tagId });
  }

  /** Also where no answer is needed, or the app has closed it already. */
  async close(scope: Scope): Promise<void> {
    const ticket = await this.findTicket(scope);
    if (ticket) await patchTicket(scope, { ticketId: ticket.id, status: 'closed' });
  }

  async resolve(scope: Scope): Promise<void> {
    await patchTicket(scope, { ticketId: this.ticketId, status: 'closed' });
  }

  async perform(scope: Scope, line: Line, text: string): Promise<void> {
    if (line.by === 'note') return this.note(scope, text);
    if (line.by === 'agent')
      return 'document' in line
        ? this.answerWithDocument(scope, line.document, text)
        : this.answer(scope, text);
    if ('voice' in line) return this.show(scope, 'voice');
    return 'picture' in line ? this.show(scope, line.picture, text) : this.write(scope, text);
  }

  private textAt(scope: Scope, text: string): string {
    return phrase(text, this.facts, scope.now(), scope.timeZone);
  }

  private async receive(scope: Scope, content: InboundContent): Promise<void> {
    const identity = identityOf(this.customer);
    this.count += 1;
    await receiveMessages(scope, this.connectionId, [
      {
        id: `3EB0${Bun.hash.crc32(`${this.name} ${this.count}`).toString(16).toUpperCase()}`,
        chat: { isGroup: false, jid: identity.pn ?? '', identity },
        author: identity,
        fromMe: false,
        pushName: this.customer.name,
        timestamp: scope.now().getTime(),
        content,
        quoted: null,
        isForwarded: false,
        album: null,
        ack: null,
        offline: false,
        raw: rawText('text' in content ? content.text : ''),
      },
    ]);
  }

  private async find(scope: Scope): Promise<number> {
    const ticket = await this.findTicket(scope);
    if (!ticket) throw new Error(`${this.customer.name} has no ticket`);
    this.contactId = ticket.contactId;
    this.ticketId = ticket.id;
    return ticket.id;
  }

  private async findTicket(scope: Scope) {
    const contact = await findByNumber(scope, this.customer.number, undefined);
    return contact && findOpenTicket(scope, contact.id, this.connectionId);
  }
}

const WAVEFORM = Buffer.from(
  Uint8Array.from({ length: 64 }, (_, at) => Math.round(50 + 45 * Math.sin(at * 1.7) * Math.cos(at * 0.31))),
).toString('base64');

function userOf({ actor }: Scope): number | null {
  return actor.kind === 'user' ? actor.id : null;
}
