import { yieldToLoop } from './clock.ts';

const ROWS_AT_ONCE = 50;

export const JSON_TYPE = { 'Content-Type': 'application/json' };

/** Streams a list of any length in parts, so that it blocks neither the thread nor fills the memory. */
export function jsonArray(
  ids: number[],
  load: (ids: number[]) => Promise<unknown[]>,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let next = 0;
  let separator = '[';

  async function nextText(): Promise<string> {
    const rows = await load(ids.slice(next, next + ROWS_AT_ONCE));
    next += ROWS_AT_ONCE;
    return rows.map((row) => JSON.stringify(row)).join(',');
  }

  return new ReadableStream({
    async pull(controller) {
      // A pull that enqueues nothing is not called again.
      for (let text = ''; text === '' && next < ids.length; ) {
        await yieldToLoop();
        text = await nextText();
        if (text === '') continue;
        controller.enqueue(encoder.encode(separator + text));
        separator = ',';
      }
      if (next < ids.length) return;
      controller.enqueue(encoder.encode(separator === '[' ? '[]' : ']'));
      controller.close();
    },
  });
}
