import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { prompts, queueIntegrations } from '@db/tenant/schema/index.ts';
import { AURORA, type ConnectionsFixture, openApp } from './connections-fixture.test-support.ts';

let fixture: ConnectionsFixture;
beforeEach(async () => {
  fixture = await openApp();
});
afterEach(() => fixture.close());

describe('connection fields over the JSON contract', () => {
  beforeEach(async () => {
    await fixture.addConnection(AURORA, { name: 'Loja', isDefault: true });
    const scope = await fixture.system(AURORA);
    const flow = { id: 9, type: 'typebot', name: 'Fluxo' } as const;
    await scope.write((tx) => tx.db.insert(queueIntegrations).values(flow));
    const model = { id: 7, name: 'Modelo', prompt: 'Responda.' };
    await scope.write((tx) => tx.db.insert(prompts).values(model));
  });

  test('stores every field as sent and keeps omitted ones', async () => {
    const queueIds = [
      await fixture.addQueue(AURORA, 'Fila A', '#101010'),
      await fixture.addQueue(AURORA, 'Fila B', '#202020'),
    ];
    const sent = {
      ...{ greetingMessage: 'Olá', complationMessage: 'Até logo', outOfHoursMessage: 'Fechado' },
      ...{
        ratingMessage: 'Nota?',
        expiresInactiveMessage: 'Encerrado',
        expiresTicket: 30,
        timeUseBotQueues: 5,
      },
      ...{ maxUseBotQueues: 4, timeToTransfer: 15, transferQueueId: queueIds[0], provider: 'stable' },
      ...{ promptId: 7, integrationId: 9 },
    };
    const put = async (json: unknown) =>
      (await fixture.ask(fixture.ana, 'PUT', '/api/whatsapp/1', { json })).json();
    expect(await put({ ...sent, queueIds, token: 'um-token-qualquer-da-loja' })).toMatchObject({
      ...sent,
      token: 'um-t••••••••',
    });
    const after = (await put({ name: 'Centro', token: null, queueIds: null })) as {
      queues: { id: number }[];
    };
    expect(after).toMatchObject({ ...sent, name: 'Centro', token: 'um-t••••••••' });
    expect(after.queues.map(({ id }) => id)).toEqual(queueIds);
    const emptied = {
      expiresTicket: '',
      maxUseBotQueues: '',
      timeToTransfer: '',
      transferQueueId: '',
      promptId: '',
      provider: '',
    };
    expect(await put({ ...emptied, queueIds: [] })).toMatchObject({
      ...{
        expiresTicket: 0,
        maxUseBotQueues: 3,
        timeToTransfer: null,
        transferQueueId: null,
        promptId: null,
      },
      ...{ provider: 'stable', integrationId: 9, queues: [] },
    });
  });

  test('rejects a transfer queue the company does not have', async () => {
    const put = (transferQueueId: number) =>
      fixture.ask(fixture.ana, 'PUT', '/api/whatsapp/1', { json: { transferQueueId } });
    const reply = await put(987);
    expect([reply.status, await reply.json()]).toMatchObject([404, { error: 'ERR_NO_QUEUE_FOUND' }]);
  });
});

describe('connection fields in the dialog', () => {
  test('requires a greeting for several queues and keeps the other input', async () => {
    const queueIds = [
      await fixture.addQueue(AURORA, 'Fila A', '#101010'),
      await fixture.addQueue(AURORA, 'Fila B', '#202020'),
    ];
    const fields = new URLSearchParams({
      name: 'Loja',
      isDefault: 'false',
      greetingMessage: '',
      expiresTicket: '45',
    });
    fields.set('expiresInactiveMessage', 'Encerramos, {{firstName}}');
    for (const id of ['', ...queueIds]) fields.append('queueIds', String(id));
    const refused = await fixture.ask(fixture.ana, 'POST', '/connections', { form: fields });
    const html = await refused.text();
    expect(refused.status).toBe(422);
    expect(/id="field-greetingMessage-error"[\s\S]*?obrigatória quando há mais de uma fila/.test(html)).toBe(
      true,
    );
    expect(html).toContain('value="45"');
    expect(html).toContain('Encerramos, {{firstName}}');
    expect(
      html.match(
        /name="queueIds" value="\d+" checked|checked=""[^>]*name="queueIds"|name="queueIds"[^>]*checked/g,
      ),
    ).toHaveLength(2);
    expect(fixture.asked).toEqual([]);

    fields.set('greetingMessage', 'Escolha');
    expect((await fixture.ask(fixture.ana, 'POST', '/connections', { form: fields })).status).toBe(200);
    const none = { name: 'Loja', greetingMessage: '', queueIds: '' };
    expect((await fixture.ask(fixture.ana, 'PUT', '/connections/1', { form: none })).status).toBe(204);
    const [view] = (await (await fixture.ask(fixture.ana, 'GET', '/api/whatsapp')).json()) as {
      queues: unknown[];
    }[];
    expect(view).toMatchObject({ queues: [], expiresTicket: 45 });
  });

  test('shows the connection’s health and refreshes it', async () => {
    const id = await fixture.addConnection(AURORA, { name: 'Loja', status: 'TIMEOUT', trouble: 'network' });
    const html = await (
      await fixture.ask(fixture.ana, 'GET', `/connections/${id}/health`, { partial: true })
    ).text();
    for (const text of [
      'Saúde de Loja',
      'Conexão perdida',
      'Verifique a internet do servidor',
      'Reconexões hoje',
    ])
      expect(html).toContain(text);
    expect(html).toContain(`hx-get="/connections/${id}/health/facts"`);
    const facts = await fixture.ask(fixture.ana, 'GET', `/connections/${id}/health/facts`, { partial: true });
    expect(await facts.text()).toStartWith('<div role="status">');
    expect(
      (await fixture.ask(fixture.bia, 'GET', `/connections/${id}/health`, { partial: true })).status,
    ).toBe(403);
  });
});
