import { createApp } from './app.ts';
import { readConfig } from './config.ts';
import { ConfigError, StartRefused } from './core/errors.ts';
import { onShutdown, surviveStrayRejections } from './core/process/shutdown.ts';
import { prepareDataFolder } from './core/storage/data-folder.ts';
import { lockData } from './core/storage/data-lock.ts';
import { createDependencies } from './dependencies.ts';
import { ensureAdmin, printSetUpLink } from './modules/auth/set-up/first-start.service.ts';
import { listen, requireKnownHost } from './server.ts';
import { installConsoleFilter } from './whatsapp/console-filter.ts';

export async function runApp(env: NodeJS.ProcessEnv): Promise<void> {
  installConsoleFilter();

  try {
    const config = readConfig(env);
    prepareDataFolder(config.dataDir);
    const lock = lockData(config.dataDir);
    const dependencies = await createDependencies(config);
    surviveStrayRejections(dependencies.kernel.log);
    await ensureAdmin(dependencies.kernel);
    await requireKnownHost(config);
    const server = listen(dependencies.kernel, createApp(dependencies.kernel), dependencies.cluster);
    dependencies.kernel.log.info({ url: server.url }, 'Balcão answers');
    onShutdown(dependencies.kernel.log, async () => {
      await server.stop();
      await dependencies.stop();
      lock.release();
    });
    await printSetUpLink(dependencies.kernel, server.url);
    await dependencies.start();
  } catch (error) {
    if (!(error instanceof ConfigError || error instanceof StartRefused)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
}
