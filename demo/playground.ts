import type { DemoCustomer } from '@demo/seed/conversations.ts';
import { contentOf, renderPortrait, type Sample } from '@demo/seed/samples.ts';
import type { Network, Phone, SentMessage } from '@demo/whatsapp/index.ts';
import type { AnyMessageContent } from '@whiskeysockets/baileys';
import { AppError } from '@/core/errors.ts';
import type { Kernel } from '@/core/scope.ts';
import type { SessionTarget } from '@/whatsapp/port.ts';
import type { DemoMemory } from './demo-memory.ts';
import { type ChatMessage, chatOf, messagesBetween } from './phones/chat.ts';
import { type Line, Lines } from './phones/lines.ts';
import { Weather } from './phones/network-faults.ts';
import type { ChatItem, CustomerView } from './phones/simulator.schema.ts';

export type Customer = {
  phone: Phone;
  target: SessionTarget;
  turns: Sample[][];
  isOn: boolean;
  reads: boolean;
  isLively: boolean;
  call: { id: string; hangUp(): void; isRejected: boolean } | null;
};

export type PlaygroundParts = { kernel: Kernel; network: Network; memory: DemoMemory };

export class Playground {
  readonly lines: Lines;
  readonly weather: Weather;
  readonly network: Network;
  readonly memory: DemoMemory;
  private readonly people = new Map<string, Customer>();
  private readonly pictures = new Map<string, Buffer>();

  constructor({ kernel, network, memory }: PlaygroundParts) {
    this.network = network;
    this.memory = memory;
    this.lines = new Lines(kernel, network);
    this.weather = new Weather(network);
  }

  get customers(): Customer[] {
    return [...this.people.values()].filter(({ target }) => this.lines.find(target));
  }

  customer(number: string): Customer {
    const customer = this.people.get(number);
    if (!customer) throw new AppError('ERR_NOT_FOUND');
    return customer;
  }

  line({ target }: Pick<Customer, 'target'>): Line {
    const line = this.lines.find(target);
    if (!line) throw new AppError('ERR_NO_WAPP_FOUND');
    return line;
  }

  async populate(script: DemoCustomer[]): Promise<void> {
    for (const { number, name, connection, turns } of script) {
      const line = this.lines.all.find(({ view }) => view.name === connection);
      if (line) await this.enter({ number, name }, line.view, turns);
    }
    for (const { number, name, ...target } of this.memory.added) {
      if (this.lines.find(target)) await this.enter({ number, name }, target, []);
    }
  }

  /** False for a number that is taken. */
  async add(person: { number: string; name: string }, target: SessionTarget): Promise<boolean> {
    if (this.network.findPhone(person.number) || !this.lines.find(target)) return false;
    await this.enter(person, target, []);
    const { companyId, connectionId } = target;
    this.memory.add({ ...person, companyId, connectionId });
    return true;
  }

  async sendFrom(customer: Customer, sample: Sample, quoted?: ChatMessage): Promise<SentMessage> {
    const { phone } = this.line(customer);
    customer.phone.sendPresence(phone, 'paused');
    return customer.phone.send(phone, await contentOf(sample), { quoted });
  }

  async write(
    customer: Customer,
    { text, about, edit }: { text: string; about?: string; edit?: string },
  ): Promise<void> {
    customer.isLively = false;
    if (edit) return this.act(customer, { text, edit: this.find(customer, edit).key });
    await this.sendFrom(customer, { kind: 'text', text }, about ? this.find(customer, about) : undefined);
  }

  async act(customer: Customer, content: AnyMessageContent): Promise<void> {
    await customer.phone.send(this.line(customer).phone, content);
  }

  type(customer: Customer): void {
    customer.phone.sendPresence(this.line(customer).phone, 'composing');
  }

  call(customer: Customer): void {
    this.hangUp(customer);
    customer.call = customer.phone.call(this.line(customer).phone);
  }

  hangUp(customer: Customer): void {
    if (customer.call && !customer.call.isRejected) customer.call.hangUp();
    customer.call = null;
  }

  /** JPEG. Throws ERR_NOT_FOUND. */
  pictureOf({ phone }: Customer): Buffer {
    const picture = this.pictures.get(phone.number);
    if (!picture) throw new AppError('ERR_NOT_FOUND');
    return picture;
  }

  /** Throws ERR_NO_MESSAGE_FOUND. */
  find(customer: Customer, id: string): ChatMessage {
    const found = messagesBetween(customer.phone, this.line(customer).phone).find((one) => one.id === id);
    if (!found) throw new AppError('ERR_NO_MESSAGE_FOUND');
    return found;
  }

  read(customer: Customer): void {
    for (const message of this.unreadOf(customer)) customer.phone.receipt(message, 'read');
  }

  unreadOf({ phone }: Customer) {
    return phone.received.filter(
      ({ author, id, fromMe, type }) =>
        !fromMe &&
        type !== 'reactionMessage' &&
        type !== 'protocolMessage' &&
        !author.receipts.some(
          (receipt) => receipt.id === id && receipt.type === 'read' && receipt.from === phone,
        ),
    );
  }

  view(customer: Customer): CustomerView {
    const { phone, isOn, reads, isLively, call } = customer;
    const line = this.line(customer);
    return {
      number: phone.number,
      name: phone.name,
      line: line.view,
      items: this.itemsOf(customer),
      unread: this.unreadOf(customer).length,
      isOn,
      reads,
      isLively,
      presence: presenceOf(phone, line.phone),
      call: call && (call.isRejected ? 'rejected' : 'ringing'),
    };
  }

  retainChats(): void {
    const chats = this.customers.map((customer) => [customer.phone.number, this.itemsOf(customer)] as const);
    this.memory.setChats(Object.fromEntries(chats));
  }

  private itemsOf(customer: Customer): ChatItem[] {
    const { phone } = customer;
    const old = this.memory.chats[phone.number] ?? [];
    return [...old, ...chatOf(phone, this.line(customer).phone)].slice(-SHOWN);
  }

  private async enter(
    { number, name }: { number: string; name: string },
    { companyId, connectionId }: SessionTarget,
    turns: Sample[][],
  ): Promise<void> {
    const phone = this.network.phone({ number, name });
    const portrait = await renderPortrait(this.people.size);
    phone.picture = this.network.media.storePicture(portrait);
    this.pictures.set(number, portrait);
    const state = { isOn: true, reads: true, isLively: turns.length > 0, call: null };
    this.people.set(number, { phone, target: { companyId, connectionId }, turns, ...state });
  }
}

const SHOWN = 40;

function presenceOf(phone: Phone, owner: Phone): CustomerView['presence'] {
  const state = phone.presences.findLast(({ from }) => from === owner.jid)?.state;
  return state === 'composing' || state === 'recording' ? state : null;
}
