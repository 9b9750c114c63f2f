import { createApp } from './app.ts';
import { readConfig } from './config.ts';
import { createDesk } from './deps.ts';
import { DataInUse, lockData } from './kernel/data-lock.ts';
import { ConfigError } from './kernel/errors.ts';
import { ensureAdmin, printSetUpLink } from './modules/auth/first-start.ts';
import { listen } from './server.ts';
import { onShutdown, surviveStrayRejections } from './shutdown.ts';
import { installConsoleFilter } from './whatsapp/console-filter.ts';

installConsoleFilter();

try {
  const config = readConfig(process.env);
  const lock = lockData(config.dataDir);
  const desk = await createDesk(config);
  surviveStrayRejections(desk.kernel.log);
  await ensureAdmin(desk.kernel);
  const server = listen(desk.kernel, createApp(desk.kernel));
  desk.kernel.log.info({ url: server.url }, 'Balcão answers');
  await printSetUpLink(desk.kernel, server.url);
  onShutdown(desk.kernel.log, async () => {
    await server.stop();
    await desk.stop();
    lock.release();
  });
  await desk.start();
} catch (error) {
  if (!(error instanceof ConfigError || error instanceof DataInUse)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}
