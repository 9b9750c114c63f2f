import * as schema from '@db/tenant/schema/index.ts';
import { openDatabase } from '@/core/db/database.ts';

/** Opens a company's database with endless migrations; the test kills it. */
const [path, migrations = ''] = process.argv.slice(2);
await openDatabase({ url: `file:${path}`, schema, migrations });
