import { contacts, optOuts, users } from '@db/tenant/schema/index.ts';
import { and, count, desc, eq, inArray, or, type SQL, sql } from 'drizzle-orm';
import { cutPage, sizeOf } from '@/core/db/paging.ts';
import { containsFolded, containsText } from '@/core/db/search.ts';
import type { TenantReader } from '@/core/db/tenants/tenants.ts';
import { AppError } from '@/core/errors.ts';
import { requireCan } from '@/core/policy.ts';
import type { Scope } from '@/core/scope.ts';
import { spellingsOf } from '@/modules/contacts/numbers/contact-number.logic.ts';
import { canManageCampaigns } from '../campaigns.policy.ts';
import { OPT_OUTS_PER_PAGE, type OptOutFilter } from './opt-outs.schema.ts';
import type { OptOutPage, OptOutView } from './opt-outs.views.ts';

/** Returns the given numbers (digits) that are opted out, in either spelling of the ninth digit. */
export async function optedOutAmong(scope: Scope, numbers: string[]): Promise<Set<string>> {
  const spelled = numbers.map((number) => [number, spellingsOf(number)] as const);
  const asked = JSON.stringify(spelled.flatMap(([, spellings]) => spellings));
  const rows = await scope.db
    .select({ number: optOuts.number })
    .from(optOuts)
    .where(inArray(optOuts.number, sql`(select value from json_each(${asked}))`));
  const out = new Set(rows.map(({ number }) => number));
  return new Set(spelled.filter(([, all]) => all.some((one) => out.has(one))).map(([number]) => number));
}

/** Also under a number that the contact had before a merge. */
export async function isOptedOut(
  scope: Scope,
  { id, number }: { id: number; number: string },
): Promise<boolean> {
  const isTheirs = or(inArray(optOuts.number, spellingsOf(number)), eq(optOuts.contactId, id));
  const rows = await scope.db.select({ id: optOuts.id }).from(optOuts).where(isTheirs).limit(1);
  return rows.length > 0;
}

export async function listOptOuts(
  scope: Scope,
  filter: Omit<OptOutFilter, 'pageNumber'>,
): Promise<OptOutPage> {
  requireCan(scope, canManageCampaigns);
  const found = filter.searchParam ? matching(filter.searchParam) : undefined;
  const size = sizeOf(filter, OPT_OUTS_PER_PAGE);
  const after = filter.after ? sql`${optOuts.id} < ${filter.after}` : undefined;
  const rows = await select(scope.slowDb)
    .where(and(found, after))
    .orderBy(desc(optOuts.id))
    .limit(size + 1);
  const page = cutPage(rows, size);
  const [total] = await scope.slowDb
    .select({ n: count() })
    .from(optOuts)
    .leftJoin(contacts, eq(contacts.id, optOuts.contactId))
    .where(found);
  return { records: page.rows.map(toView), count: total?.n ?? 0, hasMore: page.hasMore };
}

export async function getOptOut(scope: Scope, optOutId: number): Promise<OptOutView> {
  requireCan(scope, canManageCampaigns);
  const [row] = await select(scope.db).where(eq(optOuts.id, optOutId));
  if (!row) throw new AppError('ERR_NOT_FOUND');
  return toView(row);
}

function matching(text: string): SQL | undefined {
  const digits = text.replace(/\D/g, '');
  return or(
    containsFolded(text, contacts.sortName),
    containsText(text, optOuts.keyword),
    digits ? sql`instr(${optOuts.number}, ${digits}) > 0` : undefined,
  );
}

function select(db: TenantReader) {
  return db
    .select({ optOut: optOuts, contactName: contacts.name, userName: users.name })
    .from(optOuts)
    .leftJoin(contacts, eq(contacts.id, optOuts.contactId))
    .leftJoin(users, eq(users.id, optOuts.userId))
    .$dynamic();
}

type Selected = {
  optOut: typeof optOuts.$inferSelect;
  contactName: string | null;
  userName: string | null;
};

function toView({ optOut: { id, number, keyword, createdAt }, ...names }: Selected): OptOutView {
  return { id, number, keyword, createdAt: createdAt.toISOString(), ...names };
}
