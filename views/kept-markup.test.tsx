import { expect, test } from 'bun:test';
import { renderToStaticMarkup } from 'react-dom/server';
import { loadTranslations } from '@/kernel/i18n.ts';
import type { TicketView } from '@/modules/tickets/tickets.views.ts';
import { me, NOW, ticket } from '../islands/desk/fixtures.test-support.ts';
import { TicketList, type TicketListProps } from '../islands/ticket-list/ticket-list.tsx';
import { useDraw } from './draw.tsx';
import { type I18n, I18nProvider, useT } from './i18n.tsx';
import { Island } from './island.tsx';
import { renderFragment } from './render.tsx';

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

const kept = (node: React.ReactNode, reader = pt) => renderFragment(node, reader, () => ({}));
const anew = (node: React.ReactNode, reader = pt) =>
  renderToStaticMarkup(<I18nProvider value={reader}>{node}</I18nProvider>);

/** The props stand in other quotes; what they say is compared. */
const shown = (html: string) => html.replace(/ data-props=(?:"[^"]*"|'[^']*')/, '');

/** What another person, company or hour sees, each beside what was kept before it. */
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

test('what is kept is what would be drawn: for two people, two companies, each language, zone and hour', () => {
  for (const [what, list, reader] of LISTS)
    expect([what, shown(kept(list, reader))]).toEqual([what, shown(anew(list, reader))]);
});

let drawn = 0;

function Counted({ name }: { name: string }) {
  drawn += 1;
  return <b>{`${useT()('common:close')} ${name}`}</b>;
}

function CountedList({ names }: { names: string[] }) {
  const draw = useDraw();
  return names.map((name) => <p key={name} {...draw(Counted, { name })} />);
}

test('the second time a row is not drawn', () => {
  const list = (...names: string[]) => (
    <Island of={CountedList} name="list" namespaces={[]} props={{ names }} />
  );
  const first = kept(list('Ana', 'Rui'));
  expect([drawn, kept(list('Ana', 'Rui')), drawn]).toEqual([2, first, 2]);
  kept(list('Ana', 'Bia'));
  expect(drawn).toBe(3);
  kept(list('Ana'), readerOf('en'));
  expect(drawn).toBe(4);
});

const Bold = ({ name }: { name: string }) => <b title={name}>{name}</b>;
const Slanted = ({ name }: { name: string }) => <i title={name}>{name}</i>;

function Pair({ name }: { name: string }) {
  const draw = useDraw();
  return (
    <>
      <p {...draw(Bold, { name })} />
      <p {...draw(Slanted, { name })} />
    </>
  );
}

test('two parts with the same props have nothing in common', () => {
  const html = kept(<Island of={Pair} name="pair" namespaces={[]} props={{ name: 'Ana' }} />);
  expect(html).toContain('<p><b title="Ana">Ana</b></p><p><i title="Ana">Ana</i></p>');
});

const HOSTILE = [
  `'><img src=x onerror=alert(1)>`,
  '"><img src=x onerror=alert(1)>',
  '</script>&#x27;&quot;&amp;',
  ' data-props="" hx-morph-skip=""><!--island-->',
  '$& $1 $`',
];

test('whatever people are called, an island gets its props whole, and markup stays text', () => {
  for (const name of HOSTILE) {
    const island = <Island of={Bold} name="name" namespaces={[]} props={{ name }} />;
    const html = kept(
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
