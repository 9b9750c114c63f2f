import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { moment, words } from '../../../src/kernel/db/columns.ts';
import { MACHINE_KINDS } from '../../../src/modules/machines/machines.schema.ts';

/** How a prompt or an integration does, and whether it is asked at all. */
export const machineHealth = sqliteTable(
  'machine_health',
  {
    kind: text('kind', { enum: MACHINE_KINDS }).notNull(),
    machineId: integer('machine_id').notNull(),
    calls: integer('calls').notNull().default(0),
    failures: integer('failures').notNull().default(0),
    /** Failures since the last success. */
    failuresInARow: integer('failures_in_a_row').notNull().default(0),
    lastCallAt: moment('last_call_at'),
    lastErrorAt: moment('last_error_at'),
    /** The outcomes of its last calls, the newest first: 1 for an answer, 0 for a failure. */
    recent: words('recent'),
    /** One of MACHINE_FAULTS; its words stand under `machines:fault`. */
    lastError: words('last_error'),
    /** Until then nothing is asked of it. */
    restsUntil: moment('rests_until'),
  },
  (t) => [primaryKey({ columns: [t.kind, t.machineId] })],
);
