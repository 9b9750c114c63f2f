import { randomUUID } from 'node:crypto';
import type { Group, Phone } from '@/whatsapp/simulator/index.ts';
import { type ApiClient, RequestFailed } from './api-client.ts';
import { type Changes, changeSomething } from './changes.ts';

/** One pixel, so that media take part without taking time. */
export const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

export type Pace = {
  /** Between two messages of one customer or to one customer, at most. */
  pauseMs: number;
  /** Each so many messages one is a picture; 0 for none. */
  pictureEvery: number;
  /** Each so many answers the agent also edits, deletes or reacts; 0 for never. */
  changeEvery: number;
  /** How often in a hundred a customer's phone cannot read what arrives and asks for it again. */
  unreadable: number;
};

/** What was said in one chat, as those who said it know it. */
export type Chat = {
  customer: Phone;
  /** Where it is a group's. */
  group: Group | null;
  ticketId: number;
  /** What the customer sent, in order. */
  said: string[];
  /** Answers the desk took: it owes each to the customer. */
  taken: string[];
  /** The desk's ids of those, as far as it told. */
  answers: number[];
  /** Answers whose request failed and was not repeated: stored or not, but never twice. */
  unsure: Set<string>;
  /** Requests that were made again with the same client id. */
  repeated: number;
  /** What the agent did to messages, as far as the desk took it. */
  changes: Changes;
};

export type Traffic = { chats: Chat[]; pace: Pace; isOver: boolean };

/** What the desk says of a text it took; of files it says nothing. */
type Taken = { id?: string };

const soon = (ms: number) => Bun.sleep(Math.random() * ms);

/** A customer writes numbered messages until the traffic is over. */
export async function talk(traffic: Traffic, chat: Chat, owner: Phone): Promise<void> {
  const { pace } = traffic;
  for (let n = chat.said.length + 1; !traffic.isOver; n += 1) {
    const text = `${chat.customer.name} says ${n}`;
    const isPicture = pace.pictureEvery > 0 && n % pace.pictureEvery === 0;
    await chat.customer.send(chat.group ?? owner, isPicture ? { image: PIXEL, caption: text } : { text });
    chat.said.push(text);
    if (Math.random() * 100 < pace.unreadable) chat.customer.failingDecrypts = 1;
    await soon(pace.pauseMs);
  }
}

/** An agent answers in one chat until the traffic is over, and tries again where he heard no answer. */
export async function answer(traffic: Traffic, chat: Chat, api: ApiClient): Promise<void> {
  const { pace } = traffic;
  for (let n = 1; !traffic.isOver; n += 1) {
    const text = `answer ${n} to ${chat.customer.name}`;
    const isPicture = pace.pictureEvery > 0 && n % pace.pictureEvery === 0;
    await insist(traffic, chat, text, () => post(api, chat.ticketId, text, isPicture));
    if (pace.changeEvery > 0 && n % pace.changeEvery === 0) await changeSomething(chat, api);
    await soon(pace.pauseMs);
  }
}

/** `make` prepares a request with one client id; what it gives may be called again and again. */
async function insist(
  traffic: Traffic,
  chat: Chat,
  text: string,
  make: () => () => Promise<Taken | undefined>,
): Promise<void> {
  const request = make();
  for (;;) {
    try {
      const id = Number((await request())?.id);
      chat.taken.push(text);
      if (id > 0) chat.answers.push(id);
      return;
    } catch (error) {
      if (!(error instanceof RequestFailed) || !error.isPassing) throw error;
      const isImpatient = Math.random() < 0.01;
      if (traffic.isOver || (isImpatient && error.status === 0)) {
        chat.unsure.add(text);
        return;
      }
      chat.repeated += 1;
      await soon(50);
    }
  }
}

function post(
  api: ApiClient,
  ticketId: number,
  text: string,
  isPicture: boolean,
): () => Promise<Taken | undefined> {
  const clientId = randomUUID();
  if (!isPicture) return () => api.call('POST', `/messages/${ticketId}`, { body: text, clientId });
  return () => {
    const form = new FormData();
    form.append('medias', new File([PIXEL], 'pixel.png', { type: 'image/png' }));
    form.append('body', text);
    form.append('clientId', clientId);
    return api.call('POST', `/messages/${ticketId}`, form);
  };
}
