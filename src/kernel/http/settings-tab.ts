import type { ReactNode } from 'react';
import { type Ctx, isPartial } from './env.ts';
import { fragment, page, type SettingsParts } from './respond.ts';

const HEAD = { title: 'settings:title', active: 'settings' };

/** Of the settings page. A partial request is answered with all of it, of which each place takes its own. */
export async function settingsTab(c: Ctx, active: string, parts: SettingsParts): Promise<Response> {
  const node = await c.get('renderer').settings(c, { active, ...parts });
  return isPartial(c) ? fragment(c, node) : page(c, HEAD, node);
}

/** A wide one, whose address answers a partial request with rows. */
export async function settingsList(
  c: Ctx,
  active: string,
  draw: (shows: 'page' | 'rows') => ReactNode,
): Promise<Response> {
  if (isPartial(c)) return fragment(c, draw('rows'));
  const node = await c.get('renderer').settings(c, { active, isWide: true, children: draw('page') });
  return page(c, HEAD, node);
}
