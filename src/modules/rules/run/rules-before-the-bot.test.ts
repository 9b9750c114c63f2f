import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test';
import { connectionQueues, connections, queueOptions, settings } from '@db/tenant/schema/index.ts';
import { eq } from 'drizzle-orm';
import { addTicketTag, syncTicketTags } from '@/modules/tickets/work/ticket-tags.service.ts';
import { createRulesFixture, type RulesFixture } from '../rules-fixture.test-support.ts';

let fixtures: RulesFixture;
let vendas: number;
let suporte: number;

beforeAll(async () => {
  fixtures = await createRulesFixture();
  ({ Vendas: vendas, Suporte: suporte } = fixtures.testApp.people.queueId);
});
afterAll(() => fixtures.testApp.stop());
beforeEach(async () => {
  await fixtures.reset();
  await fixtures.scope.write(async (tx) => {
    await tx.db.delete(queueOptions);
    await tx.db.update(connections).set({ greetingMessage: 'Olá!' });
    const below = { queueId: suporte, message: 'Feito.' };
    await tx.db.insert(queueOptions).values({ ...below, option: '1', title: 'Internet' });
    await tx.db.insert(queueOptions).values({ ...below, option: '2', title: 'Telefone' });
  });
  await offer(vendas, suporte);
});

const ROOT = '*[ 1 ]* - Internet\n*[ 2 ]* - Telefone\n*[ # ]* - Menu inicial';
const MENU = 'Olá!\n\n*[ 1 ]* - Suporte\n*[ 2 ]* - Vendas';

async function offer(...ids: number[]) {
  await fixtures.scope.write(async (tx) => {
    await tx.db.delete(connectionQueues);
    for (const queueId of ids)
      await tx.db.insert(connectionQueues).values({ connectionId: fixtures.connectionId, queueId });
  });
}

async function receives(text: string): Promise<string[]> {
  const known = fixtures.testApp.whatsapp.sent.length;
  await fixtures.receiveText(text);
  return fixtures.testApp.whatsapp.sent
    .slice(known)
    .map(({ content }) => ('text' in content ? content.text : ''));
}

const moved = () => fixtures.scope.db.query.tickets.findFirst();

test('a rule moves the ticket before that queue’s bot answers', async () => {
  await fixtures.rule({ type: 'words', words: ['internet'] }, [{ type: 'queue', queueId: suporte }]);
  expect(await receives('minha internet caiu')).toEqual([ROOT]);
  expect(await moved()).toMatchObject({ queueId: suporte, chatbot: true, amountUsedBotQueues: 0 });
  expect(await receives('2')).toEqual(['Feito.']);
});

test('a rule also moves the ticket during another queue’s menu', async () => {
  await fixtures.rule({ type: 'words', words: ['2'] }, [{ type: 'queue', queueId: vendas }]);
  await fixtures.receiveText('oi');
  expect(await receives('2')).toEqual([]);
  expect(await moved()).toMatchObject({ queueId: vendas, chatbot: false });
});

test('the bot stays silent when a rule assigns the ticket', async () => {
  const { ana } = fixtures.testApp.people.userId;
  await fixtures.rule({ type: 'opened' }, [{ type: 'person', userId: ana }]);
  expect(await receives('oi')).toEqual([]);
  expect(await moved()).toMatchObject({ status: 'open', userId: ana, queueId: null });
});

test('the last of two rules that move a ticket determines the bot', async () => {
  await fixtures.rule({ type: 'opened' }, [{ type: 'queue', queueId: suporte }]);
  await fixtures.rule({ type: 'words', words: ['comprar'] }, [{ type: 'queue', queueId: vendas }]);
  expect(await receives('quero comprar')).toEqual([]);
  expect(await moved()).toMatchObject({ queueId: vendas, chatbot: false });
});

test('a rule that does not move the ticket leaves the menu unchanged', async () => {
  await fixtures.rule({ type: 'opened' }, [{ type: 'tag', tagId: fixtures.tagId.vip }]);
  await fixtures.rule({ type: 'words', words: ['ola'] }, [
    { type: 'quickMessage', quickMessageId: fixtures.quickMessageId },
  ]);
  expect((await receives('olá')).sort()).toEqual([MENU, 'Olá Maria!'].sort());
});

test('a connection’s only queue is set before rules run', async () => {
  await offer(suporte);
  await fixtures.rule({ type: 'opened', queueId: suporte }, [{ type: 'tag', tagId: fixtures.tagId.vip }]);
  await fixtures.rule({ type: 'opened', queueId: vendas }, [{ type: 'tag', tagId: fixtures.tagId.urgent }]);
  const ticketId = await fixtures.receiveText('oi');
  expect(await fixtures.tagsOf(ticketId)).toEqual([fixtures.tagId.vip]);
  expect(await fixtures.ticket(ticketId)).toMatchObject({ queueId: suporte, chatbot: true });
});

test('a rule moving to the only queue does not suppress the greeting', async () => {
  await offer(suporte);
  const greets = { key: 'sendGreetingMessageOneQueues', value: 'enabled' };
  await fixtures.scope.write((tx) => tx.db.insert(settings).values(greets));
  await fixtures.rule({ type: 'opened' }, [{ type: 'queue', queueId: suporte }]);
  expect(await receives('oi')).toEqual(['Olá!', ROOT]);
  await fixtures.scope.write((tx) => tx.db.delete(settings).where(eq(settings.key, greets.key)));
});

test('a tag that triggers a move starts the new queue’s bot', async () => {
  await fixtures.rule({ type: 'tag', tagId: fixtures.tagId.vip }, [{ type: 'queue', queueId: suporte }]);
  const ticketId = await fixtures.receiveText('oi');
  const known = fixtures.testApp.whatsapp.sent.length;
  await addTicketTag(fixtures.scope, { ticketId, tagId: fixtures.tagId.vip });
  await fixtures.testApp.settle();
  expect(fixtures.testApp.whatsapp.sent.slice(known)).toMatchObject([{ content: { text: ROOT } }]);
});

test('two tags of one change that trigger moves start only the last queue’s bot', async () => {
  const { vip, urgent } = fixtures.tagId;
  await fixtures.scope.write(async (tx) => {
    for (const option of ['1', '2'])
      await tx.db
        .insert(queueOptions)
        .values({ queueId: vendas, option, title: `Vendas ${option}`, message: '' });
  });
  await fixtures.rule({ type: 'tag', tagId: vip }, [{ type: 'queue', queueId: vendas }]);
  await fixtures.rule({ type: 'tag', tagId: urgent }, [{ type: 'queue', queueId: suporte }]);
  const ticketId = await fixtures.receiveText('oi');
  const known = fixtures.testApp.whatsapp.sent.length;
  await syncTicketTags(fixtures.scope, { ticketId, tags: [{ id: vip }, { id: urgent }] });
  await fixtures.testApp.settle();
  expect(fixtures.testApp.whatsapp.sent.slice(known)).toMatchObject([{ content: { text: ROOT } }]);
});
