import { requireRecentAuthentication } from '../../policy.ts';
import { type Ctx, isHtmx } from '../env.ts';
import { leadTo } from './respond.ts';

/**
 * Exporting company data requires reauthentication. Our buttons use htmx, so that the prompt opens over the page;
 * then the browser is redirected to the same address and saves the file. Caches must not store a copy. Throws
 * ERR_PROOF_REQUIRED.
 */
export async function answerCsv(
  c: Ctx,
  name: string,
  write: () => Promise<string | ReadableStream<Uint8Array>>,
): Promise<Response> {
  requireRecentAuthentication(c.var.scope);
  if (isHtmx(c)) {
    const { pathname, search } = new URL(c.req.url);
    return leadTo(c, pathname + search);
  }
  return c.body(await write(), 200, {
    'Content-Type': 'text/csv; charset=utf-8',
    'Content-Disposition': `attachment; filename="${name}.csv"`,
    'Cache-Control': 'private, no-store',
  });
}
