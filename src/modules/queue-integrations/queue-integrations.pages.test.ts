import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { queueIntegrations } from '@db/tenant/schema/index.ts';
import { createTestApp, type TestApp } from '@test/support/deps.ts';
import { recordFailure, recordSuccess } from '@/modules/responders/responder-health.service.ts';

let testApp: TestApp;
beforeAll(async () => {
  testApp = await createTestApp();
});
afterAll(() => testApp.stop());
beforeEach(async () => {
  await (await testApp.systemScope()).write((tx) => tx.db.delete(queueIntegrations));
});

const PARTIAL = { Accept: 'text/html', 'HX-Request': 'true', 'HX-Request-Type': 'partial' };
async function send(method: string, path: string, fields?: Record<string, string>) {
  const body = fields && new URLSearchParams(fields);
  const reply = await (await testApp.as('ana')).raw(`/queue-integration${path}`, {
    ...{ method, headers: PARTIAL },
    ...(body && { body }),
  });
  return { status: reply.status, text: await reply.text(), headers: reply.headers };
}
const hook = { type: 'n8n', name: '<b>Pedidos</b>', urlN8N: 'https://n8n.example.com/webhook/1' };
const only = async () => (await (await testApp.systemScope()).db.select().from(queueIntegrations))[0];

describe('integrations page', () => {
  test('updates the number of loaded integrations with each page', async () => {
    for (let n = 10; n < 35; n += 1) await send('POST', '', { ...hook, name: `Avisos ${n}` });
    const { text } = await (await testApp.as('ana')).page('/queue-integration');
    expect(text).toMatch(/Integrações \(<span id="integration-count">20<\/span>\)/);
    const after = /after=(\d+)/.exec(text)?.[1];
    const next = await send('GET', `?after=${after}`);
    expect(next.text).toContain('Avisos 10');
    expect(next.text).toContain(
      '<hx-partial hx-target="#integration-count" hx-swap="innerHTML">25</hx-partial>',
    );
    const found = await send('GET', '?searchParam=AVISOS+12');
    expect(found.text).toContain('Avisos 12');
    expect(found.text).toContain('>1</hx-partial>');
  });

  test('shows each integration’s health and refreshes when it changes', async () => {
    await send('POST', '', hook);
    const { id } = (await only()) ?? { id: 0 };
    const page = async () => (await (await testApp.as('ana')).page('/queue-integration')).text;
    expect(await page()).toContain('Ainda não foi usado');
    const system = await testApp.systemScope();
    const responder = { kind: 'integration', id } as const;
    const [admin, agent] = [await testApp.listenAs('ana'), await testApp.listenAs('bia')];
    await system.write((tx) => recordSuccess(tx, responder));
    await system.write((tx) => recordSuccess(tx, responder));
    await system.write((tx) => recordFailure(tx, responder, 'refused'));
    await testApp.settle();
    const reported = (received: { channel: string }[]) =>
      received.filter(({ channel }) => channel === 'machine-health');
    expect([reported(admin).length, reported(agent).length]).toEqual([2, 0]);
    const failing = await page();
    for (const words of [
      'Com falhas',
      '2 de 3 chamadas respondidas',
      'recusou a chave',
      'refresh:machine-health',
    ])
      expect(failing).toContain(words);
    for (let n = 0; n < 4; n += 1) await system.write((tx) => recordFailure(tx, responder, 'busy'));
    expect(await page()).toContain('Em pausa até');
  });

  test('is refused to agents', async () => {
    expect((await (await testApp.as('bia')).page('/queue-integration')).status).toBe(403);
    expect((await (await testApp.as('bia')).page('/tags')).text).not.toContain('href="/queue-integration"');
    expect((await (await testApp.as('ana')).page('/tags')).text).toContain('href="/queue-integration"');
  });
});

describe('integration dialog', () => {
  test('stores input, shows errors and keeps a secret left empty', async () => {
    const bad = await send('POST', '', { ...hook, urlN8N: '' });
    expect([bad.status, bad.text.includes('Obrigatório')]).toEqual([422, true]);
    const secret = /value="(whsec_[^"]+)"/.exec((await send('GET', '/new')).text)?.[1] ?? '';
    const made = await send('POST', '', { ...hook, isSigned: 'true', signingSecret: secret });
    expect([made.status, made.headers.get('HX-Trigger')?.includes('refresh:queueIntegration')]).toEqual([
      204,
      true,
    ]);
    const row = await only();
    const edit = await send('GET', `/${row?.id}/edit`);
    expect(edit.text).toContain('&lt;b&gt;Pedidos&lt;/b&gt;');
    expect(edit.text).not.toContain(secret);
    await send('PUT', `/${row?.id}`, { ...hook, isSigned: 'true', signingSecret: '', name: 'Pedidos' });
    expect(await only()).toMatchObject({
      name: 'Pedidos',
      signingSecret: row?.signingSecret,
      isSigned: true,
    });
  });

  test('returns no secret after an error', async () => {
    const typed = `whsec_${'CANARY1'.repeat(8)}`;
    const wrong = { ...hook, name: '', isSigned: 'true', signingSecret: typed, jsonContent: '{"CANARY2":1}' };
    const fresh = await send('POST', '', wrong);
    await send('POST', '', { ...hook, isSigned: 'true', signingSecret: typed });
    const known = await send('PUT', `/${(await only())?.id}`, wrong);
    for (const { status, text } of [fresh, known])
      expect([status, text.includes('CANARY'), text.includes('Obrigatório')]).toEqual([422, false, true]);
    expect([fresh, known].map(({ text }) => text.includes('Já está guardado'))).toEqual([false, true]);
  });

  test('reloads the list without search after a deletion', async () => {
    await send('POST', '', hook);
    const gone = await send('DELETE', `/${(await only())?.id}`);
    expect(gone.headers.get('HX-Redirect')).toBe('/queue-integration');
    expect(gone.headers.get('Set-Cookie')).toContain('queueIntegrations%3Atoasts.deleted');
    expect(await only()).toBeUndefined();
  });

  test('shows a failed session test beside the button', async () => {
    const { status, text } = await send('POST', '/test-session', {
      projectName: 'vendas',
      language: 'pt-BR',
    });
    expect([status, text.includes('Não foi possível abrir a sessão')]).toEqual([200, true]);
  });
});
