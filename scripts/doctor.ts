import { readConfig } from '@/config.ts';
import { runCommand } from '@/ops/command-line.ts';
import { examineApp } from '@/ops/doctor/doctor.ts';

const usage = `bun run doctor [--mend]

Checks every database and file in DATA_DIR and prints a line for each problem, with its remedy.
It changes nothing, and the server may keep running.

  --mend    repairs what can be repaired without losing data: search indexes, counters, database
            indexes, files that no row references. The server must be stopped; a copy of each changed
            database is kept in DATA_DIR/before-mending.

Exit code: 0 without problems or when all were repaired, 1 when some are left, 2 when the check failed.
`;
const options = { mend: { type: 'boolean', default: false } } as const;

await runCommand({ usage, options, failure: 2 }, async ({ mend }) => {
  const { dataDir, cluster } = readConfig(process.env);
  const { companies, found, left } = await examineApp({
    dataDir,
    shared: cluster,
    now: new Date(),
    mends: mend,
    write: (line) => void process.stdout.write(`${line}\n`),
  });
  const mended = mend ? `, ${found - left} mended` : '';
  const findings = `${found} finding${found === 1 ? '' : 's'}`;
  process.stdout.write(`Looked at the platform and ${companies} companies: ${findings}${mended}.\n`);
  process.exit(left > 0 ? 1 : 0);
});
