import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { connections, contacts, tickets, users } from '@db/tenant/schema/index.ts';
import type { Reply } from '@test/support/app.ts';
import { createTestApp, type TestApp } from '@test/support/deps.ts';
import { addConnection } from '@test/support/inbound.ts';
import { eq } from 'drizzle-orm';

let testApp: TestApp;
let maria = 0;

beforeAll(async () => {
  testApp = await createTestApp();
  await addConnection(testApp);
  const scope = await testApp.systemScope();
  const [row] = await scope.write((tx) =>
    tx.db
      .insert(contacts)
      .values({ name: 'Maria Souza', number: '5511988887777', nameIsProvisional: false })
      .returning(),
  );
  maria = row?.id ?? 0;
});
afterAll(() => testApp.stop());

const events = (reply: Reply) =>
  JSON.parse(reply.headers.get('HX-Trigger') ?? '{}') as Record<string, unknown>;
const ticketsOf = async (contactId: number) => {
  const scope = await testApp.systemScope();
  return scope.db.select().from(tickets).where(eq(tickets.contactId, contactId));
};
const inWorkspace = { 'HX-Current-URL': 'http://desk.test/tickets?status=pending' };

async function send(
  name: 'ana' | 'bia' | 'rui',
  form: Record<string, string>,
  headers: Record<string, string> = inWorkspace,
) {
  const response = await (await testApp.as(name)).raw('/tickets', {
    method: 'POST',
    headers: { Accept: 'text/html', 'HX-Request': 'true', 'HX-Request-Type': 'partial', ...headers },
    body: new URLSearchParams(form),
  });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

describe('choosing a contact for a new ticket', () => {
  test('requires three letters and offers to create a contact from the typed text', async () => {
    const bia = await testApp.as('bia');
    const short = await bia.part('GET', '/tickets/new/contacts?searchParam=ma');
    expect(short.text).toContain('Digite pelo menos 3 letras');
    expect(short.text).not.toContain('role="option"');
    const found = await bia.part('GET', '/tickets/new/contacts?searchParam=souza');
    expect(found.text).toContain(`data-value="${maria}"`);
    const none = await bia.part('GET', '/tickets/new/contacts?searchParam=%3Cb%3EZeca');
    expect(none.text).not.toContain('data-value=');
    expect(none.text).toContain('Criar contato “&lt;b&gt;Zeca”');
  });

  test('prefills the number field with a typed number', async () => {
    const bia = await testApp.as('bia');
    const byNumber = await bia.part('GET', '/tickets/new/contact?searchParam=5511999998888');
    expect(byNumber.text).toMatch(/name="number"[^>]*value="\+55 \(11\) 99999-8888"/);
    const byName = await bia.part('GET', '/tickets/new/contact?searchParam=Zeca');
    expect(byName.text).toMatch(/name="name"[^>]*value="Zeca"/);
  });

  test('preselects the contact in the URL and returns 404 for another company’s', async () => {
    const bia = await testApp.as('bia');
    expect((await bia.part('GET', `/tickets/new?contactId=${maria}`)).text).toContain('Maria Souza');
    expect((await (await testApp.as('davi')).part('GET', `/tickets/new?contactId=${maria}`)).status).toBe(
      404,
    );
  });
});

describe('opening a new ticket', () => {
  test('requires an agent to choose a queue and preserves the other choices', async () => {
    const reply = await send('bia', { contactId: String(maria), queueId: '', whatsappId: '' });
    expect(reply.status).toBe(422);
    expect(reply.text).toContain('Selecione uma fila');
    expect(reply.text).toMatch(new RegExp(`name="contactId"[^>]*value="${maria}"`));
    expect(reply.text).toMatch(/name="searchParam"[^>]*value="Maria Souza"/);
    expect(await ticketsOf(maria)).toEqual([]);
  });

  test('requires a contact, and a typed one must be chosen', async () => {
    const position = { contactId: '', queueId: '', whatsappId: '' };
    const empty = await send('ana', { ...position, searchParam: '' });
    expect(empty.status).toBe(422);
    expect(empty.text).toContain('Obrigatório');
    const typed = await send('ana', { ...position, searchParam: 'Mar' });
    expect(typed.status).toBe(422);
    expect(typed.text).toContain('Escolha um contato da lista ou crie um novo.');
    expect(typed.text).not.toContain('Obrigatório');
    expect(typed.text).toMatch(/name="searchParam"[^>]*value="Mar"/);
  });

  test('opens in place in the workspace and redirects from other pages', async () => {
    const queueId = String(testApp.people.queueId.Vendas);
    const reply = await send('bia', { contactId: String(maria), queueId, whatsappId: '' });
    const [ticket] = await ticketsOf(maria);
    expect(ticket).toMatchObject({ status: 'open', userId: testApp.people.userId.bia });
    expect(events(reply)).toMatchObject({ 'dialog:close': true, 'desk:open': { uuid: ticket?.uuid ?? '' } });
    const away = await send(
      'bia',
      { contactId: String(maria), queueId },
      { 'HX-Current-URL': 'http://desk.test/contacts' },
    );
    expect(away.headers.get('HX-Redirect')).toBe(`/tickets/${ticket?.uuid}`);
    expect((await ticketsOf(maria)).length).toBe(1);
  });

  test('names the colleague and queue of an existing open ticket', async () => {
    const reply = await send('ana', { contactId: String(maria), queueId: '', whatsappId: '' });
    expect(reply.status).toBe(422);
    expect(reply.text).toContain('com Bia, na fila Vendas');
    expect(reply.headers.get('HX-Trigger')).toBeNull();
  });
});

describe('new ticket with a new contact', () => {
  const someone = { name: 'Zeca Dias', number: '+55 11 97777-6666', email: '' };

  test('shows an invalid name or number beside its field', async () => {
    const reply = await send('ana', { ...someone, name: 'Z', number: '123', queueId: '', whatsappId: '' });
    expect(reply.status).toBe(422);
    expect(reply.text).toMatch(/name="name"[^>]*value="Z"/);
    expect(reply.text.match(/Muito curto!/g)?.length).toBe(2);
  });

  test('creates no contact when an agent chooses no queue', async () => {
    expect((await send('bia', { ...someone, queueId: '', whatsappId: '' })).status).toBe(422);
    const scope = await testApp.systemScope();
    expect(
      await scope.db.query.contacts.findFirst({ where: eq(contacts.name, 'Zeca Dias') }),
    ).toBeUndefined();
  });

  test('creates the contact and opens its ticket', async () => {
    const reply = await send('ana', { ...someone, queueId: '', whatsappId: '' });
    expect(events(reply)['desk:open']).toBeDefined();
    const scope = await testApp.systemScope();
    const contact = await scope.db.query.contacts.findFirst({ where: eq(contacts.name, 'Zeca Dias') });
    expect((await ticketsOf(contact?.id ?? 0)).length).toBe(1);
  });
});

describe('default connection of a new ticket', () => {
  type Status = 'CONNECTED' | 'DISCONNECTED';
  type Line = { name: string; status: Status; isDefault?: boolean };

  async function openOn(lines: Line[], own?: string): Promise<string | undefined> {
    const scope = await testApp.systemScope();
    await scope.write(async (tx) => {
      await tx.db.delete(tickets);
      await tx.db.delete(connections);
      const rows = await tx.db.insert(connections).values(lines).returning();
      const connectionId = rows.find(({ name }) => name === own)?.id ?? null;
      await tx.db.update(users).set({ connectionId }).where(eq(users.id, testApp.people.userId.bia));
    });
    const queueId = String(testApp.people.queueId.Vendas);
    await send('bia', { contactId: String(maria), queueId, whatsappId: '' });
    const [ticket] = await ticketsOf(maria);
    const all = await scope.db.select().from(connections);
    return all.find(({ id }) => id === ticket?.connectionId)?.name;
  }

  const UP = { name: 'Outra', status: 'CONNECTED' } as const;
  const cases: [what: string, lines: Line[], own: string | undefined, chosen: string][] = [
    ['the own one, though it is down', [UP, { name: 'Bia', status: 'DISCONNECTED' }], 'Bia', 'Bia'],
    [
      'the default one, though it is down',
      [UP, { name: 'Loja', status: 'DISCONNECTED', isDefault: true }],
      undefined,
      'Loja',
    ],
    [
      'the own one before the default',
      [
        { name: 'Loja', status: 'CONNECTED', isDefault: true },
        { name: 'Bia', status: 'DISCONNECTED' },
      ],
      'Bia',
      'Bia',
    ],
    ['one that is up, without either', [{ name: 'Fora', status: 'DISCONNECTED' }, UP], undefined, 'Outra'],
  ];
  for (const [what, lines, own, chosen] of cases)
    test(`is ${what}`, async () => expect(await openOn(lines, own)).toBe(chosen));

  test('is preselected in the dialog and marked as disconnected', async () => {
    await openOn([UP, { name: 'Loja', status: 'DISCONNECTED', isDefault: true }]);
    const { text } = await (await testApp.as('bia')).part('GET', '/tickets/new');
    expect(text).toMatch(
      /<option[^>]*selected[^>]*>Loja · sem conexão, as mensagens serão enviadas depois<\/option>/,
    );
    expect(text).toMatch(/<option[^>]*>Outra<\/option>/);
  });
});
