import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { contactImports, contacts } from '@db/tenant/schema/index.ts';
import type { Browser } from '@test/support/app.ts';
import { createTestApp, type TestApp } from '@test/support/deps.ts';
import { addConnection } from '@test/support/inbound.ts';
import { SendError } from '@/whatsapp/port.ts';
import type { ContactView } from '../contacts.views.ts';
import type { ImportView } from './imports.views.ts';

let testApp: TestApp;
let bia: Browser;
let connectionId: number;

beforeEach(async () => {
  testApp = await createTestApp();
  bia = await testApp.as('bia');
  connectionId = await addConnection(testApp);
});
afterEach(() => testApp.stop());

function sheet(lines: string[], name = 'clientes.csv'): FormData {
  const form = new FormData();
  form.set('file', new File([`nome;telefone;email\n${lines.join('\n')}`], name));
  return form;
}

const many = (count: number) =>
  Array.from({ length: count }, (_, n) => `Pessoa ${n};55119${String(80_000_000 + n)};`);

const book = async () => (await testApp.systemScope()).db.select().from(contacts);

async function report(): Promise<ImportView> {
  await testApp.settle();
  const rows = await (await testApp.systemScope()).db.select().from(contactImports);
  return (await bia.json<ImportView>('GET', `/contacts/imports/${rows.at(-1)?.id}`)).body;
}

describe('POST /contacts/upload', () => {
  test('returns the created contacts and reports why others were skipped', async () => {
    await bia.json('POST', '/contacts', { name: 'Maria', number: '5511988887777' });
    testApp.whatsapp.registered.set('5511977770000', null);
    const lines = [
      'Ana;+55 (21) 97777-6666;ana@example.com',
      'Maria de novo;5511988887777;',
      'Ana outra vez;5521977776666;',
      'Sem WhatsApp;5511977770000;',
      'Sem número;abc;',
      'Curto;123;',
      ';5521966665555;nem e-mail',
    ];
    const reply = await bia.upload<ContactView[]>('/contacts/upload', sheet(lines));
    expect(reply.status).toBe(200);
    expect(reply.body.map(({ name, number, email }) => [name, number, email])).toEqual([
      ['Ana', '5521977776666', 'ana@example.com'],
      ['Sem WhatsApp', '5511977770000', ''],
      ['5521966665555', '5521966665555', ''],
    ]);
    const view = await report();
    expect(view).toMatchObject({
      state: 'done',
      fileName: 'clientes.csv',
      total: 7,
      done: 7,
      created: 3,
      skipped: { bad_number: 2, repeated: 1, exists: 1, not_on_whatsapp: 1 },
    });
  });

  test('refuses an empty file with a message', async () => {
    const reply = await bia.upload<{ error: string }>('/contacts/upload', sheet([]));
    expect(reply).toMatchObject({ status: 400, body: { error: 'A planilha não tem nenhuma linha.' } });
  });

  test('checks fifty numbers per query in the background and publishes new contacts', async () => {
    const received = await testApp.listenAs('ana');
    const others = await testApp.listenAs('caio');
    const reply = await bia.upload<ContactView[]>('/contacts/upload', sheet(many(120)));
    expect(reply.body).toHaveLength(50);
    expect(await report()).toMatchObject({ state: 'done', total: 120, created: 120 });
    const reported = received
      .filter(({ channel }) => channel === 'contact')
      .map(({ data }) => data as { records: unknown[] });
    expect(reported.map(({ records }) => records.length)).toEqual([50, 50, 20]);
    expect(reported.every((data) => 'contact' in data)).toBe(true);
    expect(received.filter(({ channel }) => channel === 'contactImport').at(-1)?.data).toMatchObject({
      import: { state: 'done', done: 120 },
    });
    expect(others.some(({ channel }) => channel === 'contactImport')).toBe(false);
    const [row] = await (await testApp.systemScope()).db.select().from(contactImports);
    const status = async (name: 'ana' | 'bia' | 'caio') =>
      (await (await testApp.as(name)).json('GET', `/contacts/imports/${row?.id}`)).status;
    expect([await status('ana'), await status('bia'), await status('caio')]).toEqual([200, 200, 404]);
  });

  test('creates nothing when the same sheet is uploaded again', async () => {
    await bia.upload('/contacts/upload', sheet(many(60)));
    await testApp.settle();
    expect((await bia.upload('/contacts/upload', sheet(many(60)))).body).toEqual([]);
    expect(await report()).toMatchObject({ state: 'done', created: 0, skipped: { exists: 60 } });
    expect(await book()).toHaveLength(60);
  });

  test('stores contacts unchecked without a connection', async () => {
    await testApp.whatsapp.stop({ companyId: testApp.people.companyId.aurora, connectionId });
    await bia.upload('/contacts/upload', sheet(many(70)));
    expect(await report()).toMatchObject({ state: 'done', created: 70 });
  });

  test('retries while WhatsApp times out and finally continues without it', async () => {
    const { find } = testApp.whatsapp;
    testApp.whatsapp.find = (target) => {
      const session = find(target);
      return (
        session && {
          ...session,
          state: session.state,
          check: () => Promise.reject(new SendError('timeout', true)),
        }
      );
    };
    await bia.upload('/contacts/upload', sheet(many(60)));
    for (let tries = 0; tries < 4; tries += 1) {
      await testApp.settle();
      testApp.clock.advance(120_000);
      testApp.kernel.outbox.wake(testApp.people.companyId.aurora, 'import:');
    }
    expect(await report()).toMatchObject({ state: 'done', created: 60 });
  });

  test('stores hostile text literally and cleans the file name', async () => {
    const { body } = await bia.upload<ContactView[]>(
      '/contacts/upload',
      sheet(
        ['"<img src=x onerror=alert(1)>";5511988887777;"a""b@example.com"'],
        '../../etc/pass\u0000wd.csv',
      ),
    );
    expect(body).toMatchObject([{ name: '<img src=x onerror=alert(1)>', email: '' }]);
    expect((await report()).fileName).toBe('passwd.csv');
  });

  test('refuses a missing, empty, non-sheet or oversized file', async () => {
    const upload = async (file?: File) => {
      const form = new FormData();
      if (file) form.set('file', file);
      else form.set('other', 'x');
      return bia.upload('/contacts/upload', form);
    };
    expect((await upload()).status).toBe(400);
    const empty = { status: 400, body: { error: 'A planilha não tem nenhuma linha.' } };
    expect(await upload(new File([], 'a.xlsx'))).toMatchObject(empty);
    expect(await upload(new File(['%PDF-1.7'], 'a.xlsx'))).toMatchObject({
      status: 400,
      body: { fields: { file: expect.any(String) } },
    });
    const large = await upload(new File([new Uint8Array(5 * 1024 * 1024 + 1)], 'a.csv'));
    expect(large).toMatchObject({ status: 413, body: { error: 'ERR_TOO_LARGE' } });
    expect(await book()).toEqual([]);
    expect((await bia.json('POST', '/contacts/upload', { file: 'x' })).status).toBe(400);
  });
});

describe('POST /contacts/import', () => {
  const person = (number: string, name: string) => ({
    identity: { pn: `${number}@s.whatsapp.net`, lid: null },
    name,
  });

  test('imports the address book but keeps chosen names and skips hidden addresses', async () => {
    await bia.json('POST', '/contacts', { name: 'Escolhido', number: '5511988887777' });
    await (await testApp.systemScope()).write((tx) =>
      tx.db.insert(contacts).values({ name: 'apelido', number: '5511966665555' }),
    );
    testApp.whatsapp.addressBook = [
      person('5511988887777', 'Da agenda'),
      person('5511966665555', 'Tio Zé'),
      person('5521977776666', 'João'),
      person('5521955554444', ''),
      { identity: { pn: null, lid: '12@lid' }, name: 'Escondido' },
    ];
    const reply = await bia.json('POST', '/contacts/import');
    expect(reply).toMatchObject({ status: 200, body: { message: 'contacts imported' } });
    expect(await report()).toMatchObject({ source: 'phone', created: 2, skipped: { exists: 2 } });
    expect((await book()).map(({ name }) => name).sort()).toEqual([
      '5521955554444',
      'Escolhido',
      'João',
      'Tio Zé',
    ]);
    expect(testApp.whatsapp.checked).toEqual(['5511988887777']);
  });

  test('returns 409 without a connected phone', async () => {
    await testApp.whatsapp.stop({ companyId: testApp.people.companyId.aurora, connectionId });
    const reply = await bia.json('POST', '/contacts/import');
    expect(reply).toMatchObject({ status: 409, body: { error: 'ERR_WAPP_NOT_INITIALIZED' } });
  });
});

describe('GET /contacts/export.csv', () => {
  async function exported(): Promise<string> {
    const response = await bia.raw('/contacts/export.csv');
    expect(response.headers.get('Content-Type')).toStartWith('text/csv');
    expect(response.headers.get('Content-Disposition')).toStartWith('attachment');
    return Buffer.from(await response.arrayBuffer()).toString();
  }

  test('neutralizes formulas and doubles quotes', async () => {
    const names = ['=cmd|calc', '+1', '-1', '@SUM(A1)', '\t=1', 'a;b', 'diz "oi"', 'João'];
    await (await testApp.systemScope()).write((tx) =>
      tx.db
        .insert(contacts)
        .values(names.map((name, n) => ({ name, number: `551198888777${n}`, email: '=x@example.com' }))),
    );
    const text = await exported();
    expect(text).toStartWith('\ufeffname;number;email\r\n');
    const lines = text.split('\r\n').slice(1, -1);
    expect(lines).toHaveLength(names.length);
    for (const start of [
      '"\'=cmd|calc";',
      '"\'+1";',
      '"\'-1";',
      '"\'@SUM(A1)";',
      '"\'\t=1";',
      '"a;b";',
      '"diz ""oi""";',
      'João;',
    ])
      expect(lines.filter((line) => line.startsWith(start))).toHaveLength(1);
    expect(lines.every((line) => line.endsWith(`;"'=x@example.com"`))).toBe(true);
  });

  test('exports every contact once, without groups', async () => {
    await (await testApp.systemScope()).write(async (tx) => {
      const people = Array.from({ length: 1200 }, (_, n) => ({
        name: 'Ana',
        number: String(5511900000000 + n),
      }));
      await tx.db.insert(contacts).values([...people, { name: 'Família', number: '1203', isGroup: true }]);
    });
    const numbers = (await exported())
      .split('\r\n')
      .slice(1, -1)
      .map((line) => line.split(';')[1]);
    expect(numbers).toHaveLength(1200);
    expect(new Set(numbers).size).toBe(1200);
  });

  test('can be imported unchanged, also with a plus before the numbers', async () => {
    const names = ['＝1+1', 'x,=1+1,', "'=1", '"=Ana" ,+1', 'José; Maria', "d'Ávila"];
    for (const [n, name] of names.entries())
      await bia.json('POST', '/contacts', { name, number: `551198888777${n}` });
    const before = (await book()).map(({ name, number }) => [name, number]);
    const plus = (await exported()).replaceAll(/;(5511\d+);/g, ';+$1;');
    const text = plus.replace(/;(\+5511\d+);/, `;"'$1";`);
    await (await testApp.systemScope()).write((tx) => tx.db.delete(contacts));
    const form = new FormData();
    form.set('file', new File([text], 'contatos.csv'));
    await bia.upload('/contacts/upload', form);
    await testApp.settle();
    const after = (await book()).map(({ name, number }) => [name, number]);
    expect(after.sort()).toEqual(before.sort());
    expect(after).toHaveLength(names.length);
  });

  test('can be imported again', async () => {
    await bia.json('POST', '/contacts', { name: '=Ana', number: '5511988887777' });
    const text = await exported();
    await (await testApp.systemScope()).write((tx) => tx.db.delete(contacts));
    const form = new FormData();
    form.set('file', new File([text], 'contatos.csv'));
    expect((await bia.upload<ContactView[]>('/contacts/upload', form)).body).toMatchObject([
      { name: '=Ana', number: '5511988887777' },
    ]);
  });

  test('returns 401 without login', async () => {
    expect((await (await testApp.as()).json('GET', '/contacts/export.csv')).status).toBe(401);
  });
});
