import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { DEMO_CUSTOMERS } from '@demo/seed/conversations.ts';
import { DEMO_COMPANIES } from '@demo/seed/people.ts';
import { createApp } from '@/app.ts';
import { createLog } from '@/core/log.ts';
import { onShutdown, surviveStrayRejections } from '@/core/process/shutdown.ts';
import { createDependencies } from '@/dependencies.ts';
import { listen } from '@/server.ts';
import { installConsoleFilter } from '@/whatsapp/console-filter.ts';
import { bankPages } from './bank/bank.pages.tsx';
import { openBank } from './bank/bank.ts';
import { readDemoConfig } from './demo-config.ts';
import { DEFAULT_FOLDER, fillOnce } from './demo-folder.ts';
import { DemoMemory } from './demo-memory.ts';
import { exitWithReason } from './exit-with-reason.ts';
import { fillHistory } from './history/fill-history.ts';
import { NEIGHBOUR_LINES } from './history/platform/neighbours.ts';
import { answeringCustomers, knownNumbers } from './history/present.ts';
import { printLogins } from './logins-table.ts';
import { onlyPagesBelowSimulator } from './loopback.ts';
import { createInbox } from './mail/inbox.ts';
import { mailsPages } from './mail/mails.pages.tsx';
import { openFolder } from './open-folder.ts';
import { startPairing } from './pairing-store.ts';
import { DEMO } from './people.pages.ts';
import { simulatorPages } from './phones/simulator.pages.tsx';
import { Playground } from './playground.ts';
import { Scene } from './scene.ts';
import { seedDemo } from './seed/seed.service.ts';
import { createCertificateAuthority, startSimulator } from './whatsapp/index.ts';

const TICK_MS = 500;

installConsoleFilter();

try {
  const dataDir = process.env.DATA_DIR || DEFAULT_FOLDER;
  const { passwords, lock } = openFolder(dataDir);
  const ownConfig = readDemoConfig({ ...process.env, DATA_DIR: dataDir });
  const log = createLog(ownConfig.logLevel, createWriteStream(join(dataDir, 'demo.log')));
  // The second core bundles meanwhile.
  const building = Bun.spawn([process.execPath, 'scripts/bundle/build-if-needed.ts'], { stdout: 'inherit' });
  await fillOnce(dataDir, async () => {
    process.stdout.write(
      '\n  Two months of the demo companies are being written, once: some ten seconds …\n',
    );
    const share = Number(process.env.DEMO_AMOUNT || 1);
    await fillHistory({ config: ownConfig, log, passwords, now: new Date(), share });
  });
  if ((await building.exited) !== 0) process.exit(1);
  const network = await startSimulator({ ca: await createCertificateAuthority(join(dataDir, 'ca')) });
  const bank = openBank();
  const config = readDemoConfig({
    ...process.env,
    DATA_DIR: dataDir,
    WHATSAPP_SOCKET_URL: network.socketUrl,
    WHATSAPP_ROOT_KEY: network.rootKey,
    EFI_URL: bank.efiUrl,
  });
  const inbox = createInbox();
  const dependencies = await createDependencies(config, { log, demo: DEMO, mailTransport: inbox });
  surviveStrayRejections(log);
  await seedDemo(dependencies.kernel, passwords);

  const memory = DemoMemory.open(join(dataDir, 'memory.json'));
  const playground = new Playground({ kernel: dependencies.kernel, network, memory });
  const lineNames = DEMO_COMPANIES.flatMap(({ connections }) => connections.map(({ name }) => name));
  const seeded = new Set([...lineNames, ...NEIGHBOUR_LINES]);
  const { lines } = playground;
  const pairing = await startPairing(dependencies.kernel, {
    lines,
    memory,
    isWanted: (name) => seeded.has(name),
  });
  network.register(await knownNumbers(dependencies.kernel));
  await playground.populate([...DEMO_CUSTOMERS, ...(await answeringCustomers(dependencies.kernel, memory))]);
  const scene = new Scene({ playground, random: Math.random });

  const app = onlyPagesBelowSimulator(
    createApp(dependencies.kernel, [...simulatorPages(playground), ...mailsPages(inbox), ...bankPages(bank)]),
  );
  const server = listen(dependencies.kernel, app);
  await bank.connect(dependencies.kernel, server.url);
  printLogins({ url: server.url, dataDir, passwords });
  const play = setInterval(() => {
    lines
      .refresh()
      .then(() => scene.tick(Date.now()))
      .catch((error) => dependencies.kernel.log.error({ err: error }, 'a step of the demo failed'));
  }, TICK_MS);
  onShutdown(dependencies.kernel.log, async () => {
    clearInterval(play);
    playground.retainChats();
    pairing.stop();
    await server.stop();
    await dependencies.stop();
    await network.stop();
    await bank.stop();
    lock.release();
  });
  await dependencies.start();
} catch (error) {
  exitWithReason(error);
}
