import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { createLog } from '@/core/log.ts';
import { installConsoleFilter } from '@/whatsapp/console-filter.ts';
import { readDemoConfig } from './demo-config.ts';
import { fillOnce } from './demo-folder.ts';
import { exitWithReason } from './exit-with-reason.ts';
import { fillHistory } from './history/fill-history.ts';
import { openFolder } from './open-folder.ts';

installConsoleFilter();

try {
  const dataDir = process.env.DATA_DIR || './data/demo';
  const { passwords, lock } = openFolder(dataDir);
  const config = readDemoConfig({ ...process.env, DATA_DIR: dataDir });
  const log = createLog(config.logLevel, createWriteStream(join(dataDir, 'demo.log')));
  await fillOnce(dataDir, async () => {
    process.stdout.write(
      '\n  Two months of the demo companies are being written, once: some ten seconds …\n',
    );
    const share = Number(process.env.DEMO_AMOUNT || 1);
    await fillHistory({ config, log, passwords, now: new Date(), share });
  });
  lock.release();
} catch (error) {
  exitWithReason(error);
}
