/** Like `src/main.ts`, except that links lead to the hostile pages on a port of this machine. */
import { createApp } from '@/app.ts';
import { readConfig } from '@/config.ts';
import { createDesk } from '@/deps.ts';
import { lockData } from '@/kernel/data-lock.ts';
import { createSafeFetch } from '@/kernel/safe-fetch.ts';
import { ensureAdmin } from '@/modules/auth/first-start.ts';
import { listen } from '@/server.ts';
import { onShutdown, surviveStrayRejections } from '@/shutdown.ts';
import { installConsoleFilter } from '@/whatsapp/console-filter.ts';

installConsoleFilter();
const config = readConfig(process.env);
const lock = lockData(config.dataDir);
const desk = await createDesk(config, {
  safeFetch: createSafeFetch({
    resolve: async () => ['127.0.0.1'],
    isAllowed: (address, port) => address === '127.0.0.1' && port === Number(process.env.HOSTILE_PORT),
    timeoutMs: 8_000,
  }),
});
surviveStrayRejections(desk.kernel.log);
await ensureAdmin(desk.kernel);
const server = listen(desk.kernel, createApp(desk.kernel));
onShutdown(desk.kernel.log, async () => {
  await server.stop();
  await desk.stop();
  lock.release();
});
await desk.start();
