import { type After, systemAfter, systemTicks, type Ticks } from '../../clock.ts';

/** Shorter bodies have usually arrived with the headers. */
const SHORT_BYTES = 64 * 1024;
const SILENCE_MS = 1_000;
const PATIENCE_MS = 20_000;
/** For all dropped bodies together; a higher rate delays others by garbage collection. */
const BYTES_PER_MS = 32 * 1024;

type Answer = (request: Request) => Response | Promise<Response>;

/**
 * nginx answers 502 instead of our refusal when the connection ends while it still writes. The rest of a long body is therefore
 * read and dropped before the response: at most `maxBytes` of all bodies together, at a bounded pace and for a limited time;
 * beyond that the connection ends. A route that refuses a body half-way releases its reader without cancelling it.
 */
export function createBodyEnd(maxBytes: number, after: After = systemAfter, ticks: Ticks = systemTicks) {
  let reserved = 0;
  let nextAt = 0;

  async function pause(bytes: number): Promise<void> {
    const now = ticks();
    const at = Math.max(now, nextAt);
    nextAt = at + bytes / BYTES_PER_MS;
    if (at > now) await new Promise<void>((resolve) => after(at - now, resolve));
  }

  async function drop(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<void> {
    const until = ticks() + PATIENCE_MS;
    for (let size = 0; size <= maxBytes && ticks() < until; ) {
      const part = await unlessSilent(reader.read(), after);
      if (!part?.value) return;
      size += part.value.length;
      await pause(part.value.length);
    }
  }

  return async (request: Request, answer: Answer): Promise<Response> => {
    const response = await answer(request);
    const bytes = lengthOf(request, maxBytes);
    if (bytes <= SHORT_BYTES || reserved + bytes > maxBytes) return response;
    reserved += bytes;
    try {
      const { body } = request;
      if (body && !body.locked) await drop(body.getReader());
    } catch {
      // The client is gone, or something else read the body.
    } finally {
      reserved -= bytes;
    }
    return response;
  };
}

/** Undefined when nothing arrives for a second. */
async function unlessSilent<T>(part: Promise<T>, after: After): Promise<T | undefined> {
  const silence = Promise.withResolvers<undefined>();
  const forget = after(SILENCE_MS, () => silence.resolve(undefined));
  try {
    return await Promise.race([part, silence.promise]);
  } finally {
    forget();
  }
}

function lengthOf({ headers }: Request, unknown: number): number {
  const announced = headers.get('Content-Length');
  if (announced !== null) return Number(announced);
  return headers.has('Transfer-Encoding') ? unknown : 0;
}
