import { contacts } from '@db/tenant/schema/index.ts';
import { and, eq, sql } from 'drizzle-orm';
import { auditSeparately } from '@/core/audit/audit.ts';
import { requireCan } from '@/core/policy.ts';
import type { Scope } from '@/core/scope.ts';
import { canReadContacts } from './contacts.policy.ts';
import { toCell } from './csv-cell.logic.ts';
import { byName } from './search/contact-terms.queries.ts';

const ROWS_AT_ONCE = 200;
const BYTE_ORDER_MARK = '\ufeff';

/** UTF-8 with BOM, separated by `;`, lines end with CRLF; rows are read while streaming. */
export async function exportContacts(scope: Scope): Promise<ReadableStream<Uint8Array>> {
  requireCan(scope, canReadContacts);
  await auditSeparately(scope, { what: 'contacts.exported' });
  const encoder = new TextEncoder();
  let last: Row | undefined;
  return new ReadableStream({
    start(controller) {
      controller.enqueue(encoder.encode(`${BYTE_ORDER_MARK}name;number;email\r\n`));
    },
    async pull(controller) {
      const rows = await readRows(scope, last);
      last = rows.at(-1);
      if (rows.length > 0) controller.enqueue(encoder.encode(rows.map(toLine).join('')));
      if (rows.length < ROWS_AT_ONCE) controller.close();
    },
  });
}

type Row = { id: number; sortName: string; name: string; number: string; email: string };

/** Compared by value: the last contact may be gone by the time the reader asks for more. */
function readRows(scope: Scope, last: Row | undefined): Promise<Row[]> {
  const { id, sortName, name, number, email } = contacts;
  return scope.db
    .select({ id, sortName, name, number, email })
    .from(contacts)
    .where(
      and(eq(contacts.isGroup, false), last && sql`(${sortName}, ${id}) > (${last.sortName}, ${last.id})`),
    )
    .orderBy(...byName)
    .limit(ROWS_AT_ONCE);
}

function toLine({ name, number, email }: Row): string {
  return `${[name, number, email].map(toCell).join(';')}\r\n`;
}
