/** Like `src/main.ts`, except that links lead to the hostile pages on a local port. */
import { createApp } from '@/app.ts';
import { readConfig } from '@/config.ts';
import { onShutdown, surviveStrayRejections } from '@/core/process/shutdown.ts';
import { createSafeFetch } from '@/core/security/safe-fetch.ts';
import { lockData } from '@/core/storage/data-lock.ts';
import { createDependencies } from '@/dependencies.ts';
import { ensureAdmin } from '@/modules/auth/set-up/first-start.service.ts';
import { listen } from '@/server.ts';
import { installConsoleFilter } from '@/whatsapp/console-filter.ts';

installConsoleFilter();
const config = readConfig(process.env);
const lock = lockData(config.dataDir);
const dependencies = await createDependencies(config, {
  safeFetch: createSafeFetch({
    resolve: async () => ['127.0.0.1'],
    isAllowed: (address, port) => address === '127.0.0.1' && port === Number(process.env.HOSTILE_PORT),
    timeoutMs: 8_000,
  }),
});
surviveStrayRejections(dependencies.kernel.log);
await ensureAdmin(dependencies.kernel);
const server = listen(dependencies.kernel, createApp(dependencies.kernel));
onShutdown(dependencies.kernel.log, async () => {
  await server.stop();
  await dependencies.stop();
  lock.release();
});
await dependencies.start();
