import { contactListImports as imports, contactListImportRows as rows } from '@db/tenant/schema/index.ts';
import { and, eq, lt, ne, or } from 'drizzle-orm';
import { yieldToLoop } from '@/core/clock.ts';
import { insertedRow } from '@/core/db/inserted-row.ts';
import { AppError, InvalidInput } from '@/core/errors.ts';
import { requireUser } from '@/core/policy.ts';
import type { Scope } from '@/core/scope.ts';
import { storable } from '@/core/text.ts';
import { readTable } from '@/modules/contacts/import/read-sheet.service.ts';
import type { SheetTable } from '@/modules/contacts/import/sheet-table.logic.ts';
import { getContactList } from '../contact-lists.queries.ts';
import type { ItemView } from '../contact-lists.views.ts';
import { listItemsByIds } from '../items.queries.ts';
import { getListImport, requireListImport } from './list-imports.queries.ts';
import type { Mapping } from './list-imports.schema.ts';
import type { ListImportView } from './list-imports.views.ts';
import { prepareBatch, queueKeyOf } from './run-list-import.outbox.ts';

const ROWS_AT_ONCE = 500;
const RETAINED_MS = 30 * 86_400_000;
const PREVIEW_MS = 86_400_000;

type Sheet = { contactListId: number; file: Blob; fileName: string };

/** Imports nothing yet. Throws ERR_NO_CONTACTLIST_FOUND, InvalidInput on `file`. */
export async function previewSheet(
  scope: Scope,
  { contactListId, file, fileName }: Sheet,
): Promise<ListImportView> {
  await getContactList(scope, contactListId);
  const table = await readTable(file);
  return getListImport(scope, await storeTable(scope, table, { listId: contactListId, fileName }));
}

/** Continues in the background. Throws ERR_NOT_FOUND, also when it has begun already; InvalidInput on a column. */
export async function startListImport(
  scope: Scope,
  { listImportId, mapping }: { listImportId: number; mapping: Mapping },
): Promise<ListImportView> {
  return scope.write(async (tx) => {
    const { state, columns } = await requireListImport(tx, listImportId);
    if (state !== 'preview') throw new AppError('ERR_NOT_FOUND');
    for (const [field, column] of Object.entries(mapping))
      if (column !== null && column >= columns.length)
        throw new InvalidInput({ [field]: 'validation:invalid' });
    await setRunning(tx, listImportId, mapping);
    await tx.kernel.outbox.add(tx, queueKeyOf(listImportId), 'contact-list.import', { listImportId });
    return getListImport(tx, listImportId);
  });
}

/** The contract wants the first contacts at once; others follow later. Throws as `previewSheet`. */
export async function importSheet(scope: Scope, sheet: Sheet): Promise<ItemView[]> {
  const { id: listImportId, mapping } = await previewSheet(scope, sheet);
  if (mapping.number === null) throw new InvalidInput({ file: 'contacts:import.errors.noNumber' });
  const batch = await prepareBatch(scope, listImportId);
  // With the first contacts: a crash between the two would leave an import that never continues.
  const made = await scope.write(async (tx) => {
    await setRunning(tx, listImportId, mapping);
    return batch(tx);
  });
  return made.length > 0 ? listItemsByIds(scope, made) : [];
}

async function storeTable(
  scope: Scope,
  { titles, lines, guess }: SheetTable,
  { listId, fileName }: { listId: number; fileName: string },
): Promise<number> {
  const { id: userId } = requireUser(scope);
  const importId = await scope.write(async (tx) => {
    await forgetOld(tx);
    await getContactList(tx, listId);
    const row = await tx.db
      .insert(imports)
      .values({
        ...{ listId, userId, state: 'preview', fileName: storable(fileName) },
        columns: titles.map((title) => storable(title).slice(0, 60)),
        mapping: mappingOf(guess),
        createdAt: tx.now(),
        updatedAt: tx.now(),
      })
      .returning({ id: imports.id })
      .then(insertedRow);
    return row.id;
  });
  for (let start = 0; start < lines.length; start += ROWS_AT_ONCE) {
    const values = lines
      .slice(start, start + ROWS_AT_ONCE)
      .map(({ line, cells }) => ({ importId, line, cells: cells.map(storable) }));
    await scope.write((tx) => tx.db.insert(rows).values(values));
    await yieldToLoop();
  }
  return importId;
}

function mappingOf({ name, number, email }: SheetTable['guess']): Mapping {
  const known = (at: number) => (at < 0 ? null : at);
  return { name: known(name), number: known(number), email: known(email) };
}

async function setRunning(tx: Scope, importId: number, mapping: Mapping): Promise<void> {
  await tx.db
    .update(imports)
    .set({ state: 'running', mapping, updatedAt: tx.now() })
    .where(eq(imports.id, importId));
}

async function forgetOld(tx: Scope): Promise<void> {
  const ago = (ms: number) => new Date(tx.now().getTime() - ms);
  const isOld = and(ne(imports.state, 'running'), lt(imports.createdAt, ago(RETAINED_MS)));
  const isLeft = and(eq(imports.state, 'preview'), lt(imports.createdAt, ago(PREVIEW_MS)));
  await tx.db.delete(imports).where(or(isOld, isLeft));
}
