import { parseArgs } from 'node:util';
import { readConfig } from '@/config.ts';
import { StartRefused } from '@/core/errors.ts';
import { examineApp } from '@/ops/doctor/doctor.ts';
import { DoctorRefused } from '@/ops/doctor/finding.ts';

const HELP = `bun run doctor [--mend]

Looks at every database and file in DATA_DIR and prints a line for each thing that is wrong, with what to do.
It reads only, also while the desk runs.

  --mend    mends what can be mended without losing anything: search indexes, counters, indexes of a
            database, files that no row names. The desk must be stopped; a copy of each database that
            is touched is kept in DATA_DIR/before-mending.

Ends with 0 when nothing is wrong or all was mended, 1 when something is left, 2 when it could not look.
`;

process.umask(0o077);
const { values } = parseArgs({
  options: { mend: { type: 'boolean', default: false }, help: { type: 'boolean', default: false } },
});
if (values.help) {
  process.stdout.write(HELP);
  process.exit(0);
}
try {
  const { dataDir, cluster } = readConfig(process.env);
  const { companies, found, left } = await examineApp({
    dataDir,
    shared: cluster,
    now: new Date(),
    mends: values.mend,
    write: (line) => void process.stdout.write(`${line}\n`),
  });
  const mended = values.mend ? `, ${found - left} mended` : '';
  const findings = `${found} finding${found === 1 ? '' : 's'}`;
  process.stdout.write(`Looked at the platform and ${companies} companies: ${findings}${mended}.\n`);
  process.exit(left > 0 ? 1 : 0);
} catch (error) {
  if (!(error instanceof DoctorRefused || error instanceof StartRefused)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(2);
}
