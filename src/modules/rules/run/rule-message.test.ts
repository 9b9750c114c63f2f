import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { outbox } from '@db/tenant/schema/index.ts';
import { patchTicket } from '@/modules/tickets/work/tickets.service.ts';
import { createRulesDesk, type RulesDesk } from '../rules-desk.test-support.ts';
import { sendRuleMessage } from './rule-message.ts';

let world: RulesDesk;

beforeAll(async () => {
  world = await createRulesDesk();
});
afterAll(() => world.desk.stop());
beforeEach(() => world.reset());

const job = (ticketId: number, quickMessageId = world.quickMessageId) => ({
  id: 1,
  lane: `rule:${ticketId}`,
  attempts: 0,
  payload: { ticketId, quickMessageId, clientId: 'auto:rule:1:message:1' },
});

async function send(ticketId: number, quickMessageId?: number): Promise<void> {
  const settle = await sendRuleMessage.run(world.scope, job(ticketId, quickMessageId));
  if (settle) await world.scope.write(settle);
  await world.desk.settle();
}

describe('what a rule sends', () => {
  test('goes out once, however often its row is done', async () => {
    const ticketId = await world.says('oi');
    await send(ticketId);
    await send(ticketId);
    expect(await world.sentTexts(ticketId)).toHaveLength(1);
  });

  test('brings its file before its text; each message has a file of its own', async () => {
    const { key } = await world.scope.kernel.storage.save(world.scope.companyId, new Blob(['tabela']), 'txt');
    const file = { mediaPath: key, mediaName: 'tabela.txt', mediaMime: 'text/plain' };
    const quickMessageId = await world.quick({ shortcode: 'tabela', message: 'Segue, {{name}}', ...file });
    const ticketId = await world.says('oi');
    await send(ticketId, quickMessageId);
    const sent = await world.sentTexts(ticketId);
    expect(sent.map(({ body }) => body)).toEqual(['tabela.txt', 'Segue, Maria Souza']);
    expect(sent[0]?.mediaPath).not.toBe(key);
    await send(ticketId, quickMessageId);
    expect(await world.sentTexts(ticketId)).toHaveLength(2);
  });

  test.each(['before it begins', 'while its file is copied'])(
    'stays away when the ticket is closed %s',
    async (when) => {
      const ticketId = await world.says('oi');
      const close = () => patchTicket(world.scope, { ticketId, status: 'closed' });
      if (when === 'before it begins') await close();
      const settle = await sendRuleMessage.run(world.scope, job(ticketId));
      if (when !== 'before it begins') await close();
      if (settle) await world.scope.write(settle);
      expect(await world.sentTexts(ticketId)).toEqual([]);
    },
  );

  test('never goes to a group', async () => {
    await world.rule({ type: 'opened' }, [{ type: 'quickMessage', quickMessageId: world.quickMessageId }]);
    const ticketId = await world.says('oi', { group: true });
    expect(await world.story(ticketId)).toMatchObject([{ nothing: 1 }]);
    await send(ticketId);
    expect(await world.sentTexts(ticketId)).toEqual([]);
  });

  test('only what everybody has and is in use', async () => {
    const ticketId = await world.says('oi');
    await send(ticketId, await world.quick({ shortcode: 'minha', message: 'x', isGeneral: false }));
    await send(ticketId, await world.quick({ shortcode: 'velha', message: 'x', status: false }));
    expect(await world.sentTexts(ticketId)).toEqual([]);
  });

  test('leaves no work behind', async () => {
    await world.rule({ type: 'opened' }, [{ type: 'quickMessage', quickMessageId: world.quickMessageId }]);
    await world.says('oi');
    expect(await world.scope.db.select().from(outbox)).toEqual([]);
  });
});
