import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { clickLinks, connections, ticketEvents, tickets } from '@db/tenant/schema/index.ts';
import { createTestDesk, type TestDesk } from '@test/support/deps.ts';
import { addConnection, inbound, MARIA } from '@test/support/inbound.ts';
import { asc, eq } from 'drizzle-orm';
import { listLinks } from './click-to-chat.queries.ts';
import { createLink } from './click-to-chat.service.ts';

let desk: TestDesk;
let connectionId = 0;
beforeAll(async () => {
  desk = await createTestDesk();
  connectionId = await addConnection(desk, { name: 'Matriz' });
});
afterAll(() => desk.stop());
beforeEach(async () => {
  const scope = await desk.systemScope();
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
  createLink(await desk.systemScope(), {
    ...{ source, connectionId, text: 'Oi', label: '' },
    ...{ color: '#157347', side: 'right' as const },
  });

describe('the page of links', () => {
  test('makes one and shows its link, code and script at once', async () => {
    const ana = await desk.as('ana');
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
    ['no connection', { connectionId: '' }, 'Obrigatório'],
    ['a connection that is none', { connectionId: '9999' }, 'field-error'],
    ['a colour that is none', { color: 'red;x' }, 'field-error'],
    ['a side that is none', { side: 'top' }, 'field-error'],
  ];
  for (const [what, more, says] of bad)
    test(`comes back with ${what}`, async () => {
      await add('balcao');
      const reply = await (await desk.as('ana')).part('POST', '/click-to-chat', form(more));
      expect(reply.status).toBe(422);
      expect(reply.text).toContain(says);
      expect((await listLinks(await desk.systemScope(), { searchParam: '', pageNumber: 1 })).count).toBe(1);
    });

  test('changes and deletes; nobody else’s', async () => {
    const { id } = await add('antigo');
    const [ana, bia, davi] = [await desk.as('ana'), await desk.as('bia'), await desk.as('davi')];
    expect((await bia.page('/click-to-chat')).status).toBe(403);
    expect((await davi.part('GET', `/click-to-chat/${id}/show`)).status).toBe(404);
    expect((await davi.part('PUT', `/click-to-chat/${id}`, form())).status).toBe(404);
    expect((await davi.part('DELETE', `/click-to-chat/${id}`)).status).toBe(404);
    expect((await ana.part('PUT', `/click-to-chat/${id}`, form())).status).toBe(204);
    expect((await ana.part('GET', `/click-to-chat/${id}/edit`)).text).toContain('value="vitrine-2"');
    expect((await ana.part('DELETE', `/click-to-chat/${id}`)).status).toBe(204);
  });

  test('draws the button as it is typed, and what is no colour as usual', async () => {
    const ana = await desk.as('ana');
    const good = await ana.part('GET', '/click-to-chat/preview?label=Oi&color=%23ffee00&side=left');
    expect(good.text).toContain('background-color:#ffee00;color:#000000');
    const odd = await ana.part('GET', '/click-to-chat/preview?label=%3Cb%3E&color=x%3By&side=up');
    expect(odd.text).toContain('background-color:#157347');
    expect(odd.text).toContain('&lt;b&gt;');
  });

  test('says what is missing where nobody can be led anywhere', async () => {
    const { id } = await add('sem-numero');
    const ana = await desk.as('ana');
    const scope = await desk.systemScope();
    await scope.write((tx) => tx.db.update(connections).set({ number: null }));
    expect((await ana.part('GET', `/click-to-chat/${id}/show`)).text).toContain('ainda não tem número');
    await scope.write((tx) => tx.db.update(clickLinks).set({ connectionId: null }));
    expect((await ana.part('GET', `/click-to-chat/${id}/show`)).text).toContain('foi excluída');
  });

  test('is gone through by its last row', async () => {
    for (let n = 10; n < 35; n += 1) await add(`s-${n}`);
    const scope = await desk.systemScope();
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

describe('whoever followed a link', () => {
  const says = async (text: string) => {
    await desk.listener.onMessages({ companyId: desk.cast.companyId.aurora, connectionId }, [
      inbound({ text, from: MARIA }),
    ]);
    await desk.settle();
  };

  test('is counted, seen in the drawer and the story, and found', async () => {
    await add('site-home');
    const scope = await desk.scopeOf('ana');
    await says('Oi\nRef: site-home');
    await says('de novo Ref: site-home');
    await says('Ref: cartao');
    await says('voltei\nRef: site-home');
    const story = await scope.db.select().from(ticketEvents).orderBy(asc(ticketEvents.id));
    expect(story.filter(({ type }) => type === 'source').map(({ data }) => data)).toEqual([
      { source: 'site-home' },
      { source: 'cartao' },
      { source: 'site-home' },
    ]);
    const { links } = await listLinks(scope, { searchParam: '', pageNumber: 1 });
    expect(links).toMatchObject([{ source: 'site-home', ticketsCount: 1 }]);
    const ana = await desk.as('ana');
    const [ticket] = await scope.db.select().from(tickets);
    expect((await ana.part('GET', `/tickets/${ticket?.uuid}/story`)).text).toContain('Veio de site-home');
    expect((await ana.part('GET', `/tickets/${ticket?.uuid}/header`)).text).toContain('site-home');
    const found = async (source: string) =>
      (await ana.json('GET', `/tickets?source=${source}`)).body as { tickets: { source: string }[] };
    expect((await found('site-home')).tickets).toMatchObject([{ source: 'site-home' }]);
    expect((await found('cartao')).tickets).toEqual([]);
  });

  test('by a link that was not made here is told apart', async () => {
    await says('Ref: panfleto');
    const page = await (await desk.as('ana')).page('/click-to-chat');
    expect(page.text).toContain('panfleto');
    expect(page.text).toContain('Outras origens');
  });
});
