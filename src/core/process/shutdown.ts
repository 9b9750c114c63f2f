import type { Logger } from '../log.ts';

/** By default Docker kills a container ten seconds after SIGTERM. */
const LIMIT_MS = 9_000;

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
