import { type Ctx, isHtmx } from '../env.ts';

/** The address of a part was copied, opened in a tab or reloaded: htmx did not ask for it. */
export function isOpenedAsPage(c: Ctx): boolean {
  return c.req.method === 'GET' && !isHtmx(c);
}

export function leadToItsPage(c: Ctx, html = ''): Response {
  const { pathname, search } = new URL(c.req.url);
  const own = html.startsWith('<dialog') ? pathname + search : undefined;
  const dialog = c.req.query('dialog') ?? own;
  return c.redirect(
    `${c.get('pageAbove') ?? '/'}${dialog ? `?${new URLSearchParams({ dialog })}` : ''}`,
    303,
  );
}
