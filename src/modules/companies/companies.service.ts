import { companies, plans } from '@db/platform/schema/index.ts';
import { and, eq, ne, sql } from 'drizzle-orm';
import { auditChange, auditGone, auditNew } from '@/core/audit/audit-rows.ts';
import { insertedRow } from '@/core/db/inserted-row.ts';
import { AppError } from '@/core/errors.ts';
import type { PlatformScope } from '@/core/platform-scope.ts';
import { type Kernel, type Scope, systemScopeOn } from '@/core/scope.ts';
import { endOfDay, moveToZone, zonedParts } from '@/core/zoned-time.ts';
import { type CompanyRow, zoneOf } from './companies.queries.ts';
import { nextCompanyId } from './next-company-id.queries.ts';
import { billingDayOf } from './recurrence.schema.ts';

/** Omitted fields get the table's defaults. */
export type CompanyDraft = Omit<typeof companies.$inferInsert, 'id' | 'createdAt' | 'updatedAt' | 'email'> & {
  email: string;
};

/** `furnish` fills the company's database before it appears. Throws ERR_COMPANY_INVALID_NAME, ERR_COMPANY_NAME_ALREADY_EXISTS. */
export async function addCompany(
  platform: PlatformScope,
  draft: CompanyDraft,
  furnish?: (scope: Scope) => Promise<void>,
): Promise<number> {
  return platform.write(async (tx) => {
    await requireName(tx, draft.name);
    const id = await nextCompanyId(tx.db, tx.kernel.tenants);
    await tx.db.insert(companies).values({ ...draft, id, createdAt: tx.now(), updatedAt: tx.now() });
    // Before the commit, so that a crash never leaves a company without a database.
    await tx.kernel.tenants.create(
      id,
      furnish && (async (database) => furnish(await systemScopeOn(tx.kernel, id, database))),
    );
    await auditNew(tx, 'company.created', companies, id);
    tx.emit('company.changed', { companyId: id });
    return id;
  });
}

export type CompanyChange = Partial<Omit<CompanyDraft, 'email'> & { email: string }>;

/** Omitted fields stay unchanged; with a new time zone, days stay the same days. Throws ERR_NO_COMPANY_FOUND, and as `addCompany`. */
export async function changeCompany(
  platform: PlatformScope,
  { companyId, ...change }: CompanyChange & { companyId: number },
): Promise<CompanyRow> {
  return platform.write(async (tx) => {
    if (change.name !== undefined) await requireName(tx, change.name, companyId);
    const before = await requireRow(tx, companyId);
    const audited = await auditChange(tx, 'company.changed', companies, companyId);
    const billingDay = billingDayAfter(tx.kernel, before, change);
    const [row] = await tx.db
      .update(companies)
      .set({ ...movedDays(tx.kernel, before, change), ...change, billingDay, updatedAt: tx.now() })
      .where(eq(companies.id, companyId))
      .returning();
    if (!row) throw new AppError('ERR_NO_COMPANY_FOUND');
    await audited();
    tx.emit('company.changed', { companyId });
    return row;
  });
}

async function requireRow({ db }: PlatformScope, companyId: number): Promise<CompanyRow> {
  const known = await db.query.companies.findFirst({ where: eq(companies.id, companyId) });
  if (!known) throw new AppError('ERR_NO_COMPANY_FOUND');
  return known;
}

function movedDays(kernel: Kernel, before: CompanyRow, { timeZone }: CompanyChange) {
  if (timeZone === undefined) return {};
  const [from, to] = [zoneOf(kernel, before), zoneOf(kernel, { timeZone })];
  const moved = (at: Date | null) => at && moveToZone(at, from, to);
  return from === to
    ? {}
    : { dueDate: moved(before.dueDate), trialExpiration: moved(before.trialExpiration) };
}

/** Undefined leaves it unchanged: a due date moved by hand keeps the agreed billing day. */
function billingDayAfter(
  kernel: Kernel,
  before: CompanyRow,
  { dueDate, billingDay, timeZone = before.timeZone }: CompanyChange,
): number | null | undefined {
  if (!dueDate) return dueDate;
  const dayOf = (at: Date, zone: string | null) => zonedParts(at, zoneOf(kernel, { timeZone: zone })).day;
  const known = before.dueDate
    ? billingDayOf(dayOf(before.dueDate, before.timeZone), before.billingDay)
    : null;
  return billingDayOf(dayOf(dueDate, timeZone), billingDay ?? known);
}

export async function removeCompany(platform: PlatformScope, companyId: number): Promise<void> {
  await platform.write(async (tx) => {
    await auditGone(tx, 'company.deleted', companies, companyId);
    await tx.db.delete(companies).where(eq(companies.id, companyId));
    tx.emit('company.changed', { companyId });
  });
}

/** The due day's last moment in the company's time zone; null means no end. */
export function dueMoment(due: string | Date | null, timeZone: string): Date | null {
  return typeof due === 'string' ? endOfDay(due, timeZone) : due;
}

async function requireName(tx: PlatformScope, name: string, own = 0): Promise<void> {
  if (name.trim().length < 2) throw new AppError('ERR_COMPANY_INVALID_NAME');
  const same = and(sql`lower(${companies.name}) = ${name.toLowerCase()}`, ne(companies.id, own));
  if (await tx.db.query.companies.findFirst({ where: same }))
    throw new AppError('ERR_COMPANY_NAME_ALREADY_EXISTS');
}

export async function dropCompanies(platform: PlatformScope): Promise<void> {
  await platform.write((tx) => tx.db.delete(companies));
}

const FIRST_PLAN = { name: 'Plano 1', users: 10, connections: 10, queues: 10, value: 30 };

export async function ensureFirstPlan(platform: PlatformScope): Promise<number> {
  const known = await platform.db.query.plans.findFirst();
  if (known) return known.id;
  return platform.write(async (tx) => {
    const plan = await tx.db
      .insert(plans)
      .values({ ...FIRST_PLAN, createdAt: tx.now(), updatedAt: tx.now() })
      .returning({ id: plans.id })
      .then(insertedRow);
    return plan.id;
  });
}
