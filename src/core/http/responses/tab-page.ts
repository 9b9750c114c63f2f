import type { ReactNode } from 'react';
import { type Ctx, isPartial } from '../env.ts';
import { fragment, page, type TabParts } from './respond.ts';

export async function tabPage(c: Ctx, active: string, parts: TabParts): Promise<Response> {
  const node = await c.get('renderer').tabs(c, { active, ...parts });
  return isPartial(c) ? fragment(c, node) : page(c, c.get('renderer').tabHeader(active), node);
}

export async function tabList(
  c: Ctx,
  active: string,
  render: (shows: 'page' | 'rows') => ReactNode,
): Promise<Response> {
  if (isPartial(c)) return fragment(c, render('rows'));
  const node = await c.get('renderer').tabs(c, { active, isWide: true, children: render('page') });
  return page(c, c.get('renderer').tabHeader(active), node);
}
