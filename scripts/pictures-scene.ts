import { simulatorPaths } from '@demo/phones/simulator.schema.ts';
import { DEMO_CUSTOMERS } from '@demo/seed/conversations.ts';
import { until as untilFound } from '@test/support/until.ts';
import type { APIRequestContext } from 'playwright-core';
import { ticketPath } from '@/ticket-path.ts';

type Ticket = { id: number; uuid: string; contact: { name: string; number: string } };
type Message = { id: number; body: string | null };
type Named = { id: number; name: string };

const CUSTOMERS = DEMO_CUSTOMERS.filter(({ connection }) => connection.startsWith('Aurora'));
const FIRST_TO_WRITE = 5;
const ACCEPTED = [
  { name: 'Marina Souza', by: 'Ana' },
  { name: 'João Pedro Lima', by: 'Ana' },
  { name: 'Dona Célia', by: 'Ana' },
  { name: 'Lucas Ferreira', by: 'Bia' },
];
const TAGGED: Record<string, string[]> = {
  'Marina Souza': ['Orçamento', 'Cliente antigo'],
  'João Pedro Lima': ['Troca', 'Urgente'],
  'Dona Célia': ['Orçamento'],
  'Lucas Ferreira': ['Pedido feito'],
  'Rafael Nogueira': ['Orçamento'],
};

/**
 * Brings a fresh demo to a fixed state: everybody has written once and is silent, four are accepted, Marina's
 * conversation shows every kind of bubble. `request` is signed in as Ana. Returns the path of that conversation.
 * Idempotent.
 */
export async function setScene(request: APIRequestContext, url: string): Promise<string> {
  const scene = new Scene(request, url);
  const number = CUSTOMERS[0]?.number;
  const known = (await scene.tickets('open')).find(({ contact }) => contact.number === number);
  if (known) return ticketPath(known.uuid);
  const tickets = await scene.everybodyWrites();
  await scene.spreadOut(tickets);
  return scene.talk(ticketOf(tickets, 'Marina Souza'));
}

class Scene {
  constructor(
    private readonly request: APIRequestContext,
    private readonly url: string,
  ) {}

  async tickets(status: string): Promise<Ticket[]> {
    const whole = { pageNumber: '1', showAll: 'true', queueIds: '[]', tags: '[]' };
    const query = new URLSearchParams({ status, ...whole });
    return (await this.ask<{ tickets: Ticket[] }>('GET', `/tickets?${query}`)).tickets;
  }

  async everybodyWrites(): Promise<Ticket[]> {
    await until('the first customers', async () => (await this.tickets('pending')).length >= FIRST_TO_WRITE);
    for (const { number } of CUSTOMERS)
      await this.simulate('PUT', simulatorPaths.customer(number), { isLively: 'false' });
    const knownNumbers = new Set((await this.tickets('pending')).map(({ contact }) => contact.number));
    for (const { number, turns } of CUSTOMERS.filter((customer) => !knownNumbers.has(customer.number)))
      for (const sample of turns[0] ?? [])
        if (sample.kind === 'text')
          await this.simulate('POST', simulatorPaths.messages(number), { text: sample.text });
    return until('everybody', async () => {
      const all = await this.tickets('pending');
      return all.length >= CUSTOMERS.length && all;
    });
  }

  async spreadOut(tickets: Ticket[]): Promise<void> {
    const people = await this.ask<Named[]>('GET', '/users/list');
    for (const { name, by } of ACCEPTED) {
      const userId = people.find((person) => person.name === by)?.id;
      await this.ask('PUT', `/tickets/${ticketOf(tickets, name).id}`, { status: 'open', userId });
    }
    const known = await this.ask<Named[]>('GET', '/tags/list');
    for (const [name, names] of Object.entries(TAGGED)) {
      const tags = known.filter((tag) => names.includes(tag.name)).map(({ id }) => ({ id }));
      await this.ask('POST', '/tags/sync', { ticketId: ticketOf(tickets, name).id, tags });
    }
  }

  async talk({ id, uuid, contact: { number } }: Ticket): Promise<string> {
    const photo = await this.sentMessage(id, 'sofá em azul');
    const body = 'Temos sim! Em azul-petróleo, com capa lavável.';
    await this.answer(id, { body, quotedMsg: { id: photo.id } });
    const answer = await until('the answer on the phone', () => this.lastOnPhone(number, 'azul-petróleo'));
    // Not every machine has a font for coloured emoji; all have the heart.
    await this.simulate('POST', simulatorPaths.reactions(number, answer), { emoji: '❤️' });
    for (const kind of ['voice', 'document'] as const)
      await this.simulate('POST', simulatorPaths.attachments(number, kind));
    const text = 'Que ótimo! E entrega em quanto tempo na Vila Mariana?';
    await this.simulate('POST', simulatorPaths.messages(number), { text, about: answer });
    await this.sentMessage(id, text);
    await this.answer(id, { body: 'De 7 a 12 dias úteis, sem frete.' });
    await until('its arrival', () => this.lastOnPhone(number, 'sem frete'));
    return ticketPath(uuid);
  }

  private sentMessage(ticketId: number, content: string): Promise<Message> {
    return until(content, async () => {
      const path = `/messages/${ticketId}?pageNumber=1&peek=true`;
      const { messages } = await this.ask<{ messages: Message[] }>('GET', path);
      return messages.find(({ body }) => body?.includes(content));
    });
  }

  private answer(ticketId: number, reply: { body: string; quotedMsg?: { id: number } }): Promise<unknown> {
    return this.ask('POST', `/messages/${ticketId}`, { ...reply, clientId: crypto.randomUUID() });
  }

  private async lastOnPhone(number: string, content: string): Promise<string | undefined> {
    const html = await (await this.request.get(simulatorPaths.page())).text();
    if (!html.includes(content)) return undefined;
    const [, ...bubbles] = html.split(simulatorPaths.composer(number, { about: '' }));
    return bubbles.at(-1)?.match(/^[\w-]+/)?.[0];
  }

  private async ask<T>(method: string, path: string, data?: unknown): Promise<T> {
    const headers = { Accept: 'application/json', Origin: this.url };
    const reply = await this.request.fetch(path, { method, headers, data });
    if (!reply.ok()) throw new Error(`${method} ${path}: ${reply.status()} ${await reply.text()}`);
    return reply.json();
  }

  private async simulate(method: string, path: string, form: Record<string, string> = {}): Promise<void> {
    const reply = await this.request.fetch(path, { method, headers: { Origin: this.url }, form });
    if (!reply.ok()) throw new Error(`${method} ${path}: ${reply.status()} ${await reply.text()}`);
  }
}

function until<T>(what: string, probe: () => Promise<T | undefined | false>): Promise<T> {
  return untilFound(what, probe, { timeoutMs: 60_000, stepMs: 200 });
}

function ticketOf(tickets: Ticket[], name: string): Ticket {
  const found = tickets.find(({ contact }) => contact.name === name);
  if (!found) throw new Error(`${name} has no ticket`);
  return found;
}
