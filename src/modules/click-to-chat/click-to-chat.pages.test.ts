import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { clickLinks, connections, ticketEvents, tickets } from '@db/tenant/schema/index.ts';
import { createTestApp, type TestApp } from '@test/support/deps.ts';
import { addConnection, inbound, MARIA } from '@test/support/inbound.ts';
import { asc, eq } from 'drizzle-orm';
import { listLinks } from './click-to-chat.queries.ts';
import { createLink } from './click-to-chat.service.ts';

let testApp: TestApp;
let connectionId = 0;
beforeAll(async () => {
  testApp = await createTestApp();
  connectionId = await addConnection(testApp, { name: 'Matriz' });
});
afterAll(() => testApp.stop());
beforeEach(async () => {
  const scope = await testApp.systemScope();
  await scope.write(async (tx) => {
    await tx.db.delete(clickLinks);
    await tx.db.update(connections).set({ number: '5511900000000' }).where(eq(connections.id, connectionId));
  });
});

const form = (more: Record<string, string> = {}) => ({
  ...{ source: 'Vitrine-2', connectionId: String(connectionId), text: 'Oi "você" <3' },
  ...{ label: 'Fale', color: '#0062b1', side: 'left' },
  ...more,
});
const add = async (source: string) =>
  createLink(await testApp.systemScope(), {
    ...{ source, connectionId, text: 'Oi', label: '' },
    ...{ color: '#157347', side: 'right' as const },
  });

describe('click-to-chat page', () => {
  test('creates a link and shows its URL, button code and script', async () => {
    const ana = await testApp.as('ana');
    const made = await ana.part('POST', '/click-to-chat', form());
    expect(made.status).toBe(200);
    expect(made.text).toContain(
      'https://wa.me/5511900000000?text=Oi%20%22voc%C3%AA%22%20%3C3%0ARef%3A%20vitrine-2',
    );
    expect(made.text).toContain('role="img"');
    expect(made.text).toContain('data-copy="&lt;script src=');
    const page = await ana.page('/click-to-chat');
    expect(page.text).toContain('vitrine-2');
    expect((await ana.page('/click-to-chat?searchParam=matriz')).text).toContain('vitrine-2');
    expect((await ana.page('/click-to-chat?searchParam=nada')).text).not.toContain('vitrine-2');
  });

  const bad: [what: string, more: Record<string, string>, says: string][] = [
    ['no source', { source: ' ' }, 'Obrigatório'],
    ['a source of other letters', { source: 'loja 1' }, 'Use até 30 letras'],
    ['a source that is taken', { source: 'balcao' }, 'Já existe um link'],
    ['a variable in the text', { text: 'Oi, {{firstName}}' }, 'ninguém preenche'],
    ['no connection', { connectionId: '' }, 'Obrigatório'],
    ['a connection that is none', { connectionId: '9999' }, 'field-error'],
    ['a colour that is none', { color: 'red;x' }, 'field-error'],
    ['a side that is none', { side: 'top' }, 'field-error'],
  ];
  for (const [what, more, texts] of bad)
    test(`shows the form again with ${what}`, async () => {
      await add('balcao');
      const reply = await (await testApp.as('ana')).part('POST', '/click-to-chat', form(more));
      expect(reply.status).toBe(422);
      expect(reply.text).toContain(texts);
      expect((await listLinks(await testApp.systemScope(), { searchParam: '', pageNumber: 1 })).count).toBe(
        1,
      );
    });

  test('changes and deletes only the company’s own links', async () => {
    const { id } = await add('antigo');
    const [ana, bia, davi] = [await testApp.as('ana'), await testApp.as('bia'), await testApp.as('davi')];
    expect((await bia.page('/click-to-chat')).status).toBe(403);
    expect((await davi.part('GET', `/click-to-chat/${id}/show`)).status).toBe(404);
    expect((await davi.part('PUT', `/click-to-chat/${id}`, form())).status).toBe(404);
    expect((await davi.part('DELETE', `/click-to-chat/${id}`)).status).toBe(404);
    expect((await ana.part('PUT', `/click-to-chat/${id}`, form())).status).toBe(204);
    expect((await ana.part('GET', `/click-to-chat/${id}/edit`)).text).toContain('value="vitrine-2"');
    expect((await ana.part('DELETE', `/click-to-chat/${id}`)).status).toBe(204);
  });

  test('previews the button, with the default color for an invalid one', async () => {
    const ana = await testApp.as('ana');
    const good = await ana.part('GET', '/click-to-chat/preview?label=Oi&color=%23ffee00&side=left');
    expect(good.text).toContain('background-color:#ffee00;color:#000000');
    const odd = await ana.part('GET', '/click-to-chat/preview?label=%3Cb%3E&color=x%3By&side=up');
    expect(odd.text).toContain('background-color:#157347');
    expect(odd.text).toContain('&lt;b&gt;');
  });

  test('reports a missing number or a deleted connection', async () => {
    const { id } = await add('sem-numero');
    const ana = await testApp.as('ana');
    const scope = await testApp.systemScope();
    await scope.write((tx) => tx.db.update(connections).set({ number: null }));
    expect((await ana.part('GET', `/click-to-chat/${id}/show`)).text).toContain('ainda não tem número');
    await scope.write((tx) => tx.db.update(clickLinks).set({ connectionId: null }));
    expect((await ana.part('GET', `/click-to-chat/${id}/show`)).text).toContain('foi excluída');
  });

  test('pages through links after the last one shown', async () => {
    for (let n = 10; n < 35; n += 1) await add(`s-${n}`);
    const scope = await testApp.systemScope();
    const first = await listLinks(scope, { searchParam: '', pageNumber: 1 });
    expect({ n: first.links.length, more: first.hasMore, count: first.count }).toEqual({
      n: 20,
      more: true,
      count: 25,
    });
    const rest = await listLinks(scope, { searchParam: '', pageNumber: 1, after: first.links.at(-1)?.id });
    expect(rest.links.map(({ source }) => source)).toEqual(['s-30', 's-31', 's-32', 's-33', 's-34']);
  });
});

describe('customers who followed a link', () => {
  const texts = async (text: string) => {
    await testApp.listener.onMessages({ companyId: testApp.people.companyId.aurora, connectionId }, [
      inbound({ text, from: MARIA }),
    ]);
    await testApp.settle();
  };

  test('are counted, shown in drawer and history, and found by search', async () => {
    await add('site-home');
    const scope = await testApp.scopeOf('ana');
    await texts('Oi\nRef: site-home');
    await texts('de novo Ref: site-home');
    await texts('Ref: cartao');
    await texts('voltei\nRef: site-home');
    const history = await scope.db.select().from(ticketEvents).orderBy(asc(ticketEvents.id));
    expect(history.filter(({ type }) => type === 'source').map(({ data }) => data)).toEqual([
      { source: 'site-home' },
      { source: 'cartao' },
      { source: 'site-home' },
    ]);
    const { links } = await listLinks(scope, { searchParam: '', pageNumber: 1 });
    expect(links).toMatchObject([{ source: 'site-home', ticketsCount: 1 }]);
    const ana = await testApp.as('ana');
    const [ticket] = await scope.db.select().from(tickets);
    expect((await ana.part('GET', `/tickets/${ticket?.uuid}/story`)).text).toContain('Veio de site-home');
    expect((await ana.part('GET', `/tickets/${ticket?.uuid}/header`)).text).toContain('site-home');
    const found = async (source: string) =>
      (await ana.json('GET', `/tickets?source=${source}`)).body as { tickets: { source: string }[] };
    expect((await found('site-home')).tickets).toMatchObject([{ source: 'site-home' }]);
    expect((await found('cartao')).tickets).toEqual([]);
  });

  test('lists sources without a link of ours separately', async () => {
    await texts('Ref: panfleto');
    const page = await (await testApp.as('ana')).page('/click-to-chat');
    expect(page.text).toContain('panfleto');
    expect(page.text).toContain('Outras origens');
  });
});
