/** Like `src/main.ts`, except that links lead to the hostile pages on a local port. */
import { createApp } from '@/app.ts';
import { readConfig } from '@/config.ts';
import { createDependencies } from '@/deps.ts';
import { lockData } from '@/kernel/data-lock.ts';
import { createSafeFetch } from '@/kernel/safe-fetch.ts';
import { ensureAdmin } from '@/modules/auth/first-start.ts';
import { listen } from '@/server.ts';
import { onShutdown, surviveStrayRejections } from '@/shutdown.ts';
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
