import { clickLinks, connections, tickets } from '@db/tenant/schema/index.ts';
import { and, asc, count, desc, eq, sql } from 'drizzle-orm';
import { afterRow, cutPage, offsetOf, sizeOf } from '@/core/db/paging.ts';
import { containsText } from '@/core/db/search.ts';
import { AppError } from '@/core/errors.ts';
import { isAdmin, requireCan } from '@/core/policy.ts';
import type { Scope } from '@/core/scope.ts';
import { type ClickLinkFilter, LINKS_PER_PAGE } from './click-to-chat.schema.ts';
import type { ClickLinkPage, ClickLinkView, OtherSource } from './click-to-chat.views.ts';

const MAX_OTHERS = 20;

export async function listLinks(scope: Scope, filter: ClickLinkFilter): Promise<ClickLinkPage> {
  requireCan(scope, isAdmin);
  const found = filter.searchParam
    ? containsText(filter.searchParam, clickLinks.source, connections.name)
    : undefined;
  const after = filter.after ? afterRow(clickLinks.id, [clickLinks.source], filter.after) : undefined;
  const size = sizeOf(filter, LINKS_PER_PAGE);
  const rows = await selectLinks(scope)
    .where(and(found, after))
    .orderBy(asc(clickLinks.source))
    .limit(size + 1)
    .offset(offsetOf(filter, LINKS_PER_PAGE));
  const page = cutPage(rows, size);
  const [total] = await selectCount(scope).where(found);
  return { links: page.rows.map(toView), count: total?.n ?? 0, hasMore: page.hasMore };
}

export async function getLink(scope: Scope, linkId: number): Promise<ClickLinkView> {
  requireCan(scope, isAdmin);
  const [row] = await selectLinks(scope).where(eq(clickLinks.id, linkId));
  if (!row) throw new AppError('ERR_NO_LINK_FOUND');
  return toView(row);
}

export async function listLinkConnections(scope: Scope): Promise<{ id: number; name: string }[]> {
  requireCan(scope, isAdmin);
  return scope.db
    .select({ id: connections.id, name: connections.name })
    .from(connections)
    .orderBy(asc(connections.name));
}

export async function listOtherSources(scope: Scope): Promise<OtherSource[]> {
  requireCan(scope, isAdmin);
  const ticketsCount = count();
  return scope.db
    .select({ source: tickets.source, ticketsCount })
    .from(tickets)
    .where(
      sql`${tickets.source} <> '' and ${tickets.source} not in (select ${clickLinks.source} from ${clickLinks})`,
    )
    .groupBy(tickets.source)
    .orderBy(desc(ticketsCount), asc(tickets.source))
    .limit(MAX_OTHERS);
}

const ofLink = sql<number>`(select count(*) from ${tickets} where ${tickets.source} = ${clickLinks.source} and ${tickets.source} <> '')`;

function selectLinks(scope: Scope) {
  return scope.db
    .select({
      link: clickLinks,
      connection: { id: connections.id, name: connections.name, number: connections.number },
      ticketsCount: ofLink,
    })
    .from(clickLinks)
    .leftJoin(connections, eq(connections.id, clickLinks.connectionId))
    .$dynamic();
}

function selectCount(scope: Scope) {
  return scope.db
    .select({ n: count() })
    .from(clickLinks)
    .leftJoin(connections, eq(connections.id, clickLinks.connectionId))
    .$dynamic();
}

type Joined = Awaited<ReturnType<typeof selectLinks>>[number];

function toView({ link, connection, ticketsCount }: Joined): ClickLinkView {
  const { id, source, text, label, color, side, createdAt, updatedAt } = link;
  return {
    ...{ id, source, connection, text, label, color, side, ticketsCount },
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}
