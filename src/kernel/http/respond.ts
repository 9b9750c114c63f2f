import type { ReactNode } from 'react';
import { htmlReply } from './compress.ts';
import { type Ctx, isPartial } from './env.ts';

export type PageOptions = {
  /** Translation key of the window's title. */
  title: string;
  /** Key of the menu entry it belongs to. */
  active?: string;
  layout?: 'app' | 'bare' | 'wide';
  /** Translation key of what went wrong, said in a toast. */
  toast?: string;
  status?: 200 | 400 | 401 | 403 | 404 | 409 | 413 | 422 | 429 | 500;
};

/** How nodes become HTML; `app.ts` gives it to the kernel, which knows no view. */
export type Renderer = {
  page(c: Ctx, options: PageOptions, node: ReactNode): Promise<string>;
  fragment(c: Ctx, node: ReactNode): string;
};

/** A whole document: layout, menu and the page. */
export async function page(c: Ctx, options: PageOptions, node: ReactNode): Promise<Response> {
  c.header('Cache-Control', 'private, no-store');
  return htmlReply(c, await c.var.renderer.page(c, options, node), options.status ?? 200);
}

/** A part of a page, for htmx; 422 is a form that comes back with its messages. */
export function fragment(c: Ctx, node: ReactNode, status: 200 | 422 = 200): Response {
  c.header('Cache-Control', 'private, no-store');
  return htmlReply(c, c.var.renderer.fragment(c, node), status);
}

/** A list: its page, or for htmx the rows that a search, a refresh or the scroll asked for. */
export async function listPage(
  c: Ctx,
  head: PageOptions,
  draw: (shows: 'page' | 'rows') => ReactNode,
): Promise<Response> {
  return isPartial(c) ? fragment(c, draw('rows')) : page(c, head, draw('page'));
}

export type Done = {
  /** Translation key of the success message. */
  toast?: string;
  vars?: Record<string, string | number>;
  /** Lists to fetch again, e.g. `tags`. */
  refresh?: string;
  /** A token with which the toast offers to take it back (kernel/undo.ts). */
  undo?: string | null;
  /** Further client events. */
  events?: Record<string, unknown>;
};

/** A good form's answer: the dialog closes, a toast shows, lists fetch again. */
export function done(c: Ctx, { toast, vars, refresh, undo, events }: Done): Response {
  trigger(c, {
    'dialog:close': true,
    ...(toast && { toast: { level: 'success', text: c.var.t(toast, vars), ...(undo && { undo }) } }),
    ...(refresh && { [`refresh:${refresh}`]: true }),
    ...events,
  });
  return c.body(null, 204);
}

/** Client events of an htmx reply. A header holds Latin-1 only, so everything beyond ASCII is escaped. */
export function trigger(c: Ctx, events: Record<string, unknown>): void {
  const json = JSON.stringify(events).replace(
    /[\u0080-\uffff]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  c.header('HX-Trigger', json);
}

/** Leads the browser elsewhere, whether htmx or the browser itself asked. */
export function leadTo(c: Ctx, path: string): Response {
  if (c.req.header('HX-Request') !== 'true') return c.redirect(path, 303);
  c.header('HX-Redirect', path);
  return c.body(null, 204);
}
