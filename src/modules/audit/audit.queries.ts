import { auditEntries } from '@db/tenant/schema/index.ts';
import { and, desc, eq, gte, lt, type SQL, sql } from 'drizzle-orm';
import type { AuditRow } from '@/core/audit/audit-chain.ts';
import { cutPage, sizeOf } from '@/core/db/paging.ts';
import { substringQuery } from '@/core/db/search.ts';
import type { TenantReader } from '@/core/db/tenants/tenants.ts';
import { AppError } from '@/core/errors.ts';
import { type PlatformScope, platformOf } from '@/core/platform-scope.ts';
import { isAdmin, requireCan, requireSuper } from '@/core/policy.ts';
import type { Scope } from '@/core/scope.ts';
import { addDays, zonedTime } from '@/core/zoned-time.ts';
import type { AuditLogFilter } from './audit.schema.ts';
import { ENTRIES_PER_PAGE } from './audit.schema.ts';
import type { AuditLogEntryView, AuditLogPage } from './audit.views.ts';
import type { AuditArea } from './audit-paths.schema.ts';

/** Throws ERR_NO_PERMISSION for non-administrators, ERR_NO_SUPER for the platform's audit. */
export function auditOf(scope: Scope, area: AuditArea): Scope | PlatformScope {
  if (area === 'company') {
    requireCan(scope, isAdmin);
    return scope;
  }
  requireSuper(scope);
  return platformOf(scope);
}

export async function listEntries(
  scope: Scope,
  area: AuditArea,
  filter: AuditLogFilter,
): Promise<AuditLogPage> {
  const size = sizeOf(filter, ENTRIES_PER_PAGE);
  const page = cutPage(await findEntries(scope, area, filter, size + 1), size);
  return { entries: page.rows.map(toEntryView), hasMore: page.hasMore };
}

export async function getEntry(scope: Scope, area: AuditArea, entryId: number): Promise<AuditLogEntryView> {
  const { db } = auditOf(scope, area) as { db: TenantReader };
  const [row] = await db.select().from(auditEntries).where(eq(auditEntries.id, entryId)).limit(1);
  if (!row) throw new AppError('ERR_NO_AUDIT_ENTRY_FOUND');
  return toEntryView(row);
}

export function findEntries(
  scope: Scope,
  area: AuditArea,
  filter: AuditLogFilter,
  limit: number,
): Promise<AuditRow[]> {
  const { pageNumber, after } = filter;
  return slowReaderOf(auditOf(scope, area))
    .select()
    .from(auditEntries)
    .where(and(matching(scope, filter), after ? cursor(after) : undefined))
    .orderBy(desc(auditEntries.at), desc(auditEntries.id))
    .limit(limit)
    .offset(after ? 0 : (pageNumber - 1) * ENTRIES_PER_PAGE);
}

/** The platform has no slow reader; its audit has few entries. */
function slowReaderOf(scope: Scope | PlatformScope): TenantReader {
  return 'slowDb' in scope ? scope.slowDb : (scope as unknown as { db: TenantReader }).db;
}

const position = sql`${auditEntries.at}, ${auditEntries.id}`;

function cursor(entryId: number): SQL {
  return sql`(${position}) < (select ${position} from ${auditEntries} where ${auditEntries.id} = ${entryId})`;
}

function matching(scope: Scope, { searchParam, personId, kind, action, from, to }: AuditLogFilter) {
  const begin = (day: string) => new Date(zonedTime(day, '00:00', scope.timeZone));
  const query = substringQuery(searchParam);
  return and(
    personId
      ? and(eq(auditEntries.personId, personId), eq(auditEntries.personCompanyId, scope.companyId))
      : undefined,
    kind ? eq(auditEntries.kind, kind) : undefined,
    action ? eq(auditEntries.action, action) : undefined,
    from ? gte(auditEntries.at, begin(from)) : undefined,
    to ? lt(auditEntries.at, begin(addDays(to, 1))) : undefined,
    query
      ? sql`${auditEntries.id} in (select rowid from audit_entries_fts where audit_entries_fts match ${query})`
      : undefined,
  );
}

function toEntryView(row: AuditRow): AuditLogEntryView {
  const { id, at, action, kind, address, device, before, after } = row;
  const { personId, personName, personCompanyId } = row;
  return {
    ...{ id, at: at.toISOString(), action, kind, address, device, before, after },
    subject: { id: row.subjectId, name: row.subjectName },
    person:
      personName === '' ? null : { id: personId ?? 0, name: personName, companyId: personCompanyId ?? 0 },
  };
}
