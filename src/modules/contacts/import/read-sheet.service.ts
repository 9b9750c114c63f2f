import pLimit from 'p-limit';
import { InvalidInput } from '@/core/errors.ts';
import { MAX_SHEET_BYTES, type Sheet, type SheetProblem } from './imports.schema.ts';
import type { Readings, SheetAnswer, SheetQuestion } from './sheet.worker.ts';
import type { SheetTable } from './sheet-table.logic.ts';

const MAX_MS = 20_000;
/** One at a time: a small server has little memory. */
const oneAtATime = pLimit(1);

/** Reads people by column titles. Throws InvalidInput on `file` for anything else. */
export const readSheet = (file: Blob): Promise<Sheet> => readAs(file, 'people');

/** All its columns. Throws as `readSheet`. */
export const readTable = (file: Blob): Promise<SheetTable> => readAs(file, 'table');

async function readAs<As extends keyof Readings>(file: Blob, as: As): Promise<Readings[As]> {
  if (file.size > MAX_SHEET_BYTES) throw refusal('tooLarge');
  const answer = await oneAtATime(async () =>
    ask<As>({ bytes: new Uint8Array(await file.arrayBuffer()), as }),
  );
  if ('problem' in answer) throw refusal(answer.problem);
  return answer.sheet;
}

function refusal(problem: SheetProblem): InvalidInput {
  return new InvalidInput({ file: `contacts:import.errors.${problem}` });
}

async function ask<As extends keyof Readings>(question: SheetQuestion): Promise<SheetAnswer<As>> {
  const worker = new Worker(new URL('./sheet.worker.ts', import.meta.url).href, { smol: true });
  const { promise, resolve } = Promise.withResolvers<SheetAnswer<As>>();
  const timer = setTimeout(() => resolve({ problem: 'unreadable' }), MAX_MS);
  worker.onmessage = ({ data }: MessageEvent<SheetAnswer<As>>) => resolve(data);
  worker.onerror = () => resolve({ problem: 'unreadable' });
  worker.postMessage(question, [question.bytes.buffer as ArrayBuffer]);
  return promise.finally(() => {
    clearTimeout(timer);
    worker.terminate();
  });
}
