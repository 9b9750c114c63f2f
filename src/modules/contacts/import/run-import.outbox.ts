import { contactImportRows, contactImports, contacts } from '@db/tenant/schema/index.ts';
import { and, asc, eq, isNull } from 'drizzle-orm';
import { AppError } from '@/core/errors.ts';
import { type OutboxHandler, TryLater } from '@/core/queue/outbox.ts';
import type { Scope } from '@/core/scope.ts';
import { addressOf, findByNumber, insertContact } from '../add-contact.service.ts';
import { type Checked, checkNumbers, NUMBERS_AT_ONCE } from '../numbers/number-checks.service.ts';
import { type ImportRow, requireImport } from './imports.queries.ts';

declare module '@/core/queue/outbox.ts' {
  interface OutboxKinds {
    'contacts.import': { importId: number };
  }
}

/** After this many failed requests to WhatsApp the others are stored unchecked. */
const MAX_ATTEMPTS = 3;

type Row = typeof contactImportRows.$inferSelect;
type Outcome = NonNullable<Row['outcome']>;

export const runImport: OutboxHandler<'contacts.import'> = {
  async run(scope, { payload, attempts }) {
    const isThere = await scope.db.query.contactImports.findFirst({
      where: and(eq(contactImports.id, payload.importId), eq(contactImports.state, 'running')),
    });
    if (!isThere) return undefined;
    const batch = await prepareBatch(scope, payload.importId, { mayFail: attempts < MAX_ATTEMPTS });
    return async (tx) => {
      await batch(tx);
    };
  },
  async park(tx, { payload }) {
    await finish(tx, payload.importId);
  },
};

/** Throws TryLater while WhatsApp does not answer and `mayFail`. */
export async function prepareBatch(
  scope: Scope,
  importId: number,
  { mayFail }: { mayFail: boolean },
): Promise<(tx: Scope) => Promise<number[]>> {
  const order = await requireImport(scope, importId);
  const rows = await scope.db.query.contactImportRows.findMany({
    where: and(eq(contactImportRows.importId, importId), isNull(contactImportRows.outcome)),
    orderBy: asc(contactImportRows.id),
    limit: NUMBERS_AT_ONCE,
  });
  const checked = await check(scope, order, rows, mayFail);
  return async (tx) => {
    const made: number[] = [];
    for (const row of rows) {
      const outcome = await storeRow(tx, order, row, checked.get(row.number), made);
      await tx.db.update(contactImportRows).set({ outcome }).where(eq(contactImportRows.id, row.id));
    }
    if (rows.length < NUMBERS_AT_ONCE) await finish(tx, importId);
    else await tx.kernel.outbox.add(tx, `import:${importId}`, 'contacts.import', { importId });
    if (made.length > 0) tx.emit('contacts.imported', { contactIds: made });
    tx.emit('contacts.import-moved', { importId });
    return made;
  };
}

async function check(
  scope: Scope,
  { source }: ImportRow,
  rows: Row[],
  mayFail: boolean,
): Promise<Map<string, Checked>> {
  const numbers = rows.map((row) => row.number);
  if (source === 'phone')
    return new Map(numbers.map((number) => [number, { jid: `${number}@s.whatsapp.net`, lid: null }]));
  if (numbers.length === 0) return new Map();
  return checkNumbers(scope, numbers).catch((error: unknown) => {
    if (!(error instanceof AppError)) throw error;
    if (mayFail) throw new TryLater(error.code, { cause: error });
    return new Map<string, Checked>();
  });
}

async function storeRow(
  tx: Scope,
  { source }: ImportRow,
  row: Row,
  checked: Checked | undefined,
  made: number[],
): Promise<Outcome> {
  const known = await findByNumber(tx, row.number, checked);
  const isNamed = row.name.length >= 2;
  if (known) {
    // The phone owner's name replaces the profile's, never one set by an agent.
    if (source === 'phone' && isNamed && known.nameIsProvisional && known.name !== row.name) {
      await tx.db
        .update(contacts)
        .set({ name: row.name, updatedAt: tx.now() })
        .where(eq(contacts.id, known.id));
      tx.emit('contact.updated', { contactId: known.id });
    }
    return 'exists';
  }
  const address = addressOf(row.number, checked);
  const name = isNamed ? row.name : address.number;
  const isProvisional = !isNamed || source === 'phone';
  made.push(await insertContact(tx, { name, email: row.email, isProvisional, ...address }));
  // Stored, as existing clients expect: an agent may correct the number, or call it.
  return checked === null ? 'not_on_whatsapp' : 'created';
}

async function finish(tx: Scope, importId: number): Promise<void> {
  await tx.db
    .update(contactImports)
    .set({ state: 'done', finishedAt: tx.now(), updatedAt: tx.now() })
    .where(eq(contactImports.id, importId));
  tx.emit('contacts.import-moved', { importId });
}
