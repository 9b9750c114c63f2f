import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { utils, write } from '@e965/xlsx';
import type { ItemView } from '../contact-lists.views.ts';
import { createListsFixture, type ListsFixture, sheetOf } from '../lists-fixture.test-support.ts';
import { getListImport } from './list-imports.queries.ts';

let fixtures: ListsFixture;
let listId: number;

beforeAll(async () => {
  fixtures = await createListsFixture();
});
afterAll(() => fixtures.testApp.stop());
beforeEach(async () => {
  await fixtures.reset();
  fixtures.testApp.clock.advance(1000);
  listId = await fixtures.list();
});

const upload = async (form: FormData, who: 'rui' | 'bia' | 'davi' = 'rui') =>
  (await fixtures.testApp.as(who)).upload<ItemView[] & { error?: string }>(
    `/contact-lists/${listId}/upload`,
    form,
  );
const report = async () => {
  await fixtures.testApp.settle();
  return getListImport(fixtures.scope, await fixtures.lastImport());
};
const many = (count: number) =>
  Array.from(
    { length: count },
    (_, n) => `Pessoa ${n};55119${String(80_000_000 + n)};p${n}@example.com`,
  ).join('\n');

describe('POST /contact-lists/:id/upload, as existing clients send it', () => {
  test('stores valid rows and reports why others were skipped', async () => {
    const add = { name: 'Já está', number: '5511988887777', email: '', contactListId: listId };
    await (await fixtures.testApp.as('rui')).json('POST', '/contact-list-items', add);
    fixtures.testApp.clock.advance(60_000);
    const reply = await upload(
      sheetOf(
        [
          'E-mail;WhatsApp;Nome completo',
          'ana@example.com;+55 21 97777-6666;Ana',
          ';551188887777;Já está de novo',
          ';21977776666;Ana outra vez',
          'nem;31966665555;Bad mail',
          ';abc;Sem número',
          ';123;Curto',
          `;41955554444;${'x'.repeat(51)}`,
          ';41955554444;',
          '',
          ";5541955554444;'=1+1",
        ].join('\n'),
      ),
    );
    expect(reply.status).toBe(200);
    expect(reply.body.map(({ name, number, email }) => [name, number, email])).toEqual([
      ['Ana', '5521977776666', 'ana@example.com'],
      ['=1+1', '5541955554444', ''],
    ]);
    expect(await report()).toMatchObject({
      state: 'done',
      fileName: 'lista.csv',
      columns: ['E-mail', 'WhatsApp', 'Nome completo'],
      mapping: { name: 2, number: 1, email: 0 },
      total: 9,
      done: 9,
      created: 2,
      skipped: { bad_name: 2, bad_number: 2, bad_email: 1, repeated: 1, exists: 1 },
    });
    expect((await fixtures.items(listId)).every(({ isOnWhatsapp }) => isOnWhatsapp)).toBe(true);
    const csv = await (await fixtures.testApp.as('rui')).raw(
      `/contact-lists/imports/${await fixtures.lastImport()}/skipped.csv`,
      {
        headers: { Accept: 'text/html' },
      },
    );
    const lines = (await csv.text()).split('\r\n');
    expect(csv.headers.get('Content-Disposition')).toContain('attachment');
    expect(lines[0]).toBe('linha;motivo;E-mail;WhatsApp;Nome completo');
    expect(lines.slice(1, 4)).toEqual([
      '3;Já está na lista;;551188887777;Já está de novo',
      '4;Repetido no arquivo;;21977776666;Ana outra vez',
      '5;E-mail inválido;nem;31966665555;Bad mail',
    ]);
    expect(lines).toHaveLength(9);
  });

  test('continues in the background and publishes progress to subscribers', async () => {
    const received = await fixtures.testApp.listenAs('ana');
    const reply = await upload(sheetOf(`nome;telefone;email\n${many(700)}`));
    expect(reply.body).toHaveLength(250);
    expect(await report()).toMatchObject({ state: 'done', created: 700 });
    expect(await fixtures.items(listId)).toHaveLength(700);
    expect(received.filter(({ channel }) => channel === 'contactListImport').length).toBeGreaterThan(2);
    const reported = received
      .filter(({ channel }) => channel === `ContactListItem-${listId}`)
      .map(({ data }) => data as { action: string; records: unknown[] });
    expect(reported.every(({ action, records }) => action === 'reload' && records.length <= 50)).toBe(true);
    expect((await upload(sheetOf(`nome;telefone;email\n${many(700)}`))).body).toEqual([]);
  });

  test('reads Excel workbooks with numeric phone numbers', async () => {
    const book = utils.book_new();
    utils.book_append_sheet(
      book,
      utils.aoa_to_sheet([
        ['Nome', 'Celular'],
        ['Ana', 5521977776666],
      ]),
      'A',
    );
    for (const bookType of ['xlsx', 'biff8'] as const) {
      const form = new FormData();
      const bytes = write(book, { type: 'buffer', bookType }) as Buffer;
      form.set('file', new File([new Uint8Array(bytes)], `lista.${bookType}`));
      const reply = await upload(form);
      expect(reply.status).toBe(200);
    }
    expect((await fixtures.items(listId)).map(({ number }) => number)).toEqual(['5521977776666']);
  });

  test.each([
    ['nothing', sheetOf('')],
    ['an empty .xlsx', sheetOf('', 'a.xlsx')],
    ['no column of numbers', sheetOf('nome;cidade\nAna;Recife')],
    ['only titles', sheetOf('nome;telefone\n')],
    ['HTML', sheetOf('<table><tr><td>telefone</td></tr></table>', 'a.xls')],
    ['a PDF', sheetOf('%PDF-1.7', 'a.xlsx')],
    ['one row too many', sheetOf(`nome;telefone\n${'A;5511988887777\n'.repeat(20_001)}`)],
    ['no file', new FormData()],
  ])('%s is refused and nothing is stored', async (_name, form) => {
    const reply = await upload(form);
    expect(reply).toMatchObject({ status: 400, body: { error: expect.not.stringMatching(/^ERR_/) } });
    expect(await fixtures.items(listId)).toEqual([]);
  });

  test('is refused to agents and other companies', async () => {
    expect((await upload(sheetOf('nome;telefone\nAna;5521977776666'), 'bia')).status).toBe(403);
    expect((await upload(sheetOf('nome;telefone\nAna;5521977776666'), 'davi')).status).toBe(404);
    expect(await fixtures.items(listId)).toEqual([]);
  });
});

describe('import dialog', () => {
  const choose = async (text: string) => {
    const rui = await fixtures.testApp.as('rui');
    const form = sheetOf(text);
    const reply = await rui.raw(`/contact-lists/${listId}/upload`, {
      method: 'POST',
      headers: { Accept: 'text/html', 'HX-Request': 'true', 'HX-Request-Type': 'partial' },
      body: form,
    });
    return { status: reply.status, text: await reply.text() };
  };
  const selected = (html: string, name: string) =>
    new RegExp(`name="${name}"[\\s\\S]*?</select>`).exec(html)?.[0].match(/value="(\d*)" selected/)?.[1];

  test('guesses columns in three languages, previews rows and imports nothing yet', async () => {
    for (const [head, at] of [
      ['nome;número;e-mail', ['0', '1', '2']],
      ['phone;name;mail', ['1', '0', '2']],
      ['correo;teléfono;nombre', ['2', '1', '0']],
    ] as const) {
      const { status, text } = await choose(`${head}\nAna;5521977776666;a@b.co`);
      expect(status).toBe(200);
      expect(['name', 'number', 'email'].map((name) => selected(text, name))).toEqual([...at]);
    }
    expect(await fixtures.items(listId)).toEqual([]);
  });

  test('guesses columns by content when the sheet has no header', async () => {
    const { text } = await choose('Ana;a@b.co;5521977776666\nBia;b@b.co;5521977775555');
    expect(['name', 'number', 'email'].map((name) => selected(text, name))).toEqual(['0', '2', '1']);
    expect(text).toContain('Coluna A');
    expect(text).toContain('Importar 2 linhas');
  });

  test('lets the user choose the columns and runs the import once', async () => {
    await choose('a;b;c\nAna;Recife;+55 21 97777-6666');
    const importId = await fixtures.lastImport();
    const rui = await fixtures.testApp.as('rui');
    const preview = await rui.part(
      'GET',
      `/contact-lists/imports/${importId}/preview?name=1&number=2&email=`,
    );
    expect(preview.text).toContain('Recife');
    const none = await rui.part('POST', `/contact-lists/imports/${importId}`, {
      name: '0',
      number: '',
      email: '',
    });
    expect(none.status).toBe(422);
    expect(none.text).toContain('Obrigatório');
    const wild = await rui.part('POST', `/contact-lists/imports/${importId}`, {
      name: '0',
      number: '9',
      email: '',
    });
    expect(wild.status).toBe(422);
    const chosen = { name: '1', number: '2', email: '' };
    expect((await rui.part('POST', `/contact-lists/imports/${importId}`, chosen)).status).toBe(200);
    expect((await rui.part('POST', `/contact-lists/imports/${importId}`, chosen)).status).toBe(404);
    expect(await report()).toMatchObject({ state: 'done', created: 1 });
    expect((await fixtures.items(listId))[0]).toMatchObject({ name: 'Recife', number: '5521977776666' });
    expect((await rui.part('GET', `/contact-lists/imports/${importId}?part=progress`)).text).not.toContain(
      'every 5s',
    );
  });

  test('uses the number as name when no column has names', async () => {
    await choose('telefone\n5521977776666');
    const rui = await fixtures.testApp.as('rui');
    await rui.part('POST', `/contact-lists/imports/${await fixtures.lastImport()}`, {
      name: '',
      number: '0',
      email: '',
    });
    await fixtures.testApp.settle();
    expect((await fixtures.items(listId))[0]).toMatchObject({ name: '5521977776666' });
  });

  test('shows a refused file in the dialog', async () => {
    const reply = await choose('');
    expect(reply.status).toBe(422);
    expect(reply.text).toContain('id="list-import"');
  });
});

test('can import its own example sheet', async () => {
  const rui = await fixtures.testApp.as('rui');
  const reply = await rui.raw('/contact-lists/example.xlsx', { headers: { Accept: 'text/html' } });
  const form = new FormData();
  form.set('file', new File([await reply.arrayBuffer()], 'exemplo.xlsx'));
  expect((await upload(form)).body.map(({ name, number, email }) => [name, number, email])).toEqual([
    ['Maria Souza', '5511988887777', 'maria@example.com'],
    ['João Lima', '5521977776666', ''],
  ]);
});

test('lets other work run between batches of ten thousand rows', async () => {
  let turn = 0;
  let isOver = false;
  const turns = (): void => {
    turn += 1;
    if (!isOver) setImmediate(turns);
  };
  turns();
  const moved: number[] = [];
  fixtures.testApp.kernel.bus.on('contact-list.import-moved', () => void moved.push(turn));
  await fixtures.testApp.whatsapp.stop(fixtures.line);
  await upload(sheetOf(`nome;telefone;email\n${many(10_000)}`));
  const view = await report();
  isOver = true;
  expect(view).toMatchObject({ state: 'done', created: 10_000 });
  expect(moved).toHaveLength(41);
  expect(new Set(moved).size).toBe(41);
});

test('leaves no contacts and no running import after an early crash', async () => {
  const { outbox } = fixtures.testApp.kernel;
  const { add } = outbox;
  outbox.add = () => Promise.reject(new Error('the process is gone'));
  try {
    const reply = await upload(sheetOf(`nome;telefone;email\n${many(300)}`));
    expect(reply.status).toBe(500);
  } finally {
    outbox.add = add;
  }
  expect(await fixtures.items(listId)).toEqual([]);
  expect(await getListImport(fixtures.scope, await fixtures.lastImport())).toMatchObject({
    state: 'preview',
    done: 0,
  });
});
