import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as platform from '@db/platform/schema/index.ts';
import * as tables from '@db/tenant/schema/index.ts';
import { claimFolder, fillOnce } from '@demo/demo-folder.ts';
import { fillHistory } from '@demo/history/fill-history.ts';
import { closingOf } from '@demo/history/office-hours.ts';
import { listDemoPeople } from '@demo/seed/people.ts';
import { createFakeWhatsApp } from '@test/support/whatsapp.ts';
import { and, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import { readConfig } from '@/config.ts';
import { createLog } from '@/core/log.ts';
import { type Scope, systemScope } from '@/core/scope.ts';
import { addDays, zonedParts } from '@/core/zoned-time.ts';
import { createDependencies, type Dependencies } from '@/dependencies.ts';
import { findSetupPath } from '@/modules/first-steps/setup-path.queries.ts';

/** A Sunday night, when nobody works. */
const NOW = new Date('2026-05-17T05:10:00Z');
const PART = 0.15;
const emails = listDemoPeople().map(({ email }) => email);
const folder = mkdtempSync(join(tmpdir(), 'balcao-past-'));
const running: Dependencies[] = [];
const scopes: Scope[] = [];

beforeAll(async () => {
  for (const name of ['one', 'other']) {
    const dataDir = join(folder, name);
    const passwords = claimFolder(dataDir, emails);
    const config = readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent', PORT: '0' });
    await fillHistory({ config, log: createLog('silent'), passwords, now: NOW, share: PART });
    const options = {
      log: createLog('silent'),
      clock: () => NOW,
      createWhatsApp: () => createFakeWhatsApp(),
    };
    const dependencies = await createDependencies(config, options);
    running.push(dependencies);
    scopes.push(await systemScope(dependencies.kernel, 1));
  }
}, 600_000);

afterAll(async () => {
  for (const dependencies of running) await dependencies.stop();
  rmSync(folder, { recursive: true, force: true });
});

const scope = () => scopes[0] as Scope;

describe('the past of the demo', () => {
  test('is the same each time', async () => {
    const { tickets, messages, contacts, campaignShippings, ruleRuns, schedules, chatMessages } = tables;
    for (const table of [tickets, messages, contacts, campaignShippings, ruleRuns, schedules, chatMessages]) {
      const [one, other] = await Promise.all(scopes.map(({ db }) => db.select().from(table)));
      expect(one?.length).toBeGreaterThan(10);
      expect(other).toEqual(one as never);
    }
  });

  test('leaves nothing of the set-up path open but the number, which is offline here', async () => {
    const { checks } = await findSetupPath(scope());
    const open = Object.entries(checks).flatMap(([step, { isDone }]) => (isDone ? [] : [step]));
    expect(open.filter((step) => step !== 'number')).toEqual([]);
  });

  test('gives each company hours, and a text for customers who write outside them', async () => {
    const [{ kernel }] = running as [Dependencies];
    const boreal = await kernel.platform.db.query.companies.findFirst({
      where: eq(platform.companies.name, 'Boreal'),
    });
    const at = await systemScope(kernel, boreal?.id ?? 0);
    expect((await findSetupPath(at)).checks.texts).toEqual({ isDone: true });
  });

  test('is over: nothing in it is later than now, and the earliest is two months old', async () => {
    const { messages } = tables;
    const [row] = await scope()
      .db.select({
        first: sql<number>`min(${messages.createdAt})`,
        last: sql<number>`max(${messages.createdAt})`,
      })
      .from(messages);
    const days = (at: number | undefined) => (NOW.getTime() - (at ?? 0)) / 86_400_000;
    expect(days(row?.last)).toBeGreaterThanOrEqual(0);
    expect(days(row?.last)).toBeLessThan(0.05);
    expect(Math.round(days(row?.first))).toBeGreaterThanOrEqual(57);
    const unsent = and(inArray(messages.ack, [0, 1]), isNull(messages.error));
    expect(await scope().db.$count(messages, unsent)).toBe(
      await scope().db.$count(messages, eq(messages.fromMe, false)),
    );
  });

  test('has two answers of today that failed, with a reason, and no others', async () => {
    const { messages } = tables;
    const failed = await scope().db.select().from(messages).where(isNotNull(messages.error));
    expect(failed.map(({ error, ack, fromMe }) => ({ error, ack, fromMe }))).toEqual(
      Array.from({ length: 2 }, () => ({ error: 'ERR_SENDING_WAPP_MSG', ack: 0, fromMe: true })),
    );
    expect(new Set(failed.map(({ userId }) => userId)).size).toBe(2);
  });

  test('has no two customers with one name or number', async () => {
    const rows = await scope().db.select().from(tables.contacts);
    for (const key of ['name', 'number'] as const)
      expect(new Set(rows.map((row) => row[key])).size).toBe(rows.length);
  });

  test('is answered in the shop’s hours, but for today', async () => {
    const { messages } = tables;
    const rows = await scope().db.select().from(messages).where(isNotNull(messages.userId));
    const early = rows.filter(({ createdAt }) => NOW.getTime() - createdAt.getTime() > 86_400_000);
    expect(early.length).toBeGreaterThan(100);
    const late = early.filter(({ createdAt }) => {
      const { day, time } = zonedParts(createdAt, scope().timeZone);
      return time < '08:00' || time >= addHour(closingOf(day));
    });
    expect(late.length / early.length).toBeLessThan(0.02);
  });

  test('has a campaign at sixty per cent, with answers', async () => {
    const { campaigns, campaignShippings } = tables;
    const running = await scope().db.query.campaigns.findFirst({
      where: eq(campaigns.status, 'EM_ANDAMENTO'),
    });
    const rows = await scope()
      .db.select()
      .from(campaignShippings)
      .where(eq(campaignShippings.campaignId, running?.id ?? 0));
    const valid = rows.filter(({ state }) => state !== 'skipped');
    const sent = valid.filter(({ state }) => state === 'delivered');
    expect(Math.round((100 * sent.length) / valid.length)).toBe(60);
    expect(rows.filter(({ repliedAt }) => repliedAt).length).toBeGreaterThan(10);
    expect(await scope().db.$count(tables.optOuts)).toBeGreaterThan(0);
  });

  test('has conversations in every state, ratings, tags, notes and runs of rules', async () => {
    const { db } = scope();
    for (const status of ['open', 'pending', 'closed'] as const)
      expect(await db.$count(tables.tickets, eq(tables.tickets.status, status))).toBeGreaterThan(3);
    for (const table of [
      tables.ratings,
      tables.ticketTags,
      tables.ticketNotes,
      tables.ruleRuns,
      tables.auditEntries,
    ])
      expect(await db.$count(table)).toBeGreaterThan(5);
  });
});

describe('the platform of the demo', () => {
  const { companies, companyFigures, invoices, plans } = platform;
  const db = () => scope().kernel.platform.db;
  const dayIn = (days: number) => addDays(zonedParts(NOW, scope().timeZone).day, days);

  test('is the same each time', async () => {
    for (const table of [companies, invoices, plans]) {
      const [one, other] = await Promise.all(
        scopes.map(({ kernel }) => kernel.platform.db.select().from(table)),
      );
      expect(one?.length).toBeGreaterThan(3);
      expect(other).toEqual(one as never);
    }
  });

  test('has twelve customers: one is blocked, one late, one on trial, one plan is free', async () => {
    const rows = (await db().select().from(companies)).filter(({ id }) => id !== 1);
    expect(rows).toHaveLength(12);
    expect(new Set(rows.map(({ planId }) => planId)).size).toBe(4);
    const names = (fits: (row: (typeof rows)[number]) => boolean) =>
      rows.filter(fits).map(({ name }) => name);
    expect(names(({ status }) => !status)).toEqual(['Ótica Boa Visão']);
    const isLate = ({ status, dueDate }: (typeof rows)[number]) =>
      status && dueDate !== null && dueDate < NOW;
    expect(names(isLate)).toEqual(['Auto Mecânica Irmãos Prado']);
    expect(names(({ trialExpiration }) => trialExpiration !== null)).toEqual([
      'Floricultura Jardim de Helena',
    ]);
    const boreal = rows.find(({ name }) => name === 'Boreal');
    expect(zonedParts(boreal?.dueDate ?? NOW, scope().timeZone).day).toBe(dayIn(4));
    expect(await db().$count(companyFigures)).toBe(13);
  });

  test('has paid, open and late invoices, and Aurora has paid for months', async () => {
    const rows = await db().select().from(invoices);
    expect(rows.filter(({ status }) => status === 'paid').length).toBeGreaterThan(9);
    expect(rows.filter(({ status, dueDate }) => status === 'open' && dueDate < NOW).length).toBe(2);
    const aurora = await db().query.companies.findFirst({ where: eq(companies.id, 1) });
    expect((aurora?.dueDate?.getTime() ?? 0) - NOW.getTime()).toBeGreaterThan(200 * 86_400_000);
    expect(rows.filter(({ companyId, status }) => companyId === 1 && status === 'paid')).toHaveLength(1);
  });
});

describe('a folder is filled', () => {
  test('once, again after a crash, and never when it held a demo before', async () => {
    const dataDir = join(folder, 'once');
    claimFolder(dataDir, emails);
    const file = join(dataDir, 'platform.db');
    const calls: string[] = [];
    const fill = (name: string) => async () => {
      calls.push(name);
      expect(existsSync(file)).toBe(false);
      writeFileSync(file, '');
      mkdirSync(join(dataDir, 'companies'), { recursive: true });
    };
    const crash = async () => {
      await fill('cut off')();
      throw new Error('cut off');
    };
    expect(fillOnce(dataDir, crash)).rejects.toThrow('cut off');
    claimFolder(dataDir, emails);
    await fillOnce(dataDir, fill('again'));
    await fillOnce(dataDir, fill('third'));
    expect(calls).toEqual(['cut off', 'again']);

    const old = join(folder, 'old');
    claimFolder(old, emails);
    writeFileSync(join(old, 'platform.db'), 'an earlier demo');
    await fillOnce(old, fill('old'));
    expect(calls).toHaveLength(2);
  });
});

const addHour = (time: string) => `${String(Number(time.slice(0, 2)) + 1).padStart(2, '0')}${time.slice(2)}`;
