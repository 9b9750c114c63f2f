import { expect, test } from 'bun:test';
import { renderToStaticMarkup } from 'react-dom/server';
import { loadTranslations } from '@/core/i18n.ts';
import type { TicketView } from '@/modules/tickets/tickets.views.ts';
import { TicketList, type TicketListProps } from '../islands/ticket-list/ticket-list.tsx';
import { me, NOW, ticket } from '../islands/workspace/fixtures.test-support.ts';
import { type I18n, I18nProvider, useT } from './i18n.tsx';
import { Island } from './island.tsx';
import { renderFragment } from './render.tsx';
import { useRender } from './render-context.tsx';

const translations = loadTranslations();
const readerOf = (locale: I18n['locale'], timeZone = 'America/Sao_Paulo'): I18n => {
  return { locale, timeZone, t: translations.t(locale) };
};
const pt = readerOf('pt');

const queues = [
  { id: 1, name: 'Vendas', color: '#00aa00' },
  { id: 2, name: 'Suporte', color: '#aa0000' },
];

function listOf(tickets: TicketView[], over: Partial<TicketListProps> = {}) {
  const page = { tickets, count: tickets.length, hasMore: false };
  const filter = { status: 'open' as const, queueIds: [], showAll: true };
  const counts = { open: tickets.length, pending: 0, snoozed: 0, team: 0 };
  const base = { me, page, counts, queues, filter, isCompact: false, pins: [], selected: null, now: NOW };
  return <Island of={TicketList} name="ticket-list" namespaces={[]} props={{ ...base, ...over }} />;
}

const stored = (node: React.ReactNode, reader = pt) => renderFragment(node, reader, {});
const anew = (node: React.ReactNode, reader = pt) =>
  renderToStaticMarkup(<I18nProvider value={reader}>{node}</I18nProvider>);

const shown = (html: string) => html.replace(/ data-props=(?:"[^"]*"|'[^']*')/, '');

const foreign = ticket(1, 5, { companyId: 2, contact: { ...ticket(1).contact, name: 'Zoé' } });
const LISTS: [what: string, list: React.ReactNode, reader?: I18n][] = [
  ['the list', listOf([ticket(1, 5), ticket(2, 3)])],
  ['the same again', listOf([ticket(1, 5), ticket(2, 3)])],
  ['the same for a colleague', listOf([ticket(1, 5), ticket(2, 3)], { me: { ...me, id: 7 } })],
  ['the same in another company', listOf([foreign, ticket(2, 3)])],
  ['the same in English', listOf([ticket(1, 5), ticket(2, 3)]), readerOf('en')],
  ['the same in Spanish', listOf([ticket(1, 5), ticket(2, 3)]), readerOf('es')],
  ['the same in Tokyo', listOf([ticket(1, 5), ticket(2, 3)]), readerOf('pt', 'Asia/Tokyo')],
  ['the same a minute later', listOf([ticket(1, 5), ticket(2, 3)], { now: NOW + 60_000 })],
  ['the same two days later', listOf([ticket(1, 5), ticket(2, 3)], { now: NOW + 2 * 86_400_000 })],
  ['one selected', listOf([ticket(1, 5), ticket(2, 3)], { selected: 'uuid-2' })],
  ['one pinned', listOf([ticket(1, 5)], { pins: [ticket(2, 3)] })],
  ['compact', listOf([ticket(1, 5), ticket(2, 3)], { isCompact: true })],
  ['a reader of one queue', listOf([ticket(1, 5), ticket(2, 3)], { queues: queues.slice(0, 1) })],
  ['a message more', listOf([ticket(1, 5, { unreadMessages: 1, lastMessage: 'oi' }), ticket(2, 3)])],
  ['its queue renamed', listOf([ticket(1, 5, { queue: { id: 1, name: 'Caixa', color: '#00aa00' } })])],
  ['waiting', listOf([ticket(1, 5, { status: 'pending', waitingSince: ticket(1).updatedAt })])],
];

test('cached markup equals fresh rendering across users, companies, languages, time zones and hours', () => {
  for (const [what, list, reader] of LISTS)
    expect([what, shown(stored(list, reader))]).toEqual([what, shown(anew(list, reader))]);
});

let rendered = 0;

function Counted({ name }: { name: string }) {
  rendered += 1;
  return <b>{`${useT()('common:close')} ${name}`}</b>;
}

function CountedList({ names }: { names: string[] }) {
  const render = useRender();
  return names.map((name) => <p key={name} {...render(Counted, { name })} />);
}

test('a row is not rendered a second time', () => {
  const list = (...names: string[]) => (
    <Island of={CountedList} name="list" namespaces={[]} props={{ names }} />
  );
  const first = stored(list('Ana', 'Rui'));
  expect([rendered, stored(list('Ana', 'Rui')), rendered]).toEqual([2, first, 2]);
  stored(list('Ana', 'Bia'));
  expect(rendered).toBe(3);
  stored(list('Ana'), readerOf('en'));
  expect(rendered).toBe(4);
});

const Bold = ({ name }: { name: string }) => <b title={name}>{name}</b>;
const Slanted = ({ name }: { name: string }) => <i title={name}>{name}</i>;

function Pair({ name }: { name: string }) {
  const render = useRender();
  return (
    <>
      <p {...render(Bold, { name })} />
      <p {...render(Slanted, { name })} />
    </>
  );
}

test('two components with the same props do not share a cache entry', () => {
  const html = stored(<Island of={Pair} name="pair" namespaces={[]} props={{ name: 'Ana' }} />);
  expect(html).toContain('<p><b title="Ana">Ana</b></p><p><i title="Ana">Ana</i></p>');
});

const HOSTILE = [
  `'><img src=x onerror=alert(1)>`,
  '"><img src=x onerror=alert(1)>',
  '</script>&#x27;&quot;&amp;',
  ' data-props="" hx-morph-skip=""><!--island-->',
  '$& $1 $`',
];

test('hostile names leave island props intact and markup escaped', () => {
  for (const name of HOSTILE) {
    const island = <Island of={Bold} name="name" namespaces={[]} props={{ name }} />;
    const html = stored(
      <main title={name}>
        {name}
        {island}
        {island}
      </main>,
    );
    const props = [...html.matchAll(/data-props='([^']*)'/g)].map(([, text = '']) =>
      JSON.parse(readBack(text)),
    );
    expect(props).toEqual([{ name }, { name }]);
    expect(html).not.toContain('<img');
    expect(html).not.toContain('<!--');
  }
});

function readBack(attribute: string): string {
  return attribute.replaceAll('&lt;', '<').replaceAll('&#x27;', "'").replaceAll('&amp;', '&');
}
