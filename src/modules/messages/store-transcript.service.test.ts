import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test';
import { messages } from '@db/tenant/schema/index.ts';
import { inbound, media } from '@test/support/inbound.ts';
import { createTicketFixture, type TicketFixture } from '@/modules/tickets/ticket-fixture.test-support.ts';
import type { MessageView } from './messages.views.ts';
import { storeTranscript } from './store-transcript.service.ts';

let work: TicketFixture;
let voiceId: number;

beforeAll(async () => {
  work = await createTicketFixture();
});
afterAll(() => work.testApp.stop());
beforeEach(async () => {
  await work.reset();
  await work.receive(inbound({ content: media({ kind: 'audio', mime: 'audio/ogg' }) }));
  await work.testApp.settle();
  voiceId = (await work.system.db.select().from(messages)).at(-1)?.id ?? 0;
});

const store = (text: string, ticketId = work.ticketId) =>
  work.system.write((tx) => storeTranscript(tx, ticketId, { messageId: voiceId, text }));
const shown = async () => {
  const path = `/messages/${work.ticketId}?peek=true`;
  const { body } = await (await work.testApp.as('bia')).json<{ messages: MessageView[] }>('GET', path);
  return body.messages;
};

test('adds the transcript to a voice note and publishes it', async () => {
  expect((await shown()).some((message) => 'transcript' in message)).toBe(false);
  const received = await work.testApp.listenAs('bia');
  await store('quero um capacete');
  await work.testApp.settle();
  expect((await shown()).map(({ transcript }) => transcript)).toEqual([undefined, 'quero um capacete']);
  expect(received.filter(({ channel }) => channel === 'appMessage')).toMatchObject([
    { data: { action: 'update', message: { id: String(voiceId), transcript: 'quero um capacete' } } },
  ]);
});

test('hides transcripts of another ticket and of deleted messages', async () => {
  await store('de outro atendimento', work.ticketId + 1);
  expect((await shown()).some((message) => 'transcript' in message)).toBe(false);
  await store('apagado');
  await work.system.write((tx) => tx.db.update(messages).set({ isDeleted: true }));
  expect((await shown()).some((message) => 'transcript' in message)).toBe(false);
});

test('truncates a long transcript', async () => {
  await store('x'.repeat(20_000));
  expect((await shown()).at(-1)?.transcript).toHaveLength(10_000);
});
