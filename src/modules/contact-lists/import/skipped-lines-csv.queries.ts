import type { Scope } from '@/core/scope.ts';
import { toCell } from '@/modules/contacts/csv-cell.logic.ts';
import { listSkippedLines } from './list-imports.queries.ts';
import type { ListImportView } from './list-imports.views.ts';

const ROWS_AT_ONCE = 500;
const BYTE_ORDER_MARK = '\ufeff';

export function skippedAsCsv(scope: Scope, { id, columns }: ListImportView): ReadableStream<Uint8Array> {
  const { t } = scope;
  const encoder = new TextEncoder();
  const lineOf = (cells: string[]) => encoder.encode(`${cells.map(toCell).join(';')}\r\n`);
  let after = 0;
  return new ReadableStream({
    start(controller) {
      controller.enqueue(encoder.encode(BYTE_ORDER_MARK));
      controller.enqueue(
        lineOf([t('contactLists:import.lineTitle'), t('contactLists:import.reasonTitle'), ...columns]),
      );
    },
    async pull(controller) {
      const rows = await listSkippedLines(scope, id, { limit: ROWS_AT_ONCE, after });
      after = rows.at(-1)?.line ?? after;
      for (const { line, outcome, cells } of rows)
        controller.enqueue(lineOf([String(line), t(`contactLists:import.skipped.${outcome}`), ...cells]));
      if (rows.length < ROWS_AT_ONCE) controller.close();
    },
  });
}
