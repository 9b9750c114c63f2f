import { companies, invoices } from '@db/platform/schema/index.ts';
import { and, asc, count, desc, eq, gte, lt, or, type SQL, sql } from 'drizzle-orm';
import { afterRow, cutPage, offsetOf, sizeOf } from '@/core/db/paging.ts';
import { containsText } from '@/core/db/search.ts';
import { AppError, never } from '@/core/errors.ts';
import { type PlatformScope, platformOf } from '@/core/platform-scope.ts';
import { requireCan, requireSuper } from '@/core/policy.ts';
import type { Scope } from '@/core/scope.ts';
import { startOfMonth } from '@/core/zoned-time.ts';
import { type CompanyRow, zoneOf } from '@/modules/companies/companies.queries.ts';
import { canSeeBilling } from '../billing.policy.ts';
import {
  type AllInvoicesFilter,
  INVOICES_PER_PAGE,
  type InvoiceFilter,
  type InvoiceState,
} from '../billing.schema.ts';
import type { InvoiceRowView, InvoicesReply, InvoiceView } from '../billing.views.ts';
import { isReversible } from './correct-invoice.service.ts';
import type { InvoiceRow } from './pay-invoice.service.ts';

export type InvoicePage = { records: InvoiceRowView[]; hasMore: boolean };

/** The contract's plain array, oldest first; empty without permission: clients show it unchecked. */
export async function listInvoicesInFull(scope: Scope): Promise<InvoiceView[]> {
  if (!canSeeBilling(scope.actor)) return [];
  const rows = await platformOf(scope)
    .db.select()
    .from(invoices)
    .where(eq(invoices.companyId, scope.companyId))
    .orderBy(asc(invoices.id));
  return rows.map(toInvoiceView);
}

export async function listInvoices(scope: Scope, filter: InvoiceFilter): Promise<InvoicePage> {
  requireCan(scope, canSeeBilling);
  return load(scope, filter, ownMatching(scope, filter));
}

/** The contract's page of the company's own, the newest first. */
export async function listCountedInvoices(scope: Scope, filter: InvoiceFilter): Promise<InvoicesReply> {
  const { records, hasMore } = await listInvoices(scope, filter);
  const [total] = await scope.kernel.platform.db
    .select({ n: count() })
    .from(invoices)
    .where(ownMatching(scope, filter));
  return { invoices: records.map(withoutRowFields), count: total?.n ?? 0, hasMore };
}

function ownMatching({ companyId }: Scope, { searchParam: text }: InvoiceFilter): SQL | undefined {
  return and(eq(invoices.companyId, companyId), text ? or(matching(text), numbered(text)) : undefined);
}

function withoutRowFields(row: InvoiceRowView): InvoiceView {
  const { state: _, companyName, timeZone, paidUntil, paidBy, note, credit, isReversible, ...view } = row;
  return view;
}

/** All companies'. Throws ERR_NO_SUPER. */
export async function listAllInvoices(scope: Scope, filter: AllInvoicesFilter): Promise<InvoicePage> {
  requireSuper(scope);
  const { searchParam: text, status, paid } = filter;
  const named = containsText(text, companies.name);
  return load(
    scope,
    filter,
    and(
      status ? isIn(status, scope.now()) : undefined,
      paid ? paidIn(paid, scope.kernel.config) : undefined,
      text ? or(named, matching(text), numbered(text)) : undefined,
    ),
  );
}

/** Own company only. Throws ERR_NO_INVOICE_FOUND. */
export async function getInvoice(scope: Scope, invoiceId: number): Promise<InvoiceRow> {
  requireCan(scope, canSeeBilling);
  const row = await scope.kernel.platform.db.query.invoices.findFirst({
    where: and(eq(invoices.id, invoiceId), eq(invoices.companyId, scope.companyId)),
  });
  if (!row) throw new AppError('ERR_NO_INVOICE_FOUND');
  return row;
}

export async function readInvoice(scope: Scope, invoiceId: number): Promise<InvoiceView> {
  return toInvoiceView(await getInvoice(scope, invoiceId));
}

/** Any company's. Throws ERR_NO_SUPER, ERR_NO_INVOICE_FOUND. */
export async function readAnyInvoice(scope: Scope, invoiceId: number): Promise<InvoiceView> {
  return withoutRowFields(await getAnyInvoice(scope, invoiceId));
}

/** Any company's. Throws ERR_NO_SUPER, ERR_NO_INVOICE_FOUND. */
export async function getAnyInvoice(scope: Scope, invoiceId: number): Promise<InvoiceRowView> {
  const { invoice, company } = await findAnyInvoice(scope, invoiceId);
  return toInvoiceRowView(scope, invoice, company);
}

/** Any company's, with the columns of the table. Throws ERR_NO_SUPER, ERR_NO_INVOICE_FOUND. */
export async function getAnyInvoiceRow(scope: Scope, invoiceId: number): Promise<InvoiceRow> {
  return (await findAnyInvoice(scope, invoiceId)).invoice;
}

async function findAnyInvoice(scope: Scope, invoiceId: number) {
  requireSuper(scope);
  const [row] = await scope.kernel.platform.db
    .select({ invoice: invoices, company: companies })
    .from(invoices)
    .innerJoin(companies, eq(companies.id, invoices.companyId))
    .where(eq(invoices.id, invoiceId));
  if (!row) throw new AppError('ERR_NO_INVOICE_FOUND');
  return row;
}

export function findOpenInvoice(
  { db }: Pick<PlatformScope, 'db'>,
  companyId: number,
): Promise<InvoiceRow | undefined> {
  return db.query.invoices.findFirst({
    where: and(eq(invoices.companyId, companyId), eq(invoices.status, 'open'), eq(invoices.kind, 'period')),
    orderBy: asc(invoices.dueDate),
  });
}

function toInvoiceView(row: InvoiceRow): InvoiceView {
  const { id, detail, status, companyId, kind, users, connections, queues, recurrence } = row;
  return {
    id,
    detail,
    status,
    value: row.cents / 100,
    dueDate: row.dueDate.toISOString(),
    companyId,
    kind,
    users,
    connections,
    queues,
    recurrence,
    paidAt: row.paidAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}

export function toInvoiceRowView(
  { kernel, now }: Scope,
  row: InvoiceRow,
  company: CompanyRow,
): InvoiceRowView {
  const { status, dueDate, paidUntil, paidBy, note } = row;
  const state = status === 'open' && dueDate <= now() ? 'overdue' : status;
  return {
    ...toInvoiceView(row),
    state,
    companyName: company.name,
    timeZone: zoneOf(kernel, company),
    paidUntil: paidUntil?.toISOString() ?? null,
    paidBy,
    note,
    credit: row.creditCents / 100,
    isReversible: isReversible(row, company),
  };
}

async function load(scope: Scope, filter: InvoiceFilter, where: SQL | undefined): Promise<InvoicePage> {
  const size = sizeOf(filter, INVOICES_PER_PAGE);
  const rows = await scope.kernel.platform.db
    .select({ invoice: invoices, company: companies })
    .from(invoices)
    .innerJoin(companies, eq(companies.id, invoices.companyId))
    .where(and(where, filter.after ? afterRow(invoices.id, [sql`-${invoices.id}`], filter.after) : undefined))
    .orderBy(desc(invoices.id))
    .limit(size + 1)
    .offset(offsetOf(filter, INVOICES_PER_PAGE));
  const page = cutPage(rows, size);
  const records = page.rows.map(({ invoice, company }) => toInvoiceRowView(scope, invoice, company));
  return { records, hasMore: page.hasMore };
}

function paidIn(month: string, { timeZone }: { timeZone: string }): SQL | undefined {
  return and(
    gte(invoices.paidAt, startOfMonth(month, timeZone)),
    lt(invoices.paidAt, startOfMonth(month, timeZone, { later: 1 })),
  );
}

function isIn(state: InvoiceState, now: Date): SQL | undefined {
  switch (state) {
    case 'open':
      return and(eq(invoices.status, 'open'), gte(invoices.dueDate, now));
    case 'overdue':
      return and(eq(invoices.status, 'open'), lt(invoices.dueDate, now));
    case 'paid':
    case 'cancelled':
      return eq(invoices.status, state);
    default:
      return never(state);
  }
}

function matching(text: string): SQL {
  return sql`(${containsText(text, invoices.detail)} or ${containsText(dayOf(text), invoices.dueDay)})`;
}

/** Converts `03/2026` and `10/03/2026` to the stored format. */
const dayOf = (text: string) => text.split('/').reverse().join('-');

function numbered(text: string): SQL | undefined {
  return /^#?\d{1,9}$/.test(text) ? eq(invoices.id, Number(text.replace('#', ''))) : undefined;
}
