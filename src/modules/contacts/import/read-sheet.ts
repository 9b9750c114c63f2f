import { InvalidInput } from '@/kernel/errors.ts';
import { createLanes } from '@/kernel/lanes.ts';
import { MAX_SHEET_BYTES, type Sheet, type SheetProblem } from './imports.schema.ts';
import type { SheetAnswer } from './sheet-worker.ts';

const LONGEST_MS = 20_000;
/** One at a time: a small server has little memory. */
const lanes = createLanes(1);

/** In a worker. Throws InvalidInput on `file` for whatever is no such sheet. */
export async function readSheet(file: Blob): Promise<Sheet> {
  if (file.size > MAX_SHEET_BYTES) throw refusal('tooLarge');
  const bytes = new Uint8Array(await file.arrayBuffer());
  const answer = await lanes.run('sheet', () => ask(bytes));
  if ('problem' in answer) throw refusal(answer.problem);
  return answer.sheet;
}

function refusal(problem: SheetProblem): InvalidInput {
  return new InvalidInput({ file: `contacts:import.errors.${problem}` });
}

async function ask(bytes: Uint8Array): Promise<SheetAnswer> {
  const worker = new Worker(new URL('./sheet-worker.ts', import.meta.url).href, { smol: true });
  const { promise, resolve } = Promise.withResolvers<SheetAnswer>();
  const timer = setTimeout(() => resolve({ problem: 'unreadable' }), LONGEST_MS);
  worker.onmessage = ({ data }: MessageEvent<SheetAnswer>) => resolve(data);
  worker.onerror = () => resolve({ problem: 'unreadable' });
  worker.postMessage(bytes, [bytes.buffer as ArrayBuffer]);
  return promise.finally(() => {
    clearTimeout(timer);
    worker.terminate();
  });
}
