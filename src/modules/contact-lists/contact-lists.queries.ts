import { contactLists, contactListTotals } from '@db/tenant/schema/index.ts';
import { and, asc, count, eq, sql } from 'drizzle-orm';
import { tenantStatement } from '@/core/db/driver/prepared-statement.ts';
import { afterRow, cutPage, offsetOf, sizeOf } from '@/core/db/paging.ts';
import { containsFolded } from '@/core/db/search.ts';
import type { TenantReader } from '@/core/db/tenants/tenants.ts';
import { AppError } from '@/core/errors.ts';
import { requireCan } from '@/core/policy.ts';
import type { Scope } from '@/core/scope.ts';
import { getCompany } from '@/modules/companies/companies.queries.ts';
import { canManageLists } from './contact-lists.policy.ts';
import { type ContactListFilter, LISTS_PER_PAGE } from './contact-lists.schema.ts';
import type { ContactListChoice, ContactListPage, ContactListView } from './contact-lists.views.ts';

export async function listContactLists(scope: Scope, filter: ContactListFilter): Promise<ContactListPage> {
  requireCan(scope, canManageLists);
  const found = filter.searchParam ? containsFolded(filter.searchParam, contactLists.searchName) : undefined;
  const size = sizeOf(filter, LISTS_PER_PAGE);
  const after = filter.after
    ? afterRow(contactLists.id, [contactLists.searchName, contactLists.id], filter.after)
    : undefined;
  const rows = await select(scope.db)
    .where(and(found, after))
    .orderBy(...byName)
    .limit(size + 1)
    .offset(offsetOf(filter, LISTS_PER_PAGE));
  const page = cutPage(rows, size);
  const [total] = await scope.db.select({ n: count() }).from(contactLists).where(found);
  return {
    records: page.rows.map((row) => toView(scope, row)),
    count: total?.n ?? 0,
    hasMore: page.hasMore,
  };
}

export async function listAllContactLists(scope: Scope): Promise<ContactListChoice[]> {
  requireCan(scope, canManageLists);
  const { id, name } = await getCompany(scope.kernel, scope.companyId);
  const rows = await select(scope.db).orderBy(...byName);
  return rows.map((row) => ({ ...toView(scope, row), company: { id, name } }));
}

/** Throws ERR_NO_CONTACTLIST_FOUND. */
export async function getContactList(scope: Scope, contactListId: number): Promise<ContactListView> {
  const list = await findContactList(scope, contactListId);
  if (!list) throw new AppError('ERR_NO_CONTACTLIST_FOUND');
  return list;
}

export async function findContactList(
  scope: Scope,
  contactListId: number,
): Promise<ContactListView | undefined> {
  requireCan(scope, canManageLists);
  const [row] = await listById(scope.db, { contactListId });
  return row && toView(scope, row);
}

const listById = tenantStatement((db) =>
  select(db).where(eq(contactLists.id, sql.placeholder('contactListId'))),
);

const byName = [asc(contactLists.searchName), asc(contactLists.id)];

function select(db: TenantReader) {
  const { listId, items } = contactListTotals;
  return db
    .select({ list: contactLists, contactsCount: sql<number>`coalesce(${items}, 0)` })
    .from(contactLists)
    .leftJoin(contactListTotals, eq(listId, contactLists.id))
    .$dynamic();
}

type Selected = { list: typeof contactLists.$inferSelect; contactsCount: number };

function toView(scope: Scope, { list, contactsCount }: Selected): ContactListView {
  return {
    id: list.id,
    name: list.name,
    contactsCount,
    companyId: scope.companyId,
    createdAt: list.createdAt.toISOString(),
    updatedAt: list.updatedAt.toISOString(),
  };
}
