import type { ReactNode } from 'react';
import { type Ctx, isPartial } from '../env.ts';
import { fragment, page, type SettingsParts } from './respond.ts';

const HEADER = { title: 'settings:title', active: 'settings' };

export async function settingsTab(c: Ctx, active: string, parts: SettingsParts): Promise<Response> {
  const node = await c.get('renderer').settings(c, { active, ...parts });
  return isPartial(c) ? fragment(c, node) : page(c, HEADER, node);
}

export async function settingsList(
  c: Ctx,
  active: string,
  render: (shows: 'page' | 'rows') => ReactNode,
): Promise<Response> {
  if (isPartial(c)) return fragment(c, render('rows'));
  const node = await c.get('renderer').settings(c, { active, isWide: true, children: render('page') });
  return page(c, HEADER, node);
}
