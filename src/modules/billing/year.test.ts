import { afterAll, beforeAll, expect, test } from 'bun:test';
import { companies, invoices, mails } from '@db/platform/schema/index.ts';
import { createTestApp, type TestApp } from '@test/support/deps.ts';
import { asc, eq, like } from 'drizzle-orm';
import { endOfDay, zonedParts } from '@/core/zoned-time.ts';
import { requireActiveCompany } from '@/modules/auth/sessions/sessions.service.ts';
import { RECURRENCES, type Recurrence } from '@/modules/companies/recurrence.schema.ts';
import { makeDueInvoices } from './invoices/make-invoices.service.ts';
import { markPaid } from './invoices/pay-invoice.service.ts';
import { warnCompanies } from './invoices/warn-companies.service.ts';

const START = Temporal.PlainDate.from('2026-01-11');
const DAYS = 365;
const MONTHS = { MENSAL: 1, BIMESTRAL: 2, TRIMESTRAL: 3, SEMESTRAL: 6, ANUAL: 12 };
/** Days after the due day on which they pay; null never does. */
const HABITS = [-15, -3, 0, 7, null] as const;
type Habit = (typeof HABITS)[number];
type Member = { id: number; recurrence: Recurrence; habit: Habit; due: string };
type Line = { invoices: number; warnings: number; blocks: number; releases: number; due: string };

let testApp: TestApp;
const members: Member[] = [];
beforeAll(async () => {
  testApp = await createTestApp();
  const { platform } = testApp.kernel;
  const plan = await platform.db.query.plans.findFirst();
  for (let n = 0; n < 50; n += 1) {
    const recurrence = RECURRENCES[n % 5] as Recurrence;
    const habit = HABITS[Math.floor(n / 5) % 5] as Habit;
    const due = n < 25 ? '2026-01-31' : START.add({ days: 1 + n }).toString();
    const values = { name: `Empresa ${n}`, email: `dona${n}@empresa.test`, recurrence, planId: plan?.id };
    const [row] = await platform.write((tx) =>
      tx
        .insert(companies)
        .values({ ...values, dueDate: endOfDay(due, ZONE) })
        .returning({ id: companies.id }),
    );
    members.push({ id: row?.id ?? 0, recurrence, habit, due });
  }
});
afterAll(() => testApp.stop());

const ZONE = 'America/Sao_Paulo';

test('simulates a year of fifty companies with invoices, warnings, blocks and releases', async () => {
  const { kernel } = testApp;
  const system = await testApp.systemScope();
  const found = new Map(members.map(({ id }) => [id, { blocks: 0, releases: 0, wasClosed: false }]));
  for (let day = 0; day < DAYS; day += 1) {
    testApp.clock.now = endOfDay(START.add({ days: day }).toString(), ZONE);
    await makeDueInvoices(kernel);
    await warnCompanies(kernel);
    const waiting = await kernel.platform.db.select().from(invoices).where(eq(invoices.status, 'open'));
    for (const { id, habit } of members) {
      const open = waiting.find(({ companyId }) => companyId === id);
      const isTime =
        open && habit !== null && testApp.clock.now.getTime() >= open.dueDate.getTime() + habit * 86_400_000;
      if (isTime) await markPaid(system, { invoiceId: open.id, note: 'pago' });
      const seen = found.get(id);
      const isClosed = await requireActiveCompany(kernel, id).then(
        () => false,
        () => true,
      );
      if (!seen) continue;
      if (isClosed && !seen.wasClosed) seen.blocks += 1;
      if (!isClosed && seen.wasClosed) seen.releases += 1;
      seen.wasClosed = isClosed;
    }
  }
  const lines = await Promise.all(
    members.map(async ({ id }) => {
      const { platform } = kernel;
      const own = await platform.db
        .select()
        .from(invoices)
        .where(eq(invoices.companyId, id))
        .orderBy(asc(invoices.id));
      const reported = await platform.db.select().from(mails).where(like(mails.key, 'billing:dueSoon:%'));
      const company = await platform.db.query.companies.findFirst({ where: eq(companies.id, id) });
      return {
        invoices: own.length,
        warnings: reported.filter(({ companyId }) => companyId === id).length,
        blocks: found.get(id)?.blocks ?? 0,
        releases: found.get(id)?.releases ?? 0,
        due: company?.dueDate ? zonedParts(company.dueDate, ZONE).day : '',
      };
    }),
  );
  expect(lines).toEqual(members.map(reckoned));
  expect(summed(lines)).toEqual(TABLE);
});

function reckoned({ recurrence, habit, due }: Member): Line {
  const line = { invoices: 0, warnings: 0, blocks: 0, releases: 0 };
  let end = Temporal.PlainDate.from(due);
  let anchor = end.day;
  let [hasInvoice, isWarned, wasClosed] = [false, false, false];
  for (let day = 0; day < DAYS; day += 1) {
    const today = START.add({ days: day });
    const left = today.until(end).total('days');
    if (!hasInvoice && left <= 20) {
      line.invoices += 1;
      hasInvoice = true;
    }
    if (hasInvoice && !isWarned && left <= 5 && left > 0) {
      line.warnings += 1;
      isWarned = true;
    }
    if (hasInvoice && habit !== null && left <= -habit) {
      const isLate = Temporal.PlainDate.compare(end, today) <= 0;
      // Late payment starts a new billing day, unless the day is the old one shortened by a short month.
      if (isLate && today.day !== Math.min(anchor, today.daysInMonth)) anchor = today.day;
      end = (isLate ? today : end).with({ day: 1 }).add({ months: MONTHS[recurrence] }).with({ day: anchor });
      [hasInvoice, isWarned] = [false, false];
    }
    const isClosed = Temporal.PlainDate.compare(end, today) <= 0;
    if (isClosed && !wasClosed) line.blocks += 1;
    if (!isClosed && wasClosed) line.releases += 1;
    wasClosed = isClosed;
  }
  return { ...line, due: end.toString() };
}

function summed(lines: Line[]): Record<string, number[]> {
  const sums: Record<string, number[]> = {};
  for (const [index, { invoices: made, warnings, blocks, releases }] of lines.entries()) {
    const { recurrence, habit } = members[index] as Member;
    const key = `${recurrence} ${habit ?? 'never'}`;
    const before = sums[key] ?? [0, 0, 0, 0];
    sums[key] = [made, warnings, blocks, releases].map((value, at) => value + (before[at] ?? 0));
  }
  return sums;
}

const TABLE: Record<string, number[]> = {
  'MENSAL -15': [24, 0, 0, 0],
  'MENSAL -3': [24, 24, 0, 0],
  'MENSAL 0': [24, 23, 0, 0],
  'MENSAL 7': [20, 19, 19, 19],
  'MENSAL never': [2, 2, 2, 0],
  'BIMESTRAL -15': [12, 0, 0, 0],
  'BIMESTRAL -3': [12, 12, 0, 0],
  'BIMESTRAL 0': [12, 12, 0, 0],
  'BIMESTRAL 7': [12, 11, 11, 10],
  'BIMESTRAL never': [2, 2, 2, 0],
  'TRIMESTRAL -15': [8, 0, 0, 0],
  'TRIMESTRAL -3': [8, 8, 0, 0],
  'TRIMESTRAL 0': [8, 8, 0, 0],
  'TRIMESTRAL 7': [8, 8, 8, 8],
  'TRIMESTRAL never': [2, 2, 2, 0],
  'SEMESTRAL -15': [4, 0, 0, 0],
  'SEMESTRAL -3': [4, 4, 0, 0],
  'SEMESTRAL 0': [4, 4, 0, 0],
  'SEMESTRAL 7': [4, 4, 4, 4],
  'SEMESTRAL never': [2, 2, 2, 0],
  'ANUAL -15': [2, 0, 0, 0],
  'ANUAL -3': [2, 2, 0, 0],
  'ANUAL 0': [2, 2, 0, 0],
  'ANUAL 7': [2, 2, 2, 2],
  'ANUAL never': [2, 2, 2, 0],
};
