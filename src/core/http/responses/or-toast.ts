import { AppError } from '../../errors.ts';
import { type Ctx, isHtmx } from '../env.ts';
import { trigger } from './respond.ts';

/** Spec part 2 §8. A refusal has its own, more precise message, shown as it is. */
type Failure = 'common:toast.listFailed' | 'common:toast.failed';

export async function orToast(c: Ctx, text: Failure, work: () => Promise<Response>): Promise<Response> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof AppError || !isHtmx(c)) throw error;
    c.var.log.error({ err: error, path: c.req.routePath }, 'a request failed');
    toastFailure(c, text);
    c.header('HX-Reswap', 'none');
    return c.text('ERR_INTERNAL', 500);
  }
}

export function toastFailure(c: Ctx, text: string): void {
  trigger(c, { toast: { level: 'error', text: c.var.t(text) } });
}
