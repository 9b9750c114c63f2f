import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test';
import { connectionQueues, connections, queueOptions, settings } from '@db/tenant/schema/index.ts';
import { eq } from 'drizzle-orm';
import { addTicketTag } from '@/modules/tickets/work/ticket-tags.service.ts';
import { createRulesDesk, type RulesDesk } from '../rules-desk.test-support.ts';

let world: RulesDesk;
let vendas: number;
let suporte: number;

beforeAll(async () => {
  world = await createRulesDesk();
  ({ Vendas: vendas, Suporte: suporte } = world.desk.cast.queueId);
});
afterAll(() => world.desk.stop());
beforeEach(async () => {
  await world.reset();
  await world.scope.write(async (tx) => {
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
  await world.scope.write(async (tx) => {
    await tx.db.delete(connectionQueues);
    for (const queueId of ids)
      await tx.db.insert(connectionQueues).values({ connectionId: world.connectionId, queueId });
  });
}

/** What the customer hears of it. */
async function hears(text: string): Promise<string[]> {
  const known = world.desk.whatsapp.sent.length;
  await world.says(text);
  return world.desk.whatsapp.sent.slice(known).map(({ content }) => ('text' in content ? content.text : ''));
}

const moved = () => world.scope.db.query.tickets.findFirst();

test('a rule that moves the ticket comes first: the customer hears that queue’s options, and no menu', async () => {
  await world.rule({ type: 'words', words: ['internet'] }, [{ type: 'queue', queueId: suporte }]);
  expect(await hears('minha internet caiu')).toEqual([ROOT]);
  expect(await moved()).toMatchObject({ queueId: suporte, chatbot: true, amountUsedBotQueues: 0 });
  expect(await hears('2')).toEqual(['Feito.']);
});

test('also in the middle of another walk, whose answer it was not', async () => {
  await world.rule({ type: 'words', words: ['2'] }, [{ type: 'queue', queueId: vendas }]);
  await world.says('oi');
  expect(await hears('2')).toEqual([]);
  expect(await moved()).toMatchObject({ queueId: vendas, chatbot: false });
});

test('the bot leaves to a person whom a rule has given it to', async () => {
  const { ana } = world.desk.cast.userId;
  await world.rule({ type: 'opened' }, [{ type: 'person', userId: ana }]);
  expect(await hears('oi')).toEqual([]);
  expect(await moved()).toMatchObject({ status: 'open', userId: ana, queueId: null });
});

test('of two that move it the last counts, and one bot speaks', async () => {
  await world.rule({ type: 'opened' }, [{ type: 'queue', queueId: suporte }]);
  await world.rule({ type: 'words', words: ['comprar'] }, [{ type: 'queue', queueId: vendas }]);
  expect(await hears('quero comprar')).toEqual([]);
  expect(await moved()).toMatchObject({ queueId: vendas, chatbot: false });
});

test('a rule that moves nothing leaves the bot its turn', async () => {
  await world.rule({ type: 'opened' }, [{ type: 'tag', tagId: world.tagId.vip }]);
  await world.rule({ type: 'words', words: ['ola'] }, [
    { type: 'quickMessage', quickMessageId: world.quickMessageId },
  ]);
  expect((await hears('olá')).sort()).toEqual([MENU, 'Olá Maria!'].sort());
});

test('in a connection with one queue a ticket is in it before any rule is asked', async () => {
  await offer(suporte);
  await world.rule({ type: 'opened', queueId: suporte }, [{ type: 'tag', tagId: world.tagId.vip }]);
  await world.rule({ type: 'opened', queueId: vendas }, [{ type: 'tag', tagId: world.tagId.urgent }]);
  const ticketId = await world.says('oi');
  expect(await world.tagsOf(ticketId)).toEqual([world.tagId.vip]);
  expect(await world.ticket(ticketId)).toMatchObject({ queueId: suporte, chatbot: true });
});

test('and a rule that puts it there takes no greeting away', async () => {
  await offer(suporte);
  const greets = { key: 'sendGreetingMessageOneQueues', value: 'enabled' };
  await world.scope.write((tx) => tx.db.insert(settings).values(greets));
  await world.rule({ type: 'opened' }, [{ type: 'queue', queueId: suporte }]);
  expect(await hears('oi')).toEqual(['Olá!', ROOT]);
  await world.scope.write((tx) => tx.db.delete(settings).where(eq(settings.key, greets.key)));
});

test('a tag that moves it starts that queue’s bot, as ever', async () => {
  await world.rule({ type: 'tag', tagId: world.tagId.vip }, [{ type: 'queue', queueId: suporte }]);
  const ticketId = await world.says('oi');
  const known = world.desk.whatsapp.sent.length;
  await addTicketTag(world.scope, { ticketId, tagId: world.tagId.vip });
  await world.desk.settle();
  expect(world.desk.whatsapp.sent.slice(known)).toMatchObject([{ content: { text: ROOT } }]);
});
