import { createApp } from '@/app.ts';
import { readConfig } from '@/config.ts';
import { createDesk } from '@/deps.ts';
import { lockData } from '@/kernel/data-lock.ts';
import { ensureAdmin } from '@/modules/auth/first-start.ts';
import { listen } from '@/server.ts';
import { onShutdown, surviveStrayRejections } from '@/shutdown.ts';
import { installConsoleFilter } from '@/whatsapp/console-filter.ts';
import { createWhatsApp } from '@/whatsapp/sessions.ts';

installConsoleFilter();
const config = readConfig(process.env);
const lock = lockData(config.dataDir);
const desk = await createDesk(config, {
  createWhatsApp: ({ stores, listener, cipherKeys, log }) =>
    createWhatsApp({
      stores,
      listener,
      cipherKeys,
      log,
      config: {
        ...(config.whatsapp.socketUrl && { socketUrl: config.whatsapp.socketUrl }),
        rootKey: Buffer.from(config.whatsapp.rootKey ?? '', 'base64'),
        keepAliveMs: 400,
        silentMs: 1_200,
        connectMs: 2_000,
        queryMs: 1_500,
        askMs: 2_000,
        sendMs: 3_000,
        uploadMs: 2_000,
        downloadMs: 2_000,
        firstRetryMs: 50,
        longestRetryMs: 400,
      },
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
