import { requireRecentAuthentication } from '../../policy.ts';
import { type Ctx, isHtmx } from '../env.ts';
import { leadTo } from './respond.ts';

/** Requires reauthentication; htmx prompts over the page. Never cached. Throws ERR_PROOF_REQUIRED. */
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
