import { companies, invoices } from '@db/platform/schema/index.ts';
import { and, asc, eq } from 'drizzle-orm';
import { platformOf } from '@/core/platform-scope.ts';
import { type Kernel, openScope, type Scope } from '@/core/scope.ts';
import { addDays, zonedParts, zonedTime } from '@/core/zoned-time.ts';
import { createAnnouncement } from '@/modules/announcements/announcements.service.ts';
import { createCompany, updateCompany } from '@/modules/back-office/companies.service.ts';
import { addNotice } from '@/modules/billing/add-notice.service.ts';
import { makeDueInvoices } from '@/modules/billing/invoices/make-invoices.service.ts';
import { markPaid } from '@/modules/billing/invoices/pay-invoice.service.ts';
import { renewFreePlans } from '@/modules/billing/invoices/renew-free-plans.service.ts';
import { warnCompanies } from '@/modules/billing/invoices/warn-companies.service.ts';
import { changeBranding } from '@/modules/branding/branding.service.ts';
import { changeCompany } from '@/modules/companies/companies.service.ts';
import { createPlan, updatePlan } from '@/modules/companies/plans.service.ts';
import { moveByMonths } from '@/modules/companies/recurrence.schema.ts';
import { createHelp } from '@/modules/helps/helps.service.ts';
import { createMailRounds } from '@/modules/mail/send-mails.jobs.ts';
import { markSeen } from '@/modules/users/presence.service.ts';
import { loadActor } from '@/modules/users/users.queries.ts';
import { DAYS } from '../sixty-days.ts';
import { HOUR } from '../time.ts';
import type { MovedClock } from '../timeline.ts';
import { ANNOUNCEMENTS, CLIENTS, type Client, HELPS, PLANS } from './clients.ts';

const OWNER = { companyId: 1, userId: 1 };
const SUPPORT = '(11) 4000-9000';
const BOREAL = 'Boreal';
/** The other demo company pays every month and is due again in four days (people.ts). */
const BOREAL_DUE_IN = 4;
const BOREAL_PERIODS = 2;

type PlatformParts = { kernel: Kernel; clock: MovedClock; now: Date; timeZone: string };
type Act = { at: number; act(scope: Scope): Promise<unknown> };

/** The reseller's two months: plans, twelve companies, invoices that are made and paid, announcements and helps. */
export async function livePlatform(parts: PlatformParts): Promise<void> {
  const { kernel, clock, now, timeZone } = parts;
  const { day: today } = zonedParts(now, timeZone);
  const at = (daysAgo: number, time: string) => zonedTime(addDays(today, -daysAgo), time, timeZone).getTime();
  const acts: Act[] = [
    { at: at(DAYS, '05:50'), act: createPlans },
    {
      at: at(DAYS, '05:52'),
      act: (scope) => changeBranding(scope, { name: '', color: '', support: SUPPORT }),
    },
    { at: at(DAYS, '05:55'), act: (scope) => subscribeDemo(scope, today) },
  ];
  for (const client of CLIENTS) {
    acts.push({ at: at(client.joinedDaysAgo, '11:20'), act: (scope) => enter(scope, client, today) });
    const seenAt = now.getTime() - client.seenHoursAgo * HOUR;
    acts.push({ at: seenAt, act: async (scope) => markSeen(kernel, await idOf(scope, client.name), 1) });
    if (client.state === 'blocked')
      acts.push({ at: at(12, '16:45'), act: (scope) => block(scope, client.name) });
  }
  for (let daysAgo = DAYS; daysAgo >= 0; daysAgo -= 1)
    acts.push(
      { at: at(daysAgo, '06:05'), act: doBillingJobs },
      { at: at(daysAgo, '14:30'), act: (scope) => pay(scope, addDays(today, -daysAgo)) },
    );
  for (const { daysAgo, ...input } of ANNOUNCEMENTS)
    acts.push({
      at: at(daysAgo, '09:40'),
      act: (scope) => createAnnouncement(scope, { ...input, status: true }),
    });
  for (const [index, [title, description]] of HELPS.entries())
    acts.push({
      at: at(DAYS - 1 - index, '15:10'),
      act: (scope) => createHelp(scope, { title, description, video: '' }),
    });
  acts.push({ at: at(7, '10:12'), act: addUnknownPayment });
  acts.sort((one, other) => one.at - other.at);
  for (const { at: moment, act } of acts) {
    if (moment > now.getTime()) break;
    clock.now = new Date(moment);
    await act(await ownerScope(kernel, clock));
  }
  await createMailRounds(kernel)();
}

async function ownerScope(kernel: Kernel, clock: MovedClock): Promise<Scope> {
  const actor = await loadActor(kernel, OWNER.companyId, OWNER.userId, 'history');
  if (!actor) throw new Error('the demo has no owner');
  return openScope(kernel, { companyId: OWNER.companyId, actor: { ...actor, provenAt: clock.now } });
}

async function createPlans(scope: Scope): Promise<void> {
  const [first, ...others] = PLANS;
  const known = await scope.kernel.platform.db.query.plans.findFirst();
  if (known && first) await updatePlan(scope, { planId: known.id, ...first });
  for (const plan of others) await createPlan(scope, plan);
}

async function planIdOf({ kernel }: Scope, name: string): Promise<number> {
  const plan = await kernel.platform.db.query.plans.findFirst({ where: (t, { eq: is }) => is(t.name, name) });
  return plan?.id ?? 0;
}

/** The platform's own company pays once a year, so that the demo folder works for months. */
async function subscribeDemo(scope: Scope, today: string): Promise<void> {
  const planId = await planIdOf(scope, 'Empresa');
  const dueDate = addDays(today, 12 - DAYS);
  await updateCompany(scope, { companyId: OWNER.companyId, planId, dueDate, recurrence: 'ANUAL' });
  const boreal = await idOf(scope, BOREAL);
  const end = addDays(today, BOREAL_DUE_IN);
  await updateCompany(scope, {
    ...{ companyId: boreal, planId: await planIdOf(scope, 'Essencial'), recurrence: 'MENSAL' },
    dueDate: moveByMonths(end, -BOREAL_PERIODS, null),
    billingDay: Number(end.slice(8)),
  });
}

async function idOf({ kernel }: Scope, name: string): Promise<number> {
  const found = await kernel.platform.db.query.companies.findFirst({ where: eq(companies.name, name) });
  if (!found) throw new Error(`${name} is no company`);
  return found.id;
}

async function enter(scope: Scope, client: Client, today: string): Promise<void> {
  const { name, email, phone, recurrence, state } = client;
  const dueDate = addDays(today, -client.firstDueDaysAgo);
  const planId = await planIdOf(scope, client.plan);
  await createCompany(scope, {
    name,
    email,
    phone,
    recurrence,
    planId,
    dueDate,
    status: true,
    campaignsEnabled: true,
  });
  if (state !== 'trial') return;
  const companyId = await idOf(scope, name);
  const company = await scope.kernel.platform.db.query.companies.findFirst({
    where: eq(companies.id, companyId),
  });
  await changeCompany(platformOf(scope), { companyId, trialExpiration: company?.dueDate ?? null });
}

async function block(scope: Scope, name: string): Promise<void> {
  await updateCompany(scope, { companyId: await idOf(scope, name), status: false });
}

async function doBillingJobs({ kernel }: Scope): Promise<void> {
  await createMailRounds(kernel)();
  await renewFreePlans(kernel);
  await makeDueInvoices(kernel);
  await warnCompanies(kernel);
}

/** Payers: those whose day it is, as the bank's statement shows them. */
async function pay(scope: Scope, today: string): Promise<void> {
  const { kernel } = scope;
  const open = await kernel.platform.db
    .select({ id: invoices.id, dueDay: invoices.dueDay, name: companies.name })
    .from(invoices)
    .innerJoin(companies, eq(companies.id, invoices.companyId))
    .where(and(eq(invoices.status, 'open'), eq(invoices.kind, 'period')))
    .orderBy(asc(invoices.id));
  for (const { id, dueDay, name } of open) {
    const paysBefore = PAYERS.get(name);
    if (paysBefore === undefined || addDays(dueDay, -paysBefore) !== today) continue;
    await markPaid(scope, { invoiceId: id, note: 'Pix conferido no extrato' });
  }
}

const PAYERS = new Map<string, number>([
  ['Aurora', 2],
  [BOREAL, 0],
  ...CLIENTS.flatMap(({ name, paysDaysBefore }): [string, number][] =>
    paysDaysBefore === undefined ? [] : [[name, paysDaysBefore]],
  ),
]);

/** Somebody paid a code that belongs to no open invoice; the platform's administrators have to decide. */
async function addUnknownPayment(scope: Scope): Promise<void> {
  const companyId = await idOf(scope, 'Imobiliária Casa Certa');
  await platformOf(scope).write((tx) =>
    addNotice(tx, {
      provider: 'efi',
      reference: 'E00416968PIXDEMO7',
      reason: 'underpaid',
      cents: 34_900,
      companyId,
      invoiceId: null,
    }),
  );
}
