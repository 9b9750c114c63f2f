import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { prompts, queueIntegrations } from '@db/tenant/schema/index.ts';
import { AURORA, type ConnectionsDesk, openDesk } from './desk.test-support.ts';

let desk: ConnectionsDesk;
beforeEach(async () => {
  desk = await openDesk();
});
afterEach(() => desk.close());

describe('over the contract', () => {
  beforeEach(async () => {
    await desk.addConnection(AURORA, { name: 'Loja', isDefault: true });
    const scope = await desk.system(AURORA);
    const flow = { id: 9, type: 'typebot', name: 'Fluxo' } as const;
    await scope.write((tx) => tx.db.insert(queueIntegrations).values(flow));
    const model = { id: 7, name: 'Modelo', prompt: 'Responda.' };
    await scope.write((tx) => tx.db.insert(prompts).values(model));
  });

  test('every field is kept as it was sent, and what a change leaves out stays', async () => {
    const queueIds = [
      await desk.addQueue(AURORA, 'Fila A', '#101010'),
      await desk.addQueue(AURORA, 'Fila B', '#202020'),
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
      (await desk.ask(desk.ana, 'PUT', '/api/whatsapp/1', { json })).json();
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

  test('a queue that waiting tickets go to is one of the company', async () => {
    const put = (transferQueueId: number) =>
      desk.ask(desk.ana, 'PUT', '/api/whatsapp/1', { json: { transferQueueId } });
    const reply = await put(987);
    expect([reply.status, await reply.json()]).toMatchObject([404, { error: 'ERR_NO_QUEUE_FOUND' }]);
  });
});

describe('in the dialog', () => {
  test('several queues ask for a greeting, on its field and with everything else kept', async () => {
    const queueIds = [
      await desk.addQueue(AURORA, 'Fila A', '#101010'),
      await desk.addQueue(AURORA, 'Fila B', '#202020'),
    ];
    const fields = new URLSearchParams({
      name: 'Loja',
      isDefault: 'false',
      greetingMessage: '',
      expiresTicket: '45',
    });
    fields.set('expiresInactiveMessage', 'Encerramos, {{firstName}}');
    for (const id of ['', ...queueIds]) fields.append('queueIds', String(id));
    const refused = await desk.ask(desk.ana, 'POST', '/connections', { form: fields });
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
    expect(desk.asked).toEqual([]);

    fields.set('greetingMessage', 'Escolha');
    expect((await desk.ask(desk.ana, 'POST', '/connections', { form: fields })).status).toBe(200);
    const none = { name: 'Loja', greetingMessage: '', queueIds: '' };
    expect((await desk.ask(desk.ana, 'PUT', '/connections/1', { form: none })).status).toBe(204);
    const [view] = (await (await desk.ask(desk.ana, 'GET', '/api/whatsapp')).json()) as {
      queues: unknown[];
    }[];
    expect(view).toMatchObject({ queues: [], expiresTicket: 45 });
  });

  test('health is told in words, and follows', async () => {
    const id = await desk.addConnection(AURORA, { name: 'Loja', status: 'TIMEOUT', trouble: 'network' });
    const html = await (
      await desk.ask(desk.ana, 'GET', `/connections/${id}/health`, { partial: true })
    ).text();
    for (const text of [
      'Saúde de Loja',
      'Conexão perdida',
      'Verifique a internet do servidor',
      'Reconexões hoje',
    ])
      expect(html).toContain(text);
    expect(html).toContain(`hx-get="/connections/${id}/health/facts"`);
    const facts = await desk.ask(desk.ana, 'GET', `/connections/${id}/health/facts`, { partial: true });
    expect(await facts.text()).toStartWith('<div role="status">');
    expect((await desk.ask(desk.bia, 'GET', `/connections/${id}/health`, { partial: true })).status).toBe(
      403,
    );
  });
});
