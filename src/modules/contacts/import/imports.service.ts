import { contactImportRows, contactImports } from '@db/tenant/schema/index.ts';
import { and, eq, lt, ne, or } from 'drizzle-orm';
import { audit } from '@/core/audit/audit.ts';
import { yieldToLoop } from '@/core/clock.ts';
import { deleteInParts } from '@/core/db/delete-in-parts.ts';
import { insertedRow } from '@/core/db/inserted-row.ts';
import { AppError } from '@/core/errors.ts';
import { requireCan, requireUser } from '@/core/policy.ts';
import type { Scope } from '@/core/scope.ts';
import { storable } from '@/core/text.ts';
import { canChangeContacts } from '../contacts.policy.ts';
import { listContactsByIds } from '../contacts.queries.ts';
import type { ContactView } from '../contacts.views.ts';
import { findConnectedSession } from '../numbers/connected-session.queries.ts';
import { spellingsOf, toDigits } from '../numbers/contact-number.logic.ts';
import { getImport, requireImport } from './imports.queries.ts';
import type { SheetRow } from './imports.schema.ts';
import type { ImportView } from './imports.views.ts';
import { readSheet } from './read-sheet.service.ts';
import { prepareBatch } from './run-import.outbox.ts';
import { isDamagedNumber } from './sheet-columns.logic.ts';

const ROWS_AT_ONCE = 500;
const RETAINED_MS = 30 * 86_400_000;
const PREVIEW_MS = 86_400_000;
const NUMBER = /^\d{8,15}$/;

/** Imports nothing yet. Throws InvalidInput on `file`. */
export async function previewSheet(scope: Scope, file: Blob, fileName: string): Promise<ImportView> {
  requireCan(scope, canChangeContacts);
  const { rows } = await readSheet(file);
  return getImport(scope, await storeRows(scope, rows, { source: 'sheet', fileName }));
}

/** Continues in the background. Throws ERR_NOT_FOUND, also when it has begun already. */
export async function startImport(scope: Scope, { importId }: { importId: number }): Promise<ImportView> {
  requireCan(scope, canChangeContacts);
  return scope.write(async (tx) => {
    const { state, fileName } = await requireImport(tx, importId);
    if (state !== 'preview') throw new AppError('ERR_NOT_FOUND');
    await audit(tx, { what: 'contacts.imported', on: { id: importId, name: fileName } });
    await setRunning(tx, importId);
    await tx.kernel.outbox.add(tx, `import:${importId}`, 'contacts.import', { importId });
    return getImport(tx, importId);
  });
}

/** The contract wants the first contacts at once; others follow later. Throws as `previewSheet`. */
export async function importSheet(scope: Scope, file: Blob, fileName: string): Promise<ContactView[]> {
  const { id: importId } = await previewSheet(scope, file, fileName);
  const batch = await prepareBatch(scope, importId, { mayFail: false });
  // With the first contacts: a crash between the two would leave an import that never continues.
  const made = await scope.write(async (tx) => {
    await setRunning(tx, importId);
    await audit(tx, { what: 'contacts.imported', on: { id: importId, name: fileName } });
    return batch(tx);
  });
  return made.length > 0 ? listContactsByIds(scope, made) : [];
}

/** Throws ERR_WAPP_NOT_INITIALIZED when no phone is connected. */
export async function importPhoneBook(scope: Scope): Promise<ImportView> {
  requireCan(scope, canChangeContacts);
  const connected = await findConnectedSession(scope);
  if (!connected) throw new AppError('ERR_WAPP_NOT_INITIALIZED');
  const people = await connected.session.contacts();
  const rows = people.flatMap(({ identity, name }, index) =>
    identity.pn ? [{ line: index + 1, name, number: identity.pn.replace(/@.*/, ''), email: '' }] : [],
  );
  const importId = await storeRows(scope, rows, { source: 'phone', fileName: '' });
  return startImport(scope, { importId });
}

async function storeRows(
  scope: Scope,
  rows: SheetRow[],
  { source, fileName }: { source: 'sheet' | 'phone'; fileName: string },
): Promise<number> {
  const { id: userId } = requireUser(scope);
  const importId = await scope.write(async (tx) => {
    await forgetOld(tx);
    const row = await tx.db
      .insert(contactImports)
      .values({ userId, source, fileName, state: 'preview', createdAt: tx.now(), updatedAt: tx.now() })
      .returning({ id: contactImports.id })
      .then(insertedRow);
    return row.id;
  });
  const seen = new Set<string>();
  for (let start = 0; start < rows.length; start += ROWS_AT_ONCE) {
    const values = rows
      .slice(start, start + ROWS_AT_ONCE)
      .map((row) => ({ importId, ...judged(row, source, seen) }));
    await scope.write((tx) => tx.db.insert(contactImportRows).values(values));
    await yieldToLoop();
  }
  return importId;
}

function judged({ line, name, number, email }: SheetRow, source: 'sheet' | 'phone', seen: Set<string>) {
  const fields = { line, name: storable(name).trim().slice(0, 50), email: emailOf(email) };
  // A spreadsheet has rounded it: its last digits are lost.
  if (isDamagedNumber(number))
    return { ...fields, number: number.trim().slice(0, 50), outcome: 'damaged' as const };
  const digits = source === 'phone' ? number : toDigits(number.trim());
  if (!NUMBER.test(digits))
    return { ...fields, number: storable(number).slice(0, 50), outcome: 'bad_number' as const };
  const isRepeated = spellingsOf(digits).some((spelling) => seen.has(spelling));
  seen.add(digits);
  return { ...fields, number: digits, outcome: isRepeated ? ('repeated' as const) : null };
}

const EMAIL = /^[^\s@<>"]+@[^\s@<>"]+\.[^\s@<>"]+$/;

function emailOf(text: string): string {
  return text.length <= 200 && EMAIL.test(text) ? text : '';
}

async function setRunning(tx: Scope, importId: number): Promise<void> {
  await tx.db
    .update(contactImports)
    .set({ state: 'running', updatedAt: tx.now() })
    .where(eq(contactImports.id, importId));
}

async function forgetOld(tx: Scope): Promise<void> {
  const ago = (ms: number) => new Date(tx.now().getTime() - ms);
  const isOld = and(ne(contactImports.state, 'running'), lt(contactImports.createdAt, ago(RETAINED_MS)));
  const isLeft = and(eq(contactImports.state, 'preview'), lt(contactImports.createdAt, ago(PREVIEW_MS)));
  const old = await tx.db.select({ id: contactImports.id }).from(contactImports).where(or(isOld, isLeft));
  for (const { id } of old) await deleteInParts(tx, contactImports, id);
}
