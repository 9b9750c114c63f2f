import type { ReactNode } from 'react';
import { type Ctx, isPartial } from '../env.ts';
import type { FormChange } from '../forms/opened-forms.ts';
import { htmlReply } from './compress.ts';
import { isOpenedAsPage, leadToItsPage } from './opened-as-page.ts';

export type PageOptions = {
  title: string;
  titleText?: string;
  active?: string;
  tab?: string;
  layout?: 'app' | 'bare' | 'wide' | 'tall' | 'open';
  view?: string;
  toast?: string;
  status?: 200 | 400 | 401 | 403 | 404 | 409 | 413 | 422 | 429 | 500;
};

export type TabParts = { live?: ReactNode; children?: ReactNode; isWide?: boolean };

export type Renderer = {
  tabHeader(active: string): PageOptions;
  tabs(c: Ctx, parts: TabParts & { active: string }): Promise<ReactNode>;
  page(c: Ctx, options: PageOptions, node: ReactNode): Promise<string>;
  fragment(c: Ctx, node: ReactNode): string;
  changes(c: Ctx, changes: FormChange[]): string;
};

export async function page(c: Ctx, options: PageOptions, node: ReactNode): Promise<Response> {
  c.header('Cache-Control', 'private, no-store');
  return htmlReply(c, redrawn(c, await c.get('renderer').page(c, options, node)), options.status ?? 200);
}

export function fragment(c: Ctx, node: ReactNode, status: 200 | 422 = 200): Response {
  c.header('Cache-Control', 'private, no-store');
  const html = redrawn(c, c.get('renderer').fragment(c, node));
  return isOpenedAsPage(c) ? leadToItsPage(c, html) : htmlReply(c, html, status);
}

const redrawn = (c: Ctx, html: string): string => c.get('redraw')?.(html) ?? html;

export async function listPage(
  c: Ctx,
  head: PageOptions,
  render: (shows: 'page' | 'rows') => ReactNode,
): Promise<Response> {
  return isPartial(c) ? fragment(c, render('rows')) : page(c, head, render('page'));
}

export type Done = {
  toast?: string;
  vars?: Record<string, string | number>;
  warning?: string | undefined;
  refresh?: string;
  undo?: string | null;
  events?: Record<string, unknown>;
};

export function done(c: Ctx, { toast, vars, warning, refresh, undo, events }: Done): Response {
  const level = warning ? 'warning' : 'success';
  const text = toast && [c.var.t(toast, vars), warning].filter(Boolean).join(' ');
  trigger(c, {
    'dialog:close': true,
    ...(text && { toast: { level, text, ...(undo && { undo }) } }),
    ...(refresh && { [`refresh:${refresh}`]: true }),
    ...events,
  });
  return c.body(null, 204);
}

/** A header holds Latin-1 only, so everything beyond ASCII is escaped. */
export function trigger(c: Ctx, events: Record<string, unknown>): void {
  const json = JSON.stringify(events).replace(
    /[\u0080-\uffff]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  c.header('HX-Trigger', json);
}

export function leadTo(c: Ctx, path: string): Response {
  if (c.req.header('HX-Request') !== 'true') return c.redirect(path, 303);
  c.header('HX-Redirect', path);
  return c.body(null, 204);
}
