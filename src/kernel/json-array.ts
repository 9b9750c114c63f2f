import { yieldToLoop } from './clock.ts';

/** A few milliseconds of the thread. */
const ROWS_AT_ONCE = 50;

export const JSON_TYPE = { 'Content-Type': 'application/json' };

/** A list of any length, read and sent in parts, so that it holds neither the thread nor the memory. */
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
      // A pull that gives nothing is not asked again.
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
