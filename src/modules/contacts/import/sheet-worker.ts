import type { Sheet, SheetProblem } from './imports.schema.ts';
import { BadSheet, readSheetRows } from './sheet-rows.ts';

export type SheetAnswer = { sheet: Sheet } | { problem: SheetProblem };

declare const self: Worker;

self.onmessage = ({ data }: MessageEvent<Uint8Array>) => {
  self.postMessage(answer(Buffer.from(data)));
};

function answer(file: Buffer): SheetAnswer {
  try {
    return { sheet: readSheetRows(file) };
  } catch (error) {
    return { problem: error instanceof BadSheet ? error.problem : 'unreadable' };
  }
}
