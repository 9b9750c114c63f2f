import type { Logger } from '../log.ts';

/** By default Docker kills a container ten seconds after SIGTERM. */
const LIMIT_MS = 9_000;

/** False when `work` takes longer than `ms`; it continues, and its result is ignored. */
export async function inTime(ms: number, work: Promise<unknown>): Promise<boolean> {
  const { promise: late, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(resolve, ms, false);
  const isDone = await Promise.race([work.then(() => true), late]);
  clearTimeout(timer);
  return isDone;
}

export function onShutdown(log: Logger, drain: () => Promise<void>): void {
  let isStopping = false;
  const stop = async (signal: string): Promise<void> => {
    if (isStopping) return;
    isStopping = true;
    log.info({ signal }, 'stopping');
    const limit = setTimeout(() => {
      log.error('the drain took too long');
      process.exit(1);
    }, LIMIT_MS);
    await drain().catch((error) => log.error({ err: error }, 'the drain failed'));
    clearTimeout(limit);
    log.info('stopped');
    process.exit(0);
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}

/** Libraries leave promises unawaited (Baileys, on a closing socket): one must not end the process for all. */
export function surviveStrayRejections(log: Logger): void {
  process.on('unhandledRejection', (reason) => log.error({ err: reason }, 'unhandled rejection'));
}
