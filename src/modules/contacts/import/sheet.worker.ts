import type { Sheet, SheetProblem } from './imports.schema.ts';
import { BadSheet } from './sheet-cells.logic.ts';
import { readSheetRows } from './sheet-rows.logic.ts';
import { readSheetTable, type SheetTable } from './sheet-table.logic.ts';

/** people: rows with name, number and e-mail, by column titles. table: every column as it is. */
export type Readings = { people: Sheet; table: SheetTable };
export type SheetQuestion = { bytes: Uint8Array; as: keyof Readings };
export type SheetAnswer<As extends keyof Readings> = { sheet: Readings[As] } | { problem: SheetProblem };

declare const self: Worker;

const READERS = { people: readSheetRows, table: readSheetTable };

self.onmessage = ({ data }: MessageEvent<SheetQuestion>) => {
  self.postMessage(answer(data));
};

function answer({ bytes, as }: SheetQuestion): SheetAnswer<keyof Readings> {
  try {
    return { sheet: READERS[as](Buffer.from(bytes)) };
  } catch (error) {
    return { problem: error instanceof BadSheet ? error.problem : 'unreadable' };
  }
}
