import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import {
  campaignMinutes,
  campaigns,
  connections,
  contacts,
  messages,
  tickets,
  ticketTrackings,
  users,
} from '@db/tenant/schema/index.ts';
import { createTestApp, type TestApp } from '@test/support/deps.ts';
import { addConnection } from '@test/support/inbound.ts';
import { eq } from 'drizzle-orm';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const CONTACTS = 60;

let testApp: TestApp;
let queueId: { Vendas: number; Suporte: number };
let userId: { bia: number; caio: number };

beforeAll(async () => {
  testApp = await createTestApp();
  ({ queueId, userId } = testApp.people);
  await fill();
});
afterAll(() => testApp.stop());

/** Different periods, and the queue and the person alone, together and as none. */
const FILTERS: [what: string, query: () => string][] = [
  ['a week', () => '?days=7'],
  ['all time', () => '?days=0&type=date&date_from=2001-01-01'],
  ['two dates', () => '?type=date&date_from=2026-02-20&date_to=2026-03-05'],
  ['a queue', () => `?days=30&queueId=${queueId.Vendas}`],
  ['a person', () => `?days=30&userId=${userId.bia}`],
  ['a person in a queue', () => `?days=30&userId=${userId.caio}&queueId=${queueId.Suporte}`],
  ['nobody', () => '?days=30&userId=none'],
  ['no queue', () => '?days=30&queueId=none'],
];

type Link = { href: string; text: string };
const LINK = /<a href="([^"]+)"[^>]*>((?:(?!<\/a>).)*)<\/a>/gs;
const plain = (html: string) =>
  html
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();

const linksIn = (html: string): Link[] =>
  [...html.matchAll(LINK)].map(([, href = '', text = '']) => ({
    href: href.replaceAll('&amp;', '&'),
    text: plain(text),
  }));

async function linksOf(query: string): Promise<Link[]> {
  const ana = await testApp.as('ana');
  const page = await ana.part('GET', `/${query}`);
  const compared = /hx-get="(\/dashboard\/compared[^"]*)"/.exec(page.text)?.[1] ?? '';
  const later = await ana.part('GET', compared.replaceAll('&amp;', '&'));
  return linksIn(page.text + later.text);
}

/** All pages of a list. */
async function rowsOf(href: string): Promise<{ rows: string[]; title: number | undefined }> {
  const ana = await testApp.as('ana');
  const first = await ana.page(href);
  expect([href, first.status]).toEqual([href, 200]);
  const title = /id="figure-count">(\d+)</.exec(first.text)?.[1];
  const rows: string[] = [];
  for (let text: string | undefined = first.text; text !== undefined; ) {
    rows.push(...(text.match(/<tr data-key[\s\S]*?<\/tr>/g) ?? []));
    const next: string | undefined = /<tr data-key[^>]*hx-get="([^"]+)"/
      .exec(text)?.[1]
      ?.replaceAll('&amp;', '&');
    text = next && (await ana.part('GET', next)).text;
  }
  return { rows, title: title === undefined ? undefined : Number(title) };
}

const valuesOf = (rows: string[]) => rows.map((row) => Number(/<data value="([^"]*)"/.exec(row)?.[1]));
const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
const whole = (text: string) => Number(/(\d+)(?!.*\d)/.exec(text.replaceAll('.', ''))?.[1]);

function minutesIn(text: string): number {
  const [, hours, minutes] = /(\d+)h (\d+)m/.exec(text) ?? [];
  return hours ? Number(hours) * 60 + Number(minutes) : Number(/(\d+) min/.exec(text)?.[1]);
}

const RATED = ['rated', 'endedRated'];
const COUNTED = ['open', 'attended', 'ended', 'missed', 'begun', 'handled'];

async function check({ href, text }: Link): Promise<void> {
  const of = new URL(href, 'http://desk.invalid').searchParams.get('of') ?? '';
  const { rows, title } = await rowsOf(href);
  expect([href, title]).toEqual([href, rows.length]);
  const values = valuesOf(rows);
  if (RATED.includes(of)) {
    const shown = Number(/(\d+(?:,\d+)?)(?: de 3| \)|$)/.exec(text)?.[1]?.replace(',', '.'));
    expect([href, Math.abs(shown - mean(values)) < 0.06]).toEqual([href, true]);
  } else if (COUNTED.includes(of) || !/min|h \d\dm/.test(text)) {
    // The heading of the slowest answers has no number.
    if (/\d/.test(text)) expect([href, text, rows.length]).toEqual([href, text, whole(text)]);
  } else {
    const wanted = of === 'waiting' ? Math.max(...values) : mean(values);
    expect([href, text, Math.abs(minutesIn(text) - wanted) < 0.51]).toEqual([href, text, true]);
  }
}

describe('a figure of the dashboard leads to the tickets it counts', () => {
  test.each(FILTERS)('in %s', async (_what, query) => {
    const links = (await linksOf(query())).filter(({ href }) => href.startsWith('/dashboard/tickets'));
    expect(links.length).toBeGreaterThan(10);
    // The map of hours has a link in each hour: every fifth is enough.
    for (const [n, link] of links.entries())
      if (n % 5 === 0 || !link.href.includes('hour=')) await check(link);
  });

  test('in both charts', async () => {
    for (const dates of [
      'initialDate=2026-02-20&finalDate=2026-03-10',
      'initialDate=2026-03-09&finalDate=2026-03-09',
    ])
      for (const rest of [
        'of=users',
        'of=days',
        `of=users&queueId=${queueId.Vendas}`,
        `of=days&userId=none`,
      ]) {
        const { body } = await (await testApp.as('ana')).json<{ bars: { count: number; href: string }[] }>(
          'GET',
          `/dashboard/bars?${dates}&${rest}`,
        );
        expect(body.bars.some(({ count }) => count > 0)).toBe(true);
        for (const { count, href } of body.bars) await check({ href, text: String(count) });
      }
  });

  test.each([
    ['/users', 'a queue'],
    ['/users', 'a week'],
    ['/connections', 'a week'],
    ['/contacts', 'a week'],
    ['/contacts', 'two dates'],
    ['/messages/failed', 'a week'],
    ['/messages/failed', 'two dates'],
    ['/messages/failed', 'a queue'],
    ['/messages/failed', 'a person'],
  ])('%s in %s', async (path, what) => {
    const query = FILTERS.find(([name]) => name === what)?.[1]() ?? '';
    const link = (await linksOf(query)).find(({ href }) => href.split('?')[0] === path);
    const { rows } = await rowsOf(link?.href ?? '');
    expect(rows.length).toBeGreaterThan(0);
    expect([link?.text, rows.length]).toEqual([link?.text, Number(/\d+/.exec(link?.text ?? '')?.[0])]);
  });

  test('campaigns add up to the sums', async () => {
    const link = (await linksOf('?days=7')).find(({ href }) => href.startsWith('/dashboard/campaigns'));
    expect(link?.text).toBe('Campanhas: respostas 3, envios 30');
    const { rows } = await rowsOf(link?.href ?? '');
    const sums = rows.map((row) => [...row.matchAll(/<data value="(\d+)"/g)].map(([, n]) => Number(n)));
    expect(sums).toEqual([
      [10, 3],
      [20, 0],
    ]);
  });

  test('and no figure is without a link', async () => {
    const { text } = await (await testApp.as('ana')).part('GET', '/?days=30');
    const facts = [...text.matchAll(/<dd[^>]*>(.*?)<\/dd>/gs)].map(([, shown = '']) => shown);
    const cells = [...text.matchAll(/<td[^>]*class="[^"]*text-end[^"]*"[^>]*>(.*?)<\/td>/gs)].map(
      ([, shown = '']) => shown,
    );
    expect([facts.length > 9, cells.length > 20]).toEqual([true, true]);
    for (const shown of [...facts, ...cells])
      expect([shown, shown.startsWith('<a href=') || shown === '–']).toEqual([shown, true]);
  });

  test('says which figures a queue and a person do not narrow', async () => {
    const part = async (query: string) => (await (await testApp.as('ana')).part('GET', `/${query}`)).text;
    const note = 'Toda a empresa';
    expect(await part('?days=7')).not.toContain(note);
    expect((await part(`?days=7&queueId=${queueId.Vendas}`)).split(note)).toHaveLength(3);
  });

  test('to administrators alone', async () => {
    for (const who of ['rui', 'bia'] as const)
      for (const path of ['/dashboard/tickets?of=open', '/dashboard/campaigns'])
        expect([path, (await (await testApp.as(who)).part('GET', path)).status]).toEqual([path, 403]);
    const chart = '/dashboard/bars?of=days&initialDate=2026-03-09&finalDate=2026-03-09';
    expect((await (await testApp.as('rui')).json('GET', chart)).status).toBe(403);
    expect((await (await testApp.as('ana')).part('GET', '/dashboard/tickets?of=nothing')).status).toBe(400);
    const { text } = await (await testApp.as('davi')).page('/dashboard/tickets?of=begun');
    expect(text).not.toContain('Cliente ');
  });
});

async function fill(): Promise<void> {
  const lines = [await addConnection(testApp), await addConnection(testApp, { name: 'Segunda' })];
  const now = testApp.clock.now.getTime();
  const scope = await testApp.systemScope();
  const pick = <T>(list: readonly T[], n: number) => list[n % list.length] as T;
  const queueOf = (n: number) => pick([queueId.Vendas, queueId.Suporte, null], n);
  const personOf = (n: number) => pick([userId.bia, userId.caio, userId.bia, null], n);
  await scope.write(async (tx) => {
    const people = Array.from({ length: CONTACTS }, (_, n) => ({
      ...{ name: `Cliente ${n}`, number: `551190000${1_000 + n}`, isGroup: n % 20 === 0 },
      createdAt: new Date(now - n * 11 * 60 * MINUTE),
    }));
    const added = await tx.db.insert(contacts).values(people).returning({ id: contacts.id });
    const opened = await tx.db
      .insert(tickets)
      .values(
        added.map(({ id: contactId }, n) => ({
          uuid: crypto.randomUUID(),
          ...{ contactId, connectionId: pick(lines, n), queueId: queueOf(n), userId: personOf(n) },
          ...{ status: pick(['open', 'pending', 'closed'] as const, n + Math.floor(n / 3)) },
          waitingSince: new Date(now - n * 7 * MINUTE),
          chatbot: n % 7 === 0,
        })),
      )
      .returning({ id: tickets.id });
    const attended = Array.from({ length: 200 }, (_, n) => {
      const began = now - ((n * 7_919) % 200) * 5 * 60 * MINUTE - MINUTE;
      const isEnded = n % 5 !== 0;
      const isAnswered = n % 4 !== 0;
      return {
        ...{ ticketId: pick(opened, n).id, connectionId: pick([...lines, null], n) },
        ...{ queueId: queueOf(n + 1), userId: personOf(n), isOurs: n % 11 === 0 },
        ...{ createdAt: new Date(began), queuedAt: n % 13 === 0 ? null : new Date(began) },
        startedAt: isAnswered ? new Date(began + (n % 50) * MINUTE) : null,
        finishedAt: isEnded ? new Date(began + (60 + n) * MINUTE) : null,
        firstAnswerAt: isAnswered ? new Date(began + (n % 60) * MINUTE) : null,
        answerSeconds: isAnswered ? n * 17 : null,
        resolutionSeconds: isEnded ? 600 + n * 31 : null,
        rate: n % 3 === 0 && isEnded ? 1 + (n % 2) * 2 : null,
      };
    });
    await tx.db.insert(ticketTrackings).values(attended);
    const failed = opened.slice(0, 25).map(({ id: ticketId }, n) => ({
      ...{ ticketId, connectionId: pick(lines, n), fromMe: true, body: 'Oi' },
      ...{
        wid: `FAILED${n}`,
        error: 'ERR_SENDING_WAPP_MSG',
        author: 'user' as const,
        origin: 'agent' as const,
      },
      ...{ chatId: pick(added, n).id, mediaType: 'text' as const },
      ...{ sentAt: new Date(now - n * DAY), createdAt: new Date(now - n * DAY) },
    }));
    await tx.db.insert(messages).values(failed);
    await tx.db.update(users).set({ online: true }).where(eq(users.id, userId.bia));
    await tx.db.update(connections).set({ status: 'CONNECTED' }).where(eq(connections.name, 'Segunda'));
    const names = ['Março', 'Abril', 'Antiga'];
    const sent = await tx.db
      .insert(campaigns)
      .values(names.map((name) => ({ name, status: 'FINALIZADA' as const })))
      .returning({ id: campaigns.id });
    const minute = Math.floor(now / MINUTE);
    await tx.db.insert(campaignMinutes).values(
      [
        { sends: 10, replies: 3, minute },
        { sends: 20, replies: 0, minute: minute - 60 },
        { sends: 99, replies: 9, minute: minute - 60 * 24 * 40 },
      ].map((row, n) => ({ ...row, campaignId: pick(sent, n).id })),
    );
  });
}
