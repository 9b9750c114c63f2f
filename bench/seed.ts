/** `bun run bench:seed -- <folder> [10]`: a data folder of the budgets' size, or ten times it. */
import { ADMIN, SMALL, seededApp, TIMES_TEN } from './support/seeded.ts';

const [folder = './data-bench', times = '1'] = process.argv.slice(2);
const { dependencies } = await seededApp(times === '10' ? TIMES_TEN : SMALL, folder);
await dependencies.stop();
process.stdout.write(`${folder}: sign in as ${ADMIN.email} with "${ADMIN.password}"\n`);
process.exit(0);
