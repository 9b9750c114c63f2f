type Reading = {
  size: number;
  /** Wraps each read, to give it an end. */
  ask<T>(read: Promise<T>): Promise<T>;
  fail(message: string): Error;
};

/** Throws `fail` unless the stream has exactly `size` bytes. */
export async function* wholeOf(
  stream: ReadableStream<Uint8Array>,
  { size, ask, fail }: Reading,
): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader();
  let got = 0;
  try {
    for (;;) {
      const { done, value } = await ask(reader.read());
      if (done) break;
      got += value.length;
      if (got > size) break;
      yield value;
    }
  } finally {
    void reader.cancel().catch(() => undefined);
  }
  if (got !== size) throw fail(`the store sent ${got} of ${size} bytes`);
}

const MAX_PAGES = 10_000;

type Listing = {
  prefix: string;
  page(continuationToken: string | undefined): Promise<Bun.S3ListObjectsResponse>;
  fail(message: string): Error;
};
type Listed = NonNullable<Bun.S3ListObjectsResponse['contents']>[number];

export async function* objectsOf({ prefix, page, fail }: Listing): AsyncGenerator<Listed> {
  let continuationToken: string | undefined;
  for (let pages = 0; pages < MAX_PAGES; pages += 1) {
    const { contents = [], isTruncated, nextContinuationToken } = await page(continuationToken);
    for (const found of contents) if (found.key.startsWith(prefix)) yield found;
    continuationToken = isTruncated ? nextContinuationToken : undefined;
    if (!continuationToken) return;
  }
  throw fail('the store lists without an end');
}
