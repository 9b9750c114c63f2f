import { integer, primaryKey, text } from 'drizzle-orm/sqlite-core';
import { personal, table } from '../../../src/core/db/annotations.ts';
import { emptyText, moment } from '../../../src/core/db/columns.ts';
import { RESPONDER_KINDS } from '../../../src/modules/responders/responders.schema.ts';

export const responderHealth = table(
  'machine_health',
  {
    kind: text('kind', { enum: RESPONDER_KINDS }).notNull(),
    machineId: integer('machine_id').notNull(),
    calls: integer('calls').notNull().default(0),
    failures: integer('failures').notNull().default(0),
    failuresInARow: integer('failures_in_a_row').notNull().default(0),
    lastCallAt: moment('last_call_at'),
    lastErrorAt: moment('last_error_at'),
    /** Outcomes of its last calls, newest first: 1 for an answer, 0 for a failure. */
    recent: emptyText('recent'),
    /** One of RESPONDER_FAULTS; its text is `responders:fault`. */
    lastError: personal(emptyText('last_error')),
    pausedUntil: moment('rests_until'),
  },
  (t) => [primaryKey({ columns: [t.kind, t.machineId] })],
);
