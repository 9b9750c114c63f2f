import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test';
import { messages } from '@db/tenant/schema/index.ts';
import { inbound, media } from '@test/support/inbound.ts';
import { createTicketDesk, type TicketDesk } from '@/modules/tickets/ticket-desk.test-support.ts';
import type { MessageView } from './messages.views.ts';
import { keepTranscript } from './transcripts.ts';

let work: TicketDesk;
let voiceId: number;

beforeAll(async () => {
  work = await createTicketDesk();
});
afterAll(() => work.desk.stop());
beforeEach(async () => {
  await work.reset();
  await work.receive(inbound({ content: media({ kind: 'audio', mime: 'audio/ogg' }) }));
  await work.desk.settle();
  voiceId = (await work.system.db.select().from(messages)).at(-1)?.id ?? 0;
});

const keep = (text: string, ticketId = work.ticketId) =>
  work.system.write((tx) => keepTranscript(tx, ticketId, { messageId: voiceId, text }));
const shown = async () => {
  const path = `/messages/${work.ticketId}?peek=true`;
  const { body } = await (await work.desk.as('bia')).json<{ messages: MessageView[] }>('GET', path);
  return body.messages;
};

test('what a voice note says comes with it, also to a page that is open; other messages are as they were', async () => {
  expect((await shown()).some((message) => 'transcript' in message)).toBe(false);
  const heard = await work.desk.listenAs('bia');
  await keep('quero um capacete');
  await work.desk.settle();
  expect((await shown()).map(({ transcript }) => transcript)).toEqual([undefined, 'quero um capacete']);
  expect(heard.filter(({ channel }) => channel === 'appMessage')).toMatchObject([
    { data: { action: 'update', message: { id: String(voiceId), transcript: 'quero um capacete' } } },
  ]);
});

test('another ticket’s voice note, and one that was taken back, say nothing', async () => {
  await keep('de outro atendimento', work.ticketId + 1);
  expect((await shown()).some((message) => 'transcript' in message)).toBe(false);
  await keep('apagado');
  await work.system.write((tx) => tx.db.update(messages).set({ isDeleted: true }));
  expect((await shown()).some((message) => 'transcript' in message)).toBe(false);
});

test('a long one is cut', async () => {
  await keep('x'.repeat(20_000));
  expect((await shown()).at(-1)?.transcript).toHaveLength(10_000);
});
