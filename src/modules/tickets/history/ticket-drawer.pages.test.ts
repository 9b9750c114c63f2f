import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import type { Reply } from '@test/support/app.ts';
import { createTestApp, type TestApp } from '@test/support/deps.ts';
import { type Fixtures, fillCompany } from '@test/support/fixtures.ts';
import { TAG_CHOICES } from '@/modules/tags/tags.schema.ts';
import { createTag } from '@/modules/tags/tags.service.ts';
import type { TicketHistoryPage } from '../tickets.views.ts';

let testApp: TestApp;
let fixtures: Fixtures;

beforeAll(async () => {
  testApp = await createTestApp();
  fixtures = await fillCompany(testApp, {
    company: 'aurora',
    queueId: testApp.people.queueId.Vendas,
    mark: 'um',
  });
});
afterAll(() => testApp.stop());

const events = (reply: Reply) =>
  JSON.parse(reply.headers.get('HX-Trigger') ?? '{}') as Record<string, unknown>;
const part = (name: string) => `/tickets/${fixtures.uuid}/${name}`;

describe('ticket notes', () => {
  test('are added, broadcast at once and never sent to the customer', async () => {
    const received = await testApp.listenAs('rui');
    const sent = testApp.whatsapp.sent.length;
    const bia = await testApp.as('bia');
    const reply = await bia.part('POST', part('notes'), { note: '  <b>Liga</b> à tarde  ' });
    expect(reply.status).toBe(200);
    expect(events(reply)).toMatchObject({
      toast: { level: 'success', text: 'Observação adicionada com sucesso!' },
      'refresh:ticketNote': true,
    });
    expect(reply.text).not.toContain('Liga');
    await testApp.settle();
    expect(received.map(({ channel }) => channel)).toContain('ticketNote');
    expect(testApp.whatsapp.sent.length).toBe(sent);
    expect((await bia.part('GET', part('notes'))).text).toContain('&lt;b&gt;Liga&lt;/b&gt; à tarde');
  });

  test('rejects a one-letter note and redisplays it', async () => {
    const reply = await (await testApp.as('bia')).part('POST', part('notes'), { note: 'x' });
    expect(reply.status).toBe(422);
    expect(reply.text).toContain('>x</textarea>');
    expect(reply.text).toContain('Muito curto!');
  });

  test('are deleted by their author and by administrators', async () => {
    const bia = await testApp.as('bia');
    const list = (await bia.part('GET', part('notes'))).text;
    const id = /notes\/(\d+)\/delete/.exec(list)?.[1];
    expect((await bia.part('GET', part(`notes/${id}/delete`))).text).toContain(
      'Deseja realmente excluir este registro?',
    );
    const rui = await testApp.as('rui');
    expect((await rui.part('GET', part('notes'))).text).not.toContain(`notes/${id}/delete`);
    expect((await rui.part('DELETE', part(`notes/${id}`))).status).toBe(403);
    const gone = await (await testApp.as('ana')).part('DELETE', part(`notes/${id}`));
    expect(events(gone).toast).toMatchObject({ text: 'Observação excluída com sucesso!' });
  });

  test('are not accessible to agents of another queue or company', async () => {
    const caio = await testApp.as('caio');
    expect((await caio.part('GET', part('drawer'))).status).toBe(404);
    expect((await caio.part('POST', part('notes'), { note: 'alheia' })).status).toBe(404);
    expect((await (await testApp.as('davi')).part('GET', part('notes'))).status).toBe(404);
  });
});

describe('ticket tags', () => {
  const names = async () => {
    const reply = await (await testApp.as('rui')).json<{ name: string }[]>('GET', '/tags/list');
    return reply.body.map(({ name }) => name);
  };

  test('creates an unknown name only when the form allows it, and matches known names case-insensitively', async () => {
    const bia = await testApp.as('bia');
    const before = await names();
    const unknown = await bia.part('POST', part('tags?at=dialog'), { name: 'Orçamento' });
    expect(unknown.status).toBe(422);
    expect(unknown.text).toContain('id="tag-editor-dialog"');
    expect(unknown.text).toContain('Esta tag não existe.');
    expect(unknown.text).toContain('value="Orçamento"');
    expect(await names()).toEqual(before);
    const made = await bia.part('POST', part('tags?at=dialog'), { name: 'Orçamento', create: 'true' });
    expect(made.status).toBe(200);
    expect(made.text).toContain('Remover a tag Orçamento');
    const again = await bia.part('POST', part('tags'), { name: 'ORCAMENTO', create: '' });
    expect(again.status).toBe(200);
    expect(again.text.match(/Remover a tag Orçamento/g)?.length).toBe(1);
    expect((await names()).filter((name) => name.toLowerCase().startsWith('or')).length).toBe(1);
  });

  test('uses the chosen tag id regardless of the name field', async () => {
    const bia = await testApp.as('bia');
    const [tag] = (await bia.json<{ id: number; name: string }[]>('GET', '/tags/list')).body;
    const reply = await bia.part('POST', part('tags'), { tagId: String(tag?.id), name: 'qualquer' });
    expect(reply.text).toContain(`Remover a tag ${tag?.name}`);
    expect((await bia.part('POST', part('tags'), { tagId: '9999', name: 'x' })).status).toBe(404);
    expect((await bia.part('POST', part('tags'), { tagId: '', name: '' })).status).toBe(422);
  });

  test('redisplays a name that is too short to create', async () => {
    const reply = await (await testApp.as('bia')).part('POST', part('tags'), { name: 'ab', create: 'true' });
    expect(reply.status).toBe(422);
    expect(reply.text).toContain('Mensagem muito curta');
    expect(reply.text).toContain('value="ab"');
  });

  test('suggests tags by any part of the name, best first, and offers to create one', async () => {
    const bia = await testApp.as('bia');
    const admin = await testApp.scopeOf('ana');
    for (const name of ['Urgente', 'Não é urgente', 'Última urgência', 'Urg'])
      await createTag(admin, { name, color: '#b80000', kanban: false });
    const offered = async (text: string) => {
      const { text: html } = await bia.part('GET', `/ticket-choices/tags?name=${encodeURIComponent(text)}`);
      return [...html.matchAll(/data-(value|create)="\d*" data-text="([^"]*)"/g)].map(
        ([, kind, name]) => `${kind === 'create' ? '+ ' : ''}${name}`,
      );
    };
    expect(await offered('URGE')).toEqual(['Urgente', 'Não é urgente', 'Última urgência', '+ URGE']);
    expect(await offered('urg')).toEqual(['Urg', 'Urgente', 'Não é urgente', 'Última urgência']);
    expect(await offered('urgencia')).toEqual(['Última urgência', '+ urgencia']);
    expect(await offered('zz')).toEqual([]);
    expect(await offered('%_%')).toEqual(['+ %_%']);
  });

  test('limits the suggestions and shows a hint to continue typing', async () => {
    const admin = await testApp.scopeOf('ana');
    for (let n = 1; n <= 9; n += 1)
      await createTag(admin, { name: `Lote ${n}`, color: '#b80000', kanban: false });
    const { text } = await (await testApp.as('bia')).part('GET', '/ticket-choices/tags?name=lote');
    expect(text.match(/data-value=/g)?.length).toBe(TAG_CHOICES);
    expect(text).toContain('Continue digitando');
  });

  test('removes a tag', async () => {
    const bia = await testApp.as('bia');
    const id = /tags\/(\d+)\?at=drawer[^>]*aria-label="Remover a tag Orçamento"/.exec(
      (await bia.part('GET', part('header'))).text,
    )?.[1];
    const reply = await bia.part('DELETE', part(`tags/${id}?at=drawer`));
    expect(reply.status).toBe(200);
    expect(reply.text).not.toContain('Orçamento');
  });
});

describe('ticket audit page', () => {
  test('shows events to administrators, filtered by type and contact', async () => {
    const ana = await testApp.as('ana');
    await ana.json('PUT', `/tickets/${fixtures.ticketId}`, {
      status: 'open',
      userId: testApp.people.userId.ana,
    });
    const page = await ana.page('/audit/tickets');
    expect(page.status).toBe(200);
    expect(page.text).toContain('Aceito');
    expect(page.text).toContain(`href="/tickets/${fixtures.uuid}"`);
    const rows = await ana.part('GET', '/audit/tickets?type=accepted&searchParam=cliente');
    expect(rows.text).toContain('Aceito');
    expect(rows.text).not.toContain('<html');
    expect((await ana.part('GET', '/audit/tickets?type=closed')).text).toContain(
      'Nenhum registro encontrado',
    );
    expect((await ana.json<TicketHistoryPage>('GET', '/audit/tickets?type=accepted')).body.count).toBe(1);
  });

  test('is refused to others and missing from their menu', async () => {
    for (const name of ['rui', 'bia'] as const) {
      const browser = await testApp.as(name);
      expect((await browser.page('/audit/tickets')).status).toBe(403);
      expect((await browser.page('/tickets')).text).not.toContain('href="/audit"');
    }
  });
});
