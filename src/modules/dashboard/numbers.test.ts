import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { contacts, tickets, ticketTrackings } from '@db/tenant/schema/index.ts';
import { createTestApp, type TestApp } from '@test/support/deps.ts';
import { addConnection } from '@test/support/inbound.ts';
import type { Scope } from '@/core/scope.ts';
import { countTicketsOfDays, countTicketsOfUsers } from './charts.queries.ts';
import { readDashboard } from './dashboard.queries.ts';
import type { DashboardFilter } from './dashboard.schema.ts';
import { readReports } from './reports.queries.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** Zones with a one-hour change, no change, a half-hour change, and a change at a quarter past the hour. */
const ZONES: [zone: string, now: string][] = [
  ['America/Sao_Paulo', '2018-11-08T15:00:00Z'],
  ['Europe/Lisbon', '2026-03-31T11:00:00Z'],
  ['America/New_York', '2025-11-04T03:30:00Z'],
  ['Australia/Lord_Howe', '2026-04-06T02:00:00Z'],
  ['Asia/Kathmandu', '2026-03-10T20:00:00Z'],
];

type Row = typeof ticketTrackings.$inferInsert;

function chance(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

for (const [zone, now] of ZONES)
  describe(`dashboard numbers in ${zone}`, () => {
    let testApp: TestApp;
    let scope: Scope;
    let rows: Row[];

    beforeAll(async () => {
      testApp = await createTestApp({ env: { TZ: zone } });
      testApp.clock.now = new Date(now);
      scope = await testApp.scopeOf('ana');
      rows = await fill(testApp, chance(now.length + zone.length));
    });
    afterAll(() => testApp.stop());

    const dayOf = (at: Date) => Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(zone);
    const today = () => dayOf(new Date(now)).toPlainDate();
    const back = (days: number) => today().subtract({ days }).toString();

    const filters = (): DashboardFilter[] => [
      {},
      { days: 3 },
      { days: 90 },
      { date_from: back(7) },
      { date_to: back(2) },
      { date_from: back(20), date_to: back(1) },
      { date_from: back(0), date_to: back(0) },
      { days: 7, date_from: back(30), date_to: back(3) },
    ];

    test('counters and agent figures match a plain recomputation', async () => {
      for (const filter of filters()) {
        const wanted = rows.filter((row) => isInside(row, filter));
        const { counters, attendants } = await readDashboard(scope, filter);
        expect({ filter, ...counters }).toMatchObject({
          filter,
          supportFinished: wanted.filter(({ finishedAt }) => finishedAt).length,
          avgSupportTime: meanOf(wanted.map(supportOf)),
          avgWaitTime: meanOf(wanted.map(waitOf)),
        });
        for (const { id, tickets: attended, avgSupportTime, rating } of attendants) {
          const theirs = wanted.filter(({ userId }) => userId === id);
          const rates = theirs.flatMap(({ rate }) => rate ?? []);
          expect([filter, id, attended, avgSupportTime, rating]).toEqual([
            filter,
            id,
            theirs.length,
            meanOf(theirs.map(supportOf)),
            rates.length === 0 ? null : round(rates.reduce((sum, rate) => sum + rate, 0) / rates.length),
          ]);
        }
      }
    });

    test('durations by queue, agent and connection match', async () => {
      for (const filter of filters()) {
        const wanted = rows.filter((row) => isInside(row, filter));
        const reports = await readReports(scope, filter);
        for (const [by, key] of [
          ['queues', 'queueId'],
          ['agents', 'userId'],
          ['connections', 'connectionId'],
        ] as const) {
          const groups = Map.groupBy(wanted, (row) => row[key] ?? null);
          expect(reports[by].length).toBe(groups.size);
          for (const line of reports[by]) {
            const theirs = groups.get(line.id) ?? [];
            expect({ filter, by, ...line }).toEqual({
              filter,
              by,
              id: line.id,
              name: line.name,
              tickets: theirs.length,
              finished: theirs.filter(({ finishedAt }) => finishedAt).length,
              avgWaitTime: meanOf(theirs.map(waitOf)),
              avgAnswerTime: meanOf(
                theirs.map(({ answerSeconds }) => secondsOf(answerSeconds)),
                true,
              ),
              avgResolutionTime: meanOf(
                theirs.map(({ resolutionSeconds }) => secondsOf(resolutionSeconds)),
                true,
              ),
            });
          }
        }
        expect(reports.total.tickets).toBe(wanted.length);
      }
    });

    test('arrivals by hour match, also on days of clock changes', async () => {
      for (const filter of filters()) {
        const wanted = Array.from({ length: 7 }, () => Array<number>(24).fill(0));
        for (const row of rows.filter((one) => arrivedIn(one, filter))) {
          const { dayOfWeek, hour } = dayOf(row.createdAt as Date);
          const line = wanted[dayOfWeek - 1];
          if (line) line[hour] = (line[hour] ?? 0) + 1;
        }
        expect({ filter, arrivals: (await readReports(scope, filter)).arrivals }).toEqual({
          filter,
          arrivals: wanted,
        });
      }
    });

    test('both charts match by day, hour and person', async () => {
      for (const [first, last] of [[back(40), back(0)], [back(5), back(4)], ...lastDays(12)] as [
        string,
        string,
      ][]) {
        const filter = { initialDate: first, finalDate: last };
        const { data, count } = await countTicketsOfDays(scope, filter);
        const arrived = rows.filter(({ createdAt }) => isBetween(createdAt as Date, first, last));
        expect(count).toBe(arrived.length);
        for (const point of data) {
          const there = arrived.filter(({ createdAt }) => {
            const shown = dayOf(createdAt as Date);
            const date = shown.toPlainDate().toString().split('-').reverse().join('/');
            return 'horario' in point ? shown.hour === point.horario : date === point.data;
          });
          expect([point, there.length]).toEqual([point, point.total]);
        }
        expect(data.length).toBe(first === last ? 24 : Temporal.PlainDate.from(first).until(last).days + 1);
        const people = (await countTicketsOfUsers(scope, filter)).data;
        const finished = rows.filter(({ finishedAt }) => finishedAt && isBetween(finishedAt, first, last));
        expect(people.reduce((sum, { quantidade }) => sum + quantidade, 0)).toBe(
          finished.filter(({ userId }) => userId).length,
        );
        expect(people.map(({ quantidade }) => quantidade)).toEqual(
          people.map(({ quantidade }) => quantidade).toSorted((a, b) => b - a),
        );
      }
    });

    test('empty periods have no averages and no invalid numbers', async () => {
      const filter = { date_from: '2001-01-01', date_to: '2001-01-02' };
      const { counters, attendants } = await readDashboard(scope, filter);
      expect(counters).toMatchObject({ supportFinished: 0, avgSupportTime: null, avgWaitTime: null });
      expect(attendants.length).toBe(4);
      for (const one of attendants)
        expect(one).toMatchObject({ tickets: 0, rating: null, avgSupportTime: null });
      const reports = await readReports(scope, filter);
      expect(reports).toMatchObject({
        queues: [],
        agents: [],
        connections: [],
        total: { tickets: 0, avgWaitTime: null },
      });
      expect(reports.arrivals.flat()).toEqual(Array<number>(7 * 24).fill(0));
      const boreal = await testApp.scopeOf('davi');
      expect((await readDashboard(boreal, {})).counters.supportFinished).toBe(0);
    });

    function lastDays(count: number): [string, string][] {
      return Array.from({ length: count }, (_, n) => [back(n), back(n)]);
    }

    function isBetween(at: Date, first: string, last: string): boolean {
      const day = dayOf(at).toPlainDate().toString();
      return first <= day && day <= last;
    }

    function isInside({ queuedAt, finishedAt }: Row, { days, date_from, date_to }: DashboardFilter): boolean {
      if (days && (!queuedAt || queuedAt.getTime() < Date.parse(now) - days * DAY)) return false;
      if (date_from && (!queuedAt || dayOf(queuedAt).toPlainDate().toString() < date_from)) return false;
      return !date_to || (finishedAt != null && dayOf(finishedAt).toPlainDate().toString() <= date_to);
    }

    function arrivedIn(row: Row, { days, date_from, date_to }: DashboardFilter): boolean {
      const at = row.createdAt as Date;
      const day = dayOf(at).toPlainDate().toString();
      if (days && at.getTime() < Date.parse(now) - days * DAY) return false;
      return (!date_from || day >= date_from) && (date_to ? day <= date_to : at.getTime() <= Date.parse(now));
    }
  });

const supportOf = ({ startedAt, finishedAt, ratingAt }: Row): number | null => {
  const end = ratingAt ?? finishedAt;
  return startedAt && end ? end.getTime() - startedAt.getTime() : null;
};
const waitOf = ({ queuedAt, startedAt }: Row): number | null =>
  queuedAt && startedAt ? startedAt.getTime() - queuedAt.getTime() : null;
const secondsOf = (seconds: number | null | undefined): number | null =>
  seconds == null ? null : seconds * 1000;
const round = (value: number) => Math.round(value * 100) / 100;

/** Zero durations count only where they were measured in service hours. */
function meanOf(values: (number | null)[], withZeros = false): number | null {
  const known = values.filter((value): value is number => value !== null && (withZeros || value > 0));
  if (known.length === 0) return null;
  return round(known.reduce((sum, value) => sum + value, 0) / MINUTE / known.length);
}

const ROWS = 700;

async function fill(testApp: TestApp, random: () => number): Promise<Row[]> {
  const scope = await testApp.systemScope();
  const [connectionId, other] = [
    await addConnection(testApp),
    await addConnection(testApp, { name: 'Outra' }),
  ];
  const { userId, queueId } = testApp.people;
  const pick = <T>(list: T[]): T => list[Math.floor(random() * list.length)] as T;
  const latest = testApp.clock.now.getTime();
  return scope.write(async (tx) => {
    const [contact] = await tx.db.insert(contacts).values({ name: 'x', number: '551190' }).returning();
    const values = { uuid: 'x', contactId: contact?.id ?? 0, connectionId, status: 'closed' as const };
    const [ticket] = await tx.db.insert(tickets).values(values).returning();
    const rows = Array.from({ length: ROWS }, (): Row => {
      const came = latest - Math.floor(random() ** 2 * 100 * DAY);
      const later = (at: number | null, most: number) =>
        at === null || random() < 0.2 ? null : at + (random() < 0.1 ? 0 : Math.floor(random() * most));
      const started = later(came, 3 * 60 * MINUTE);
      const finished = later(started, 2 * DAY);
      const asked = finished !== null && random() < 0.5 ? finished : null;
      const at = (ms: number | null) => (ms === null ? null : new Date(ms));
      return {
        ticketId: ticket?.id ?? 0,
        connectionId: pick([connectionId, other, null]),
        userId: pick([userId.ana, userId.bia, userId.caio, null]),
        queueId: pick([queueId.Vendas, queueId.Suporte, null]),
        createdAt: new Date(came),
        queuedAt: new Date(came + (random() < 0.1 ? Math.floor(random() * DAY) : 0)),
        startedAt: at(started),
        finishedAt: at(finished),
        ratingAt: at(asked),
        rate: asked !== null && random() < 0.7 ? pick([1, 2, 3]) : null,
        answerSeconds: random() < 0.6 ? Math.floor(random() * 5_000) * pick([0, 1, 1]) : null,
        resolutionSeconds: finished === null ? null : Math.floor(random() * 90_000),
      };
    });
    for (let n = 0; n < ROWS; n += 100) await tx.db.insert(ticketTrackings).values(rows.slice(n, n + 100));
    return rows;
  });
}
