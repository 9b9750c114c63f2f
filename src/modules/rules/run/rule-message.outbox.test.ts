import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { outbox } from '@db/tenant/schema/index.ts';
import { patchTicket } from '@/modules/tickets/work/tickets.service.ts';
import { createRulesFixture, type RulesFixture } from '../rules-fixture.test-support.ts';
import { sendRuleMessage } from './rule-message.outbox.ts';

let fixtures: RulesFixture;

beforeAll(async () => {
  fixtures = await createRulesFixture();
});
afterAll(() => fixtures.testApp.stop());
beforeEach(() => fixtures.reset());

const job = (ticketId: number, quickMessageId = fixtures.quickMessageId) => ({
  id: 1,
  queueKey: `rule:${ticketId}`,
  attempts: 0,
  payload: { ticketId, quickMessageId, clientId: 'auto:rule:1:message:1' },
});

async function send(ticketId: number, quickMessageId?: number): Promise<void> {
  const settle = await sendRuleMessage.run(fixtures.scope, job(ticketId, quickMessageId));
  if (settle) await fixtures.scope.write(settle);
  await fixtures.testApp.settle();
}

describe('message of a rule', () => {
  test('is sent once even when its job is repeated', async () => {
    const ticketId = await fixtures.receiveText('oi');
    await send(ticketId);
    await send(ticketId);
    expect(await fixtures.sentTexts(ticketId)).toHaveLength(1);
  });

  test('sends a copy of the file before the text', async () => {
    const { key } = await fixtures.scope.kernel.storage.save(
      fixtures.scope.companyId,
      new Blob(['tabela']),
      'txt',
    );
    const file = { mediaPath: key, mediaName: 'tabela.txt', mediaMime: 'text/plain' };
    const quickMessageId = await fixtures.quick({ shortcode: 'tabela', message: 'Segue, {{name}}', ...file });
    const ticketId = await fixtures.receiveText('oi');
    await send(ticketId, quickMessageId);
    const sent = await fixtures.sentTexts(ticketId);
    expect(sent.map(({ body }) => body)).toEqual(['tabela.txt', 'Segue, Maria Souza']);
    expect(sent[0]?.mediaPath).not.toBe(key);
    await send(ticketId, quickMessageId);
    expect(await fixtures.sentTexts(ticketId)).toHaveLength(2);
  });

  test.each(['before it begins', 'while its file is copied'])(
    'is not sent when the ticket is closed %s',
    async (when) => {
      const ticketId = await fixtures.receiveText('oi');
      const close = () => patchTicket(fixtures.scope, { ticketId, status: 'closed' });
      if (when === 'before it begins') await close();
      const settle = await sendRuleMessage.run(fixtures.scope, job(ticketId));
      if (when !== 'before it begins') await close();
      if (settle) await fixtures.scope.write(settle);
      expect(await fixtures.sentTexts(ticketId)).toEqual([]);
    },
  );

  test('is never sent to a group', async () => {
    await fixtures.rule({ type: 'opened' }, [
      { type: 'quickMessage', quickMessageId: fixtures.quickMessageId },
    ]);
    const ticketId = await fixtures.receiveText('oi', { group: true });
    expect(await fixtures.history(ticketId)).toMatchObject([{ nothing: 1 }]);
    await send(ticketId);
    expect(await fixtures.sentTexts(ticketId)).toEqual([]);
  });

  test('is not sent from a private or disabled quick message', async () => {
    const ticketId = await fixtures.receiveText('oi');
    await send(ticketId, await fixtures.quick({ shortcode: 'minha', message: 'x', isGeneral: false }));
    await send(ticketId, await fixtures.quick({ shortcode: 'velha', message: 'x', status: false }));
    expect(await fixtures.sentTexts(ticketId)).toEqual([]);
  });

  test('leaves no outbox row', async () => {
    await fixtures.rule({ type: 'opened' }, [
      { type: 'quickMessage', quickMessageId: fixtures.quickMessageId },
    ]);
    await fixtures.receiveText('oi');
    expect(await fixtures.scope.db.select().from(outbox)).toEqual([]);
  });
});
