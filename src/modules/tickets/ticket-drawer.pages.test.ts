import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import type { Reply } from '@test/support/app.ts';
import { createTestDesk, type TestDesk } from '@test/support/deps.ts';
import { fillCompany, type World } from '@test/support/world.ts';
import type { AuditPage } from './tickets.schema.ts';

let desk: TestDesk;
let world: World;

beforeAll(async () => {
  desk = await createTestDesk();
  world = await fillCompany(desk, { company: 'aurora', queueId: desk.cast.queueId.Vendas, mark: 'um' });
});
afterAll(() => desk.stop());

const events = (reply: Reply) =>
  JSON.parse(reply.headers.get('HX-Trigger') ?? '{}') as Record<string, unknown>;
const part = (name: string) => `/tickets/${world.uuid}/${name}`;

describe('notes', () => {
  test('are added, heard at once, and never sent', async () => {
    const heard = await desk.listenAs('rui');
    const sent = desk.whatsapp.sent.length;
    const bia = await desk.as('bia');
    const reply = await bia.part('POST', part('notes'), { note: '  <b>Liga</b> à tarde  ' });
    expect(reply.status).toBe(200);
    expect(events(reply)).toMatchObject({
      toast: { level: 'success', text: 'Observação adicionada com sucesso!' },
      'refresh:ticketNote': true,
    });
    expect(reply.text).not.toContain('Liga');
    await desk.settle();
    expect(heard.map(({ channel }) => channel)).toContain('ticketNote');
    expect(desk.whatsapp.sent.length).toBe(sent);
    expect((await bia.part('GET', part('notes'))).text).toContain('&lt;b&gt;Liga&lt;/b&gt; à tarde');
  });

  test('of one letter come back', async () => {
    const reply = await (await desk.as('bia')).part('POST', part('notes'), { note: 'x' });
    expect(reply.status).toBe(422);
    expect(reply.text).toContain('>x</textarea>');
    expect(reply.text).toContain('Muito curto!');
  });

  test('are deleted by their author and by administrators', async () => {
    const bia = await desk.as('bia');
    const list = (await bia.part('GET', part('notes'))).text;
    const id = /notes\/(\d+)\/delete/.exec(list)?.[1];
    expect((await bia.part('GET', part(`notes/${id}/delete`))).text).toContain(
      'Deseja realmente excluir este registro?',
    );
    const rui = await desk.as('rui');
    expect((await rui.part('GET', part('notes'))).text).not.toContain(`notes/${id}/delete`);
    expect((await rui.part('DELETE', part(`notes/${id}`))).status).toBe(403);
    const gone = await (await desk.as('ana')).part('DELETE', part(`notes/${id}`));
    expect(events(gone).toast).toMatchObject({ text: 'Observação excluída com sucesso!' });
  });

  test('of another queue’s ticket are nobody else’s', async () => {
    const caio = await desk.as('caio');
    expect((await caio.part('GET', part('drawer'))).status).toBe(404);
    expect((await caio.part('POST', part('notes'), { note: 'alheia' })).status).toBe(404);
    expect((await (await desk.as('davi')).part('GET', part('notes'))).status).toBe(404);
  });
});

describe('tags', () => {
  test('a known one is taken whatever its case, a new one is made', async () => {
    const bia = await desk.as('bia');
    const known = await bia.part('POST', part('tags?at=dialog'), { name: 'Orçamento' });
    expect(known.status).toBe(200);
    expect(known.text).toContain('id="tag-editor-dialog"');
    const again = await bia.part('POST', part('tags'), { name: 'ORCAMENTO' });
    expect(again.text.match(/Orçamento/g)?.length).toBeGreaterThan(0);
    const names = await bia.json<{ name: string }[]>('GET', '/tags/list');
    expect(names.body.filter(({ name }) => name.toLowerCase().startsWith('or')).length).toBe(1);
  });

  test('one that is too short to make comes back with what was typed', async () => {
    const reply = await (await desk.as('bia')).part('POST', part('tags'), { name: 'ab' });
    expect(reply.status).toBe(422);
    expect(reply.text).toContain('Mensagem muito curta');
    expect(reply.text).toContain('value="ab"');
  });

  test('are taken off', async () => {
    const bia = await desk.as('bia');
    const id = /tags\/(\d+)\?at=drawer[^>]*aria-label="Remover a tag Orçamento"/.exec(
      (await bia.part('GET', part('header'))).text,
    )?.[1];
    const reply = await bia.part('DELETE', part(`tags/${id}?at=drawer`));
    expect(reply.status).toBe(200);
    expect(reply.text).not.toContain('Orçamento');
  });
});

describe('audit', () => {
  test('tells administrators what happened, filtered by kind and contact', async () => {
    const ana = await desk.as('ana');
    await ana.json('PUT', `/tickets/${world.ticketId}`, { status: 'open', userId: desk.cast.userId.ana });
    const page = await ana.page('/audit');
    expect(page.status).toBe(200);
    expect(page.text).toContain('Aceito');
    expect(page.text).toContain(`href="/tickets/${world.uuid}"`);
    const rows = await ana.part('GET', '/audit?type=accepted&searchParam=cliente');
    expect(rows.text).toContain('Aceito');
    expect(rows.text).not.toContain('<html');
    expect((await ana.part('GET', '/audit?type=closed')).text).toContain('Nenhum registro encontrado');
    expect((await ana.json<AuditPage>('GET', '/audit?type=accepted')).body.count).toBe(1);
  });

  test('is in nobody else’s menu, and refused', async () => {
    for (const name of ['rui', 'bia'] as const) {
      const browser = await desk.as(name);
      expect((await browser.page('/audit')).status).toBe(403);
      expect((await browser.page('/tickets')).text).not.toContain('href="/audit"');
    }
  });
});
