import { type After, systemAfter, systemTicks, type Ticks } from '../../clock.ts';
import { AppError } from '../../errors.ts';

export type BodyPace = { graceMs: number; bytesPerSecond: number; after?: After; ticks?: Ticks };

/** Undefined for a body over `maxBytes`. The announced length is not trusted. Throws ERR_BODY_TOO_SLOW. */
export async function boundedText(
  request: Request,
  maxBytes: number,
  pace: BodyPace,
): Promise<string | undefined> {
  return (await boundedBytes(request, maxBytes, pace))?.toString('utf8');
}

export async function boundedBytes(
  request: Request,
  maxBytes: number,
  pace: BodyPace,
): Promise<Buffer | undefined> {
  if (Number(request.headers.get('Content-Length') ?? 0) > maxBytes) return undefined;
  const reader = request.body?.getReader();
  if (!reader) return Buffer.alloc(0);
  const chunks: Uint8Array[] = [];
  let size = 0;
  const next = pacedReader(reader, pace);
  for (;;) {
    const { done, value } = await next(size);
    if (done || !value) return Buffer.concat(chunks);
    size += value.length;
    if (size > maxBytes) {
      reader.releaseLock();
      return undefined;
    }
    chunks.push(value);
  }
}

/** Each read gets the number of bytes received so far. Throws ERR_BODY_TOO_SLOW and cancels the body. */
export function pacedReader(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  { graceMs, bytesPerSecond, after = systemAfter, ticks = systemTicks }: BodyPace,
) {
  const startedAt = ticks();
  return async (size: number) => {
    const slow = Promise.withResolvers<never>();
    const left = startedAt + graceMs + (size / bytesPerSecond) * 1_000 - ticks();
    const cancel = after(Math.max(left, 0), () => slow.reject(new AppError('ERR_BODY_TOO_SLOW')));
    try {
      return await Promise.race([reader.read(), slow.promise]);
    } catch (error) {
      reader.cancel().catch(() => undefined);
      throw error;
    } finally {
      cancel();
    }
  };
}
