import { createApp } from './app.ts';
import { readConfig } from './config.ts';
import { createDesk } from './deps.ts';
import { prepareDataFolder } from './kernel/data-folder.ts';
import { lockData } from './kernel/data-lock.ts';
import { ConfigError, StartRefused } from './kernel/errors.ts';
import { giveBackOnceSettled } from './kernel/give-back.ts';
import { ensureAdmin, printSetUpLink } from './modules/auth/first-start.ts';
import { listen } from './server.ts';
import { onShutdown, surviveStrayRejections } from './shutdown.ts';
import { installConsoleFilter } from './whatsapp/console-filter.ts';

/** Until it is told to stop. */
export async function runDesk(env: NodeJS.ProcessEnv): Promise<void> {
  installConsoleFilter();

  try {
    const config = readConfig(env);
    prepareDataFolder(config.dataDir);
    const lock = lockData(config.dataDir);
    const desk = await createDesk(config);
    surviveStrayRejections(desk.kernel.log);
    await ensureAdmin(desk.kernel);
    const server = listen(desk.kernel, createApp(desk.kernel));
    desk.kernel.log.info({ url: server.url }, 'Balcão answers');
    onShutdown(desk.kernel.log, async () => {
      await server.stop();
      await desk.stop();
      lock.release();
    });
    await printSetUpLink(desk.kernel, server.url);
    await desk.start();
    giveBackOnceSettled(desk.kernel.services.after);
  } catch (error) {
    if (!(error instanceof ConfigError || error instanceof StartRefused)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
}
