import { type After, systemAfter, systemTicks, type Ticks } from '../clock.ts';

type Answer = (request: Request) => Response | Promise<Response>;

/** What is shorter has mostly come with the head. */
const SHORT_BYTES = 64 * 1024;
/** Who writes no more waits for the answer. */
const SILENCE_MS = 1_000;
const PATIENCE_MS = 20_000;
const AT_ONCE = 16;

/**
 * A proxy that still writes when the connection ends answers 502 in the place of our refusal (nginx does). So what is left of a
 * long body is read and dropped first: at most `maxBytes` in all, as long
 * as it comes, for a while, a few at once; beyond that the connection ends.
 */
export function createBodyEnd(maxBytes: number, after: After = systemAfter, ticks: Ticks = systemTicks) {
  let reading = 0;

  async function isHeard(part: Promise<unknown>): Promise<boolean> {
    const silence = Promise.withResolvers<boolean>();
    const forget = after(SILENCE_MS, () => silence.resolve(false));
    try {
      return await Promise.race([part.then(() => true), silence.promise]);
    } finally {
      forget();
    }
  }

  return async (request: Request, answer: Answer): Promise<Response> => {
    const source = isLong(request) ? request.body?.getReader() : undefined;
    if (!source) return answer(request);
    let size = 0;
    let isOver = false;
    const next = async () => {
      const { done, value } = await source.read();
      size += value?.length ?? 0;
      isOver ||= done;
      return value;
    };
    // Whoever cancels this one leaves the rest to us.
    const body = new ReadableStream<Uint8Array>(
      {
        async pull(to) {
          const value = await next();
          if (value) to.enqueue(value);
          else to.close();
        },
      },
      { highWaterMark: 0 },
    );
    const response = await answer(new Request(request, { body }));
    if (isOver || reading >= AT_ONCE) return response;
    reading += 1;
    const until = ticks() + PATIENCE_MS;
    try {
      while (!isOver && size <= maxBytes && ticks() < until) if (!(await isHeard(next()))) break;
    } catch {
      // The client is gone.
    } finally {
      reading -= 1;
    }
    return response;
  };
}

function isLong({ headers }: Request): boolean {
  const announced = headers.get('Content-Length');
  return announced === null ? headers.has('Transfer-Encoding') : Number(announced) > SHORT_BYTES;
}
