import * as schema from '@db/tenant/schema/index.ts';
import { openDatabase } from '@/kernel/db/database.ts';

/** Opens a company's database with migrations that have no end; it is killed. */
const [path, migrations = ''] = process.argv.slice(2);
await openDatabase({ url: `file:${path}`, schema, migrations });
