import { randomUUID } from 'node:crypto';
import type { Group, Phone } from '@demo/whatsapp/index.ts';
import { type ApiClient, RequestFailed } from './api-client.ts';
import { type Changes, changeSomething } from './changes.ts';

export const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

export type Pace = {
  customerPauseMs: number;
  agentPauseMs: number;
  pictureEvery: number;
  changeEvery: number;
  /** Per cent of messages that a phone asks for again. */
  unreadable: number;
};

export type Chat = {
  customer: Phone;
  group: Group | null;
  ticketId: number;
  sent: string[];
  taken: string[];
  answers: number[];
  /** Their requests failed: stored or not, but never twice. */
  unsure: Set<string>;
  repeated: number;
  changes: Changes;
};

export type Traffic = { chats: Chat[]; pace: Pace; isOver: boolean };

type Taken = { id?: string };
type Api = Pick<ApiClient, 'call'>;

const soon = (ms: number) => Bun.sleep(Math.random() * ms);

export async function talk(traffic: Traffic, chat: Chat, owner: Phone): Promise<void> {
  const { pace } = traffic;
  for (let n = chat.sent.length + 1; !traffic.isOver; n += 1) {
    const text = `${chat.customer.name} says ${n}`;
    const isPicture = pace.pictureEvery > 0 && n % pace.pictureEvery === 0;
    await chat.customer.send(chat.group ?? owner, isPicture ? { image: PIXEL, caption: text } : { text });
    chat.sent.push(text);
    if (Math.random() * 100 < pace.unreadable) chat.customer.failingDecrypts = 1;
    await soon(pace.customerPauseMs);
  }
}

export async function answer(traffic: Traffic, chat: Chat, api: Api): Promise<void> {
  const { pace } = traffic;
  for (let n = 1; !traffic.isOver; n += 1) {
    const text = `answer ${n} to ${chat.customer.name}`;
    const isPicture = pace.pictureEvery > 0 && n % pace.pictureEvery === 0;
    await insist(traffic, chat, text, () => post(api, chat.ticketId, text, isPicture));
    if (pace.changeEvery > 0 && n % pace.changeEvery === 0) await changeSomething(chat, api);
    await soon(pace.agentPauseMs);
  }
}

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
  api: Api,
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
