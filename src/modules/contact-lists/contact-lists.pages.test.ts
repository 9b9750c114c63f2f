import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import {
  contactIdentities,
  contactListItems,
  contactLists,
  contacts,
  tickets,
  ticketTags,
} from '@db/tenant/schema/index.ts';
import { createTag } from '@/modules/tags/tags.service.ts';
import { createListsFixture, type ListsFixture } from './lists-fixture.test-support.ts';

let fixtures: ListsFixture;
let listId: number;
let tagId: number;

beforeAll(async () => {
  fixtures = await createListsFixture();
  tagId = (await createTag(fixtures.scope, { name: 'Cliente', color: '#B80000', kanban: false })).id;
});
afterAll(() => fixtures.testApp.stop());
beforeEach(async () => {
  await fixtures.reset();
  listId = await fixtures.list('<b>Promoção</b>');
});

async function person(
  name: string,
  number: string,
  { isTagged = false, isKnown = false, isGroup = false } = {},
) {
  await fixtures.scope.write(async (tx) => {
    const [row] = await tx.db
      .insert(contacts)
      .values({ name, number, isGroup })
      .returning({ id: contacts.id });
    const contactId = row?.id ?? 0;
    const jid = `${number}@s.whatsapp.net`;
    if (isKnown) await tx.db.insert(contactIdentities).values({ jid, kind: 'pn', contactId });
    if (!isTagged) return;
    const values = { uuid: `t-${number}`, contactId, connectionId: fixtures.line.connectionId, isGroup };
    const [ticket] = await tx.db.insert(tickets).values(values).returning({ id: tickets.id });
    await tx.db.insert(ticketTags).values({ ticketId: ticket?.id ?? 0, tagId });
  });
}

const browser = (who: 'ana' | 'rui' | 'bia' | 'davi' = 'rui') => fixtures.testApp.as(who);
const numbers = async (id = listId) => (await fixtures.items(id)).map(({ number }) => number).sort();
const newest = async () => {
  const rows = await fixtures.scope.db.select().from(contactLists);
  return rows.at(-1);
};

describe('contact lists page', () => {
  test('escapes names, shows counts and actions, and refuses agents', async () => {
    const values = { listId, name: 'Ana', number: '5511988887777' };
    await fixtures.scope.write((tx) => tx.db.insert(contactListItems).values(values));
    const { text } = await (await browser()).page('/contact-lists');
    expect(text).toContain('&lt;b&gt;Promoção&lt;/b&gt;');
    for (const address of [
      '/contact-lists/example.xlsx',
      `/contact-lists/${listId}/contacts`,
      `/contact-lists/${listId}/edit`,
      `/contact-lists/${listId}/delete`,
    ])
      expect(text).toContain(address);
    expect(text).toContain('aria-label="&lt;b&gt;Promoção&lt;/b&gt;, Contatos: 1">1</a>');
    expect((await (await browser('bia')).page('/contact-lists')).status).toBe(403);
    expect((await (await browser('bia')).page('/')).text).not.toContain('href="/contact-lists"');
  });

  test('shows the dialog again with input and errors', async () => {
    const rui = await browser();
    const reply = await rui.part('POST', '/contact-lists', { name: 'V', source: 'search', words: '' });
    expect(reply.status).toBe(422);
    expect(reply.text).toContain('Muito curto!');
    expect(reply.text).toContain('value="V"');
    const wordless = await rui.part('POST', '/contact-lists', {
      name: 'Vizinhos',
      source: 'search',
      words: ' ',
    });
    expect(wordless.text).toContain('Obrigatório');
    expect(wordless.text).toContain('name="words"');
    const taken = await rui.part('PUT', `/contact-lists/${await fixtures.list('Outra')}`, {
      name: '<B>promocao</B>',
    });
    expect(taken.text).toContain('Já existe uma lista com este nome.');
  });

  test('opens the contacts page after creating an empty list', async () => {
    const reply = await (await browser()).part('POST', '/contact-lists', { name: 'Nova', source: 'none' });
    expect(reply.headers.get('HX-Redirect')).toBe(`/contact-lists/${(await newest())?.id}/contacts`);
  });

  test('offers a sheet for a new list and asks for it once the list exists', async () => {
    const rui = await browser();
    expect((await rui.page('/contact-lists/new')).text).toContain('De uma planilha');
    const reply = await rui.part('POST', '/contact-lists', { name: 'Da planilha', source: 'sheet' });
    expect(reply.text).toContain(`hx-post="/contact-lists/${(await newest())?.id}/upload"`);
    expect(reply.headers.get('HX-Trigger')).toContain('refresh:ContactList');
  });
});

describe('filling a list from known contacts', () => {
  beforeEach(async () => {
    await person('Ana Souza', '5511911110001', { isTagged: true });
    await person('Bruno Souza', '5511911110002', { isKnown: true });
    await person('Carla Souza', '5511911110003');
    await person('Turma Souza', '120363000', { isTagged: true, isGroup: true });
    await person('Sem número', '', { isTagged: true });
  });

  test('adds valid contacts of a tag, without groups', async () => {
    const reply = await (await browser()).part('POST', '/contact-lists', {
      name: 'Da tag',
      source: 'tag',
      tagId: String(tagId),
    });
    expect(reply.status).toBe(204);
    expect(reply.headers.get('HX-Trigger')).toContain('1 contato adicionado.');
    const items = await fixtures.items((await newest())?.id ?? 0);
    expect(items).toMatchObject([{ name: 'Ana Souza', number: '5511911110001', isOnWhatsapp: true }]);
    expect(fixtures.testApp.whatsapp.checked).toEqual([]);
  });

  test('adds contacts found by search and checks those who never wrote', async () => {
    const fill = { source: 'search', words: 'souza' };
    const reply = await (await browser()).part('POST', `/contact-lists/${listId}/fill`, fill);
    expect(reply.headers.get('HX-Trigger')).toContain('3 contatos adicionados.');
    await fixtures.testApp.settle();
    expect(await numbers()).toEqual(['5511911110001', '5511911110002', '5511911110003']);
    expect(fixtures.testApp.whatsapp.checked.sort()).toEqual(['5511911110001', '5511911110003']);
    const again = await (await browser()).part('POST', `/contact-lists/${listId}/fill`, fill);
    expect(again.headers.get('HX-Trigger')).toContain('0 contatos adicionados.');
  });

  test('refuses a missing source, a missing tag and another company’s list', async () => {
    const path = `/contact-lists/${listId}/fill`;
    const rui = await browser();
    expect((await rui.part('POST', path, { source: 'none' })).status).toBe(422);
    expect((await rui.part('POST', path, { source: 'sheet' })).status).toBe(422);
    expect((await rui.part('POST', path, { source: 'tag', tagId: '' })).status).toBe(422);
    expect((await rui.part('POST', path, { source: 'tag', tagId: '999' })).status).toBe(404);
    expect(
      (await (await browser('davi')).part('POST', path, { source: 'search', words: 'souza' })).status,
    ).toBe(404);
    const before = await fixtures.scope.db.select().from(contactLists);
    const bad = { name: 'Sem tag', source: 'tag', tagId: '999' };
    expect((await rui.part('POST', '/contact-lists', bad)).status).toBe(404);
    expect(await fixtures.scope.db.select().from(contactLists)).toHaveLength(before.length);
    expect(await numbers()).toEqual([]);
  });

  test('adds many contacts in batches, each once', async () => {
    const rows = Array.from({ length: 1_200 }, (_, n) => ({
      name: `Muitos ${n}`,
      number: `55219${String(80_000_000 + n)}`,
    }));
    await fixtures.scope.write((tx) => tx.db.insert(contacts).values(rows));
    await fixtures.testApp.whatsapp.stop(fixtures.line);
    await (await browser()).part('POST', `/contact-lists/${listId}/fill`, {
      source: 'search',
      words: 'muitos',
    });
    expect(new Set(await numbers()).size).toBe(1_200);
  });

  test('shows the fields of the chosen source', async () => {
    const rui = await browser();
    const fields = async (query: string) => (await rui.part('GET', `/contact-lists/sources?${query}`)).text;
    expect(await fields('source=tag&mayBeNone=true')).toMatch(/name="tagId"[\s\S]*Cliente/);
    expect(await fields('source=search&mayBeNone=false')).not.toContain('value="none"');
    expect(await fields('source=none&mayBeNone=true')).not.toContain('name="words"');
  });
});

describe('contacts page of a list', () => {
  test('shows buttons, status indicators and contacts', async () => {
    const of = (name: string, number: string, isOnWhatsapp: boolean | null) => ({
      listId,
      name,
      searchName: name,
      number,
      isOnWhatsapp,
    });
    const rows = [
      of('ana', '5511911110001', true),
      of('bia', '5511911110002', false),
      of('caio', '5511911110003', null),
    ];
    await fixtures.scope.write((tx) => tx.db.insert(contactListItems).values(rows));
    const { text } = await (await browser()).page(`/contact-lists/${listId}/contacts`);
    for (const word of [
      'Listas',
      'Importar',
      'Adicionar de tag ou busca',
      'Adicionar contato',
      'Está no WhatsApp',
      'Não está no WhatsApp',
      'Ainda não verificado',
    ])
      expect(text).toContain(word);
    expect(text).toContain('Números verificados: 2 de 3.');
    expect((await (await browser('bia')).page(`/contact-lists/${listId}/contacts`)).status).toBe(403);
    expect((await (await browser('davi')).page(`/contact-lists/${listId}/contacts`)).status).toBe(404);
  });

  test('adds, changes and removes a contact in dialogs', async () => {
    const rui = await browser();
    const bad = await rui.part('POST', `/contact-lists/${listId}/contacts`, {
      name: 'Z',
      number: '12',
      email: 'x',
    });
    expect(bad.status).toBe(422);
    for (const word of ['Muito curto!', 'E-mail inválido', 'value="12"']) expect(bad.text).toContain(word);
    const good = { name: 'Zoé', number: '+55 11 91111-0009', email: '' };
    const added = await rui.part('POST', `/contact-lists/${listId}/contacts`, good);
    expect(added.headers.get('HX-Trigger')).toContain('Contato adicionado.');
    expect(added.headers.get('HX-Trigger')).toContain(`refresh:ContactListItem-${listId}`);
    const [item] = await fixtures.items(listId);
    const { text: form } = await rui.part('GET', `/contact-list-items/${item?.id}/edit`);
    expect(form).toContain('value="Zoé"');
    expect(form).toContain('value="+55 (');
    const renamed = await rui.part('PUT', `/contact-list-items/${item?.id}`, { ...good, name: 'Zoe' });
    expect(renamed.status).toBe(204);
    expect((await rui.part('DELETE', `/contact-list-items/${item?.id}`)).status).toBe(204);
    expect(await numbers()).toEqual([]);
  });
});
