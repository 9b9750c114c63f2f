import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { contacts } from '@db/tenant/schema/index.ts';
import { createTestApp, type TestApp } from '@test/support/deps.ts';
import { addConnection } from '@test/support/inbound.ts';
import { eq } from 'drizzle-orm';
import { listContacts } from './contacts.queries.ts';

let testApp: TestApp;
let maria: number;

const HOSTILE = '<img src=x onerror=alert(1)>';

beforeAll(async () => {
  testApp = await createTestApp();
  await addConnection(testApp);
  const scope = await testApp.systemScope();
  const lastInteractionAt = new Date('2026-03-10T14:05:00Z');
  await scope.write(async (tx) => {
    const [row] = await tx.db
      .insert(contacts)
      .values({ name: 'Maria', number: '5511988887777', email: 'maria@example.com', lastInteractionAt })
      .returning();
    maria = row?.id ?? 0;
    await tx.db.insert(contacts).values([
      { name: HOSTILE, number: '5511900000001' },
      { name: 'Família', number: '1203', isGroup: true },
    ]);
  });
});
afterAll(() => testApp.stop());

describe('contacts page', () => {
  test('redirects to login without a session', async () => {
    expect((await (await testApp.as()).page('/contacts')).headers.get('Location')).toBe('/login');
  });

  test('shows formatted contacts and escapes hostile names', async () => {
    const { status, text } = await (await testApp.as('bia')).page('/contacts');
    expect(status).toBe(200);
    for (const shown of ['Maria', '+55 (11) 98888-7777', 'maria@example.com', '10/03/2026 11:05', 'Ativo'])
      expect(text).toContain(shown);
    expect(text).toContain('&lt;img src=x onerror=alert(1)&gt;');
    expect(text).not.toContain('<img src=x');
    expect(text).not.toContain('Família');
    expect(text).toContain('hx-get="/contacts/export.csv"');
  });

  test('is in everyone’s menu', async () => {
    expect((await (await testApp.as('caio')).page('/tags')).text).toContain('href="/contacts"');
  });

  test('hides buttons the policy refuses to agents', async () => {
    const seen = async (who: 'ana' | 'rui' | 'bia') => (await (await testApp.as(who)).page('/contacts')).text;
    const [ana, rui, bia] = [await seen('ana'), await seen('rui'), await seen('bia')];
    expect([ana, rui, bia].map((text) => text.includes(`/contacts/${maria}/delete`))).toEqual([
      true,
      false,
      false,
    ]);
    expect([ana, rui, bia].map((text) => text.includes(`/contacts/${maria}/merge`))).toEqual([
      true,
      true,
      false,
    ]);
    expect(bia).toContain(`/tickets/new?contactId=${maria}`);
  });

  test('pages by cursor, also among contacts of the same name', async () => {
    const scope = await testApp.systemScope();
    const people = Array.from({ length: 65 }, (_, n) => ({ name: 'Zé', number: String(5521900000000 + n) }));
    await scope.write((tx) =>
      tx.db.insert(contacts).values([...people, { name: 'Zé Alto', number: '5521800000000' }]),
    );
    const browser = await testApp.as('bia');
    const seen: string[] = [];
    for (let next: string | undefined = '/contacts?searchParam=5521'; next; ) {
      const { text } = await browser.part('GET', next);
      seen.push(...[...text.matchAll(/data-key="(\d+)"/g)].map(([, id = '']) => id));
      next = /hx-get="(\/contacts\?[^"]*after=[^"]+)"/.exec(text)?.[1]?.replaceAll('&amp;', '&');
    }
    expect(seen).toHaveLength(66);
    expect(new Set(seen).size).toBe(66);
    const refreshed = (await browser.part('GET', '/contacts?searchParam=5521&rows=40')).text;
    const ids = [...refreshed.matchAll(/data-key="(\d+)"/g)].map(([, id = '']) => id);
    expect(ids).toEqual(seen.slice(0, 60));
    expect(refreshed).toContain(`after=${seen[59]}`);
    const all = (await browser.part('GET', '/contacts?searchParam=5521&rows=1e9')).text;
    expect(all.match(/data-key=/g)).toHaveLength(66);
  });

  test('sorts accented and differently cased names alphabetically', async () => {
    const scope = await testApp.scopeOf('bia');
    const names = [
      'Ernesto Ordem',
      'ÉRICA Ordem',
      'eduardo Ordem',
      'Ângela Ordem',
      'Çelik Ordem',
      'Zilda Ordem',
    ];
    await scope.write((tx) =>
      tx.db.insert(contacts).values(names.map((name, n) => ({ name, number: String(5541900000000 + n) }))),
    );
    await scope.write((tx) =>
      tx.db.update(contacts).set({ name: 'Ñandu Ordem' }).where(eq(contacts.name, 'Zilda Ordem')),
    );
    const { contacts: found } = await listContacts(scope, { searchParam: 'ordem', pageNumber: 1 });
    expect(found.map(({ name }) => name.split(' ')[0])).toEqual([
      'Ângela',
      'Çelik',
      'eduardo',
      'ÉRICA',
      'Ernesto',
      'Ñandu',
    ]);
  });
});

describe('contact dialog', () => {
  test('returns an invalid form with its values, fields and a message', async () => {
    const body = new URLSearchParams([
      ['name', 'J'],
      ['number', '123'],
      ['email', 'x'],
      ['fieldName', 'CPF'],
      ['fieldValue', HOSTILE],
    ]);
    const response = await (await testApp.as('bia')).raw('/contacts', {
      method: 'POST',
      headers: { Accept: 'text/html', 'HX-Request': 'true', 'HX-Request-Type': 'partial' },
      body,
    });
    const text = await response.text();
    expect(response.status).toBe(422);
    for (const shown of ['Muito curto!', 'E-mail inválido', 'value="J"', 'value="123"', 'value="CPF"'])
      expect(text).toContain(shown);
    expect(text).not.toContain('<img src=x');
  });

  test('shows WhatsApp and duplicate errors beside the number', async () => {
    const bia = await testApp.as('bia');
    const add = (number: string) => bia.part('POST', '/contacts', { name: 'João', number, email: '' });
    testApp.whatsapp.registered.set('5521977776666', null);
    const absent = await add('5521977776666');
    expect([absent.status, absent.text.includes('Este não é um número de WhatsApp válido.')]).toEqual([
      422,
      true,
    ]);
    const double = await add('5511988887777');
    expect([double.status, double.text.includes('Já existe um contato com este número.')]).toEqual([
      422,
      true,
    ]);
    const taken = await bia.part('PUT', `/contacts/${maria}`, { name: 'Maria', number: '5511900000001' });
    expect([taken.status, taken.text.includes(`hx-put="/contacts/${maria}"`)]).toEqual([422, true]);
  });

  test('shows the number as people read it, and keeps it when it is saved so', async () => {
    const bia = await testApp.as('bia');
    const { text } = await bia.part('GET', `/contacts/${maria}/edit`);
    expect(text).toMatch(
      /name="number"[^>]*value="\+55 \(11\) 98888-7777"|value="\+55 \(11\) 98888-7777"[^>]*name="number"/,
    );
    const form = { name: 'Maria', number: '+55 (11) 98888-7777', email: 'maria@example.com' };
    expect((await bia.part('PUT', `/contacts/${maria}`, form)).status).toBe(204);
    const scope = await testApp.systemScope();
    const saved = await scope.db.query.contacts.findFirst({ where: (t, { eq }) => eq(t.id, maria) });
    expect(saved?.number).toBe('5511988887777');
  });

  test('closes with a toast and saves extra fields in order', async () => {
    const body = new URLSearchParams([
      ['name', 'Maria'],
      ['number', '+55 (11) 98888-7777'],
      ['email', ''],
      ...['CPF', '', 'Cidade'].map((name) => ['fieldName', name]),
      ...['1', '', 'Recife'].map((value) => ['fieldValue', value]),
    ]);
    const bia = await testApp.as('bia');
    const response = await bia.raw(`/contacts/${maria}`, {
      method: 'PUT',
      headers: { Accept: 'text/html', 'HX-Request': 'true', 'HX-Request-Type': 'partial' },
      body,
    });
    expect(response.status).toBe(204);
    expect(response.headers.get('HX-Trigger')).toContain('Contato atualizado com sucesso.');
    const { body: saved } = await bia.json('GET', `/contacts/${maria}`);
    expect(saved).toMatchObject({
      email: '',
      extraInfo: [
        { name: 'CPF', value: '1' },
        { name: 'Cidade', value: 'Recife' },
      ],
    });
    expect((await bia.part('GET', `/contacts/${maria}/edit`)).text).toContain('value="Recife"');
  });

  test('disables and enables the contact, unchanged when the switch is absent', async () => {
    const ana = await testApp.as('ana');
    const form = { name: 'Maria', number: '5511988887777' };
    const isActive = async () =>
      (await ana.json<{ active: boolean }>('GET', `/contacts/${maria}`)).body.active;
    await ana.part('PUT', `/contacts/${maria}`, { ...form, active: 'false' });
    expect(await isActive()).toBe(false);
    expect((await ana.part('GET', '/contacts')).text).toContain('Inativo');
    await ana.part('PUT', `/contacts/${maria}`, form);
    expect(await isActive()).toBe(false);
    const body = new URLSearchParams([...Object.entries(form), ['active', 'false'], ['active', 'true']]);
    await ana.raw(`/contacts/${maria}`, { method: 'PUT', headers: { Accept: 'text/html' }, body });
    expect(await isActive()).toBe(true);
    expect((await ana.part('GET', '/contacts/new')).text).not.toContain('name="active"');
  });

  test('refuses a form from another site', async () => {
    const response = await (await testApp.as('ana')).raw(`/contacts/${maria}`, {
      method: 'DELETE',
      headers: { Origin: 'https://evil.example', Accept: 'text/html' },
    });
    expect(response.status).toBe(403);
  });
});

describe('other contact dialogs', () => {
  test('asks before blocking and confirms with a toast', async () => {
    const bia = await testApp.as('bia');
    expect((await bia.part('GET', `/contacts/${maria}/block`)).text).toContain('value="true"');
    const reply = await bia.part('POST', `/contacts/${maria}/block`, { blocked: 'true' });
    expect([reply.status, reply.headers.get('HX-Trigger')]).toEqual([
      204,
      expect.stringContaining('Maria foi bloqueado.'),
    ]);
    expect((await bia.part('GET', '/contacts?searchParam=maria')).text).toContain('Bloqueado');
    expect((await bia.part('GET', `/contacts/${maria}/block`)).text).toContain('value="false"');
  });

  test('offers only other contacts for a merge and an undo afterwards', async () => {
    const rui = await testApp.as('rui');
    const { text } = await rui.part('GET', `/contacts/${maria}/merge/choices?searchParam=5511`);
    expect([text.includes('&lt;img'), text.includes('>Maria')]).toEqual([true, false]);
    const drop = /data-value="(\d+)"/.exec(text)?.[1] ?? '';
    const refused = await rui.part('POST', `/contacts/${maria}/merge`, { searchParam: '5511' });
    expect([refused.status, refused.text.includes('Escolha o outro contato na lista.')]).toEqual([422, true]);
    expect(refused.text).toMatch(/name="searchParam"[^>]*value="5511"/);
    const merged = await rui.part('POST', `/contacts/${maria}/merge`, { drop });
    const { undo } = JSON.parse(merged.headers.get('HX-Trigger') ?? '{}').toast;
    expect((await rui.json('GET', `/contacts/${drop}`)).status).toBe(404);
    expect((await rui.part('POST', `/undo/${undo}`)).status).toBe(204);
    expect((await rui.json('GET', `/contacts/${drop}`)).status).toBe(200);
  });

  test('imports with upload, preview, start and report in one dialog', async () => {
    const bia = await testApp.as('bia');
    const form = new FormData();
    const lines = ['Ana;5531977776666', 'Ruim;12', `${HOSTILE};5531977775555`];
    form.set('file', new File([`nome;telefone\n${lines.join('\n')}`], 'lista.csv'));
    const headers = { Accept: 'text/html', 'HX-Request': 'true', 'HX-Request-Type': 'partial' };
    const preview = await (await bia.raw('/contacts/upload', { method: 'POST', headers, body: form })).text();
    for (const shown of [
      'lista.csv: 3 linhas',
      'Importar 2 contatos',
      'Número inválido: 1',
      '+55 (31) 97777-6666',
    ])
      expect(preview).toContain(shown);
    expect(preview).not.toContain('<img src=x');
    const before = await bia.json<{ count: number }>('GET', '/contacts?searchParam=5531');
    expect(before.body.count).toBe(0);
    const path = /hx-post="(\/contacts\/imports\/\d+)"/.exec(preview)?.[1] ?? '';
    const report = await bia.part('POST', path);
    expect(report.text).toContain('id="contact-import"');
    await testApp.settle();
    const done = await bia.part('GET', `${path}?part=progress`);
    expect(done.text).toContain('2 contatos criados');
    expect(done.text).toContain('Importação concluída. Linhas: 3 de 3.');
    expect(done.text).not.toContain('hx-get');
    expect((await bia.part('POST', path)).status).toBe(404);
  });

  test('shows a message for an invalid import file', async () => {
    const bia = await testApp.as('bia');
    const headers = { Accept: 'text/html', 'HX-Request': 'true', 'HX-Request-Type': 'partial' };
    const send = async (file?: File) => {
      const form = new FormData();
      if (file) form.set('file', file);
      const response = await bia.raw('/contacts/upload', { method: 'POST', headers, body: form });
      return [response.status, /field-error.*?<\/svg>([^<]*)/s.exec(await response.text())?.[1]];
    };
    expect(await send()).toEqual([422, 'Obrigatório']);
    expect(await send(new File(['%PDF'], 'x.xlsx'))).toEqual([
      422,
      'Não foi possível ler este arquivo. Use .xlsx, .xls, .csv ou .vcf.',
    ]);
    expect(await send(new File([new Uint8Array(5 * 1024 * 1024 + 1)], 'x.csv'))).toEqual([
      422,
      'O arquivo é grande demais. Escolha um menor.',
    ]);
  });
});
