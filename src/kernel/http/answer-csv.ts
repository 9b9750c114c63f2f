import { requireFreshProof } from '../policy.ts';
import { type Ctx, isHtmx } from './env.ts';
import { leadTo } from './respond.ts';

/**
 * A sheet of what a company knows takes a fresh proof. Our buttons ask with htmx, so that the question comes over the page; then the
 * browser is led to the same address and saves what it gets. Caches must not keep a copy. Throws ERR_PROOF_REQUIRED.
 */
export async function answerCsv(
  c: Ctx,
  name: string,
  write: () => Promise<string | ReadableStream<Uint8Array>>,
): Promise<Response> {
  requireFreshProof(c.var.scope);
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
