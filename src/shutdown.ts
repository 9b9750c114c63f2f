import type { Logger } from './kernel/log.ts';

/** Whoever stops us waits ten seconds; we are done before. */
const LIMIT_MS = 9_000;

/** Whether it came to its end within `ms`; what is late goes on, unheard. */
export async function inTime(ms: number, work: Promise<unknown>): Promise<boolean> {
  const { promise: late, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(resolve, ms, false);
  const isDone = await Promise.race([work.then(() => true), late]);
  clearTimeout(timer);
  return isDone;
}

/** Drains once on SIGTERM or SIGINT, and leaves however far the drain got. */
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

/**
 * Libraries start work they do not wait for (Baileys writes to a socket that is just being cut). A failure
 * that nobody awaits must not take all companies with it; it is logged. A thrown error still ends the process.
 */
export function surviveStrayRejections(log: Logger): void {
  process.on('unhandledRejection', (reason) => log.error({ err: reason }, 'nobody awaited what failed'));
}
