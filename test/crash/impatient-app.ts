import { createApp } from '@/app.ts';
import { readConfig } from '@/config.ts';
import { onShutdown, surviveStrayRejections } from '@/core/process/shutdown.ts';
import { lockData } from '@/core/storage/data-lock.ts';
import { createDependencies } from '@/dependencies.ts';
import { ensureAdmin } from '@/modules/auth/set-up/first-start.service.ts';
import { listen } from '@/server.ts';
import { installConsoleFilter } from '@/whatsapp/console-filter.ts';
import { createWhatsApp } from '@/whatsapp/sessions.ts';

installConsoleFilter();
const config = readConfig(process.env);
const lock = lockData(config.dataDir);
const dependencies = await createDependencies(config, {
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
surviveStrayRejections(dependencies.kernel.log);
await ensureAdmin(dependencies.kernel);
const server = listen(dependencies.kernel, createApp(dependencies.kernel));
onShutdown(dependencies.kernel.log, async () => {
  await server.stop();
  await dependencies.stop();
  lock.release();
});
await dependencies.start();
