import { isSignature, sign } from '../../security/secrets.ts';
import { type Ctx, isHtmx } from '../env.ts';

/** The address of a part was copied, opened in a tab or reloaded: htmx did not ask for it. */
export function isOpenedAsPage(c: Ctx): boolean {
  return c.req.method === 'GET' && !isHtmx(c);
}

/** For a part whose address does not name the page it belongs to. */
export function setPageAbove(c: Ctx, path: string): void {
  c.set('pageAbove', () => path);
}

export function leadToItsPage(c: Ctx, html = ''): Response {
  const { pathname, search } = new URL(c.req.url);
  const own = html.startsWith('<dialog') ? signed(c, pathname + search) : undefined;
  const dialog = c.req.query('dialog') ?? own;
  return c.redirect(
    `${c.get('pageAbove')?.() ?? '/'}${dialog ? `?${new URLSearchParams({ dialog })}` : ''}`,
    303,
  );
}

/** Signed: a link that names a file or JSON would put a customer's text into the page as HTML. */
export function dialogOnPage(c: Ctx): string | undefined {
  const [signature = '', href] = c.req.query('dialog')?.split(/ (.*)/s) ?? [];
  return href && isSignature(keyOf(c), textOf(href), signature) ? href : undefined;
}

const signed = (c: Ctx, href: string) => `${sign(keyOf(c), textOf(href))} ${href}`;
const keyOf = (c: Ctx) => c.get('kernel').secrets.codes;
const textOf = (href: string) => `dialog:${href}`;
