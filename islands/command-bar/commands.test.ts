import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { withDom } from '@test/support/dom.ts';
import { type Command, contactSearch, matching, menuCommandsOf, nearly, ticketCommands } from './commands.ts';
import { findContacts, findTickets, recentTickets, settingsItems } from './find.ts';

withDom();

const t = (key: string) => key;
const ownFetch = globalThis.fetch;
beforeEach(() => {
  document.body.innerHTML = `<aside id="menu"><a href="/">brand</a><nav>
    <a href="/tickets"><span class="side-label">Atendimentos</span><span>9</span></a>
    <a href="/connections"><span class="side-label">Conexões</span></a></nav></aside>`;
});
afterEach(() => {
  globalThis.fetch = ownFetch;
});

describe('command bar', () => {
  test('lists every menu entry without its badge', () => {
    expect(menuCommandsOf(document).map(({ id, label }) => [id, label])).toEqual([
      ['go-/tickets', 'Atendimentos'],
      ['go-/connections', 'Conexões'],
    ]);
  });

  test('matches every search term without accents in any order', () => {
    const found = (query: string) => matching(menuCommandsOf(document), query).map(({ label }) => label);
    expect(found('conexoes')).toEqual(['Conexões']);
    expect(found('  TEND  ment ')).toEqual(['Atendimentos']);
    expect(found('xyz')).toEqual([]);
    expect(found('')).toHaveLength(2);
  });

  test('changes of the open ticket need the beginning of a word, those with an object its first one', () => {
    const command = (group: Command['group'], label: string): Command => ({
      ...{ id: label, group, label, icon: '' },
      run: () => undefined,
    });
    const all = [
      command('ticket', 'Resolver e ir para o próximo'),
      command('target', 'Transferir para Ana'),
      command('go', 'Campanhas'),
      command('settings', 'Confirmar o e-mail no cadastro'),
    ];
    const found = (query: string) => matching(all, query).map(({ label }) => label);
    expect(found('ana')).toEqual([]);
    expect(found('tran ana')).toEqual(['Transferir para Ana']);
    expect(found('proximo')).toEqual(['Resolver e ir para o próximo']);
    expect(found('solver')).toEqual([]);
    expect(found('mar')).toEqual([]);
    for (const query of ['conf', 'cadas']) expect(found(query)).toEqual(['Confirmar o e-mail no cadastro']);
    expect(found('panhas')).toEqual(['Campanhas']);
    const almost = (query: string) => nearly(all, query).map(({ label }) => label);
    for (const query of ['campanahs', 'canpanhas', 'campahas']) expect(almost(query)).toEqual(['Campanhas']);
    expect(almost('resovler')).toEqual([]);
    expect(almost('transfreir ana')).toEqual([]);
  });

  test('lists the actions of the open ticket once and nothing while another loads', () => {
    document.body.innerHTML = `<div id="workspace-pane"><div id="ticket-header"><header><span data-contact-name>Maria</span>
      <button hx-get="/tickets/u1/transfer" aria-label="Transferir"></button>
      <button data-ticket-action="resolve" aria-label="Resolver"></button>
      <button data-ticket-action="resolve">Resolver</button>
      <button data-ticket-action="resolveNext">Resolver e ir para o próximo</button>
      <button role="menuitem" hx-get="/tickets/u1/transfer">Transferir</button>
      <button role="menuitem" hx-get="/tickets/u1/snooze">Adiar</button>
      <button role="menuitem" hx-get="/schedules/new?contactId=1">Agendar</button></header></div></div>`;
    const pressed: string[] = [];
    document.body.onclick = ({ target }) =>
      void pressed.push((target as HTMLElement).getAttribute('aria-label') ?? '');
    const found = ticketCommands(document);
    expect(found.map(({ label, note, key }) => [label, note, key])).toEqual([
      ['Transferir', 'Maria', undefined],
      ['Resolver', 'Maria', 'Shift+E'],
      ['Resolver e ir para o próximo', 'Maria', 'Shift+N'],
      ['Adiar', 'Maria', undefined],
      ['Agendar', 'Maria', undefined],
    ]);
    found[1]?.run();
    expect(pressed).toEqual(['Resolver']);
    document.getElementById('workspace-pane')?.setAttribute('inert', '');
    expect(ticketCommands(document)).toEqual([]);
  });

  test('offers contact search only when the menu has the contacts page', () => {
    expect(contactSearch(document, 'maria', t)).toEqual([]);
    document.querySelector('nav')?.insertAdjacentHTML('beforeend', '<a href="/contacts"></a>');
    expect(contactSearch(document, '', t)).toEqual([]);
    expect(contactSearch(document, 'maria', t)).toHaveLength(1);
  });

  test('finds at most eight tickets by the encoded search text', async () => {
    let asked = '';
    const ticket = (id: number) => ({
      id,
      uuid: `u${id}`,
      contact: { name: id === 1 ? '' : `<b>${id}`, number: '5511987650101' },
      queue: null,
    });
    globalThis.fetch = (async (input: string) => {
      asked = String(input);
      return Response.json({ tickets: Array.from({ length: 12 }, (_, n) => ticket(n + 1)) });
    }) as typeof fetch;
    const found = await findTickets('a&b=c', new AbortController().signal);
    expect(asked).toBe('/api/tickets?searchParam=a%26b%3Dc');
    expect(found).toHaveLength(8);
    expect(found.slice(0, 2).map(({ label }) => label)).toEqual(['+55 (11) 98765-0101', '<b>2']);
  });

  test('starts with the open tickets of the user', async () => {
    let asked = '';
    globalThis.fetch = (async (input: string) => {
      asked = String(input);
      return Response.json({ tickets: [] });
    }) as typeof fetch;
    expect(await recentTickets(new AbortController().signal)).toEqual([]);
    expect(asked).toBe('/api/tickets?status=open');
  });

  test('finds at most five contacts when the menu has the contacts page', async () => {
    const contact = (id: number) => ({ id, name: `C${id}`, number: '5511987650101' });
    globalThis.fetch = (async () =>
      Response.json({
        contacts: Array.from({ length: 9 }, (_, n) => contact(n)),
      })) as unknown as typeof fetch;
    const find = () => findContacts(document, 'c', new AbortController().signal);
    expect(await find()).toEqual([]);
    document.querySelector('nav')?.insertAdjacentHTML('beforeend', '<a href="/contacts"></a>');
    expect((await find()).map(({ label, note }) => [label, note])).toEqual(
      Array.from({ length: 5 }, (_, n) => [`C${n}`, '+55 (11) 98765-0101']),
    );
  });

  test('lists the subjects of the settings, without those that the menu has', async () => {
    globalThis.fetch = (async () =>
      new Response(
        '<nav class="subjects"><a href="/settings"><span class="subject-name">Todas</span></a><a href="/settings/hours"><span class="subject-name">Horários</span></a><a href="/queues" data-elsewhere><span class="subject-name">Filas</span></a></nav>' +
          '<div class="panel"><form><label for="setting-call" class="field-label">Aceitar chamadas</label><p class="field-hint">Quem liga</p></form></div>',
      )) as unknown as typeof fetch;
    const find = () => settingsItems(document, new AbortController().signal);
    expect(await find()).toEqual([]);
    document.querySelector('nav')?.insertAdjacentHTML('beforeend', '<a href="/settings"></a>');
    expect((await find()).map(({ id, label }) => [id, label])).toEqual([
      ['settings-/settings', 'Todas'],
      ['settings-/settings/hours', 'Horários'],
      ['setting-call', 'Aceitar chamadas'],
    ]);
    expect(matching(await find(), 'liga').map(({ label }) => label)).toEqual(['Aceitar chamadas']);
    document.querySelector('nav')?.insertAdjacentHTML('beforeend', '<a href="/platform"></a>');
    const asked: string[] = [];
    globalThis.fetch = (async (address: string) => {
      asked.push(address);
      const page =
        address === '/settings'
          ? ''
          : '<a href="/settings/plans"><span class="subject-name">Planos</span></a>';
      return new Response(`<nav class="subjects">${page}</nav>`);
    }) as unknown as typeof fetch;
    expect((await find()).map(({ label }) => label)).toEqual(['Planos']);
    expect(asked).toEqual(['/settings', '/settings?subject=global']);
  });
});
