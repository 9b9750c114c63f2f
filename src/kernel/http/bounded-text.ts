/** A request's body as text; undefined as soon as it is known to be larger. What it says of its length is not believed. */
export async function boundedText(request: Request, maxBytes: number): Promise<string | undefined> {
  if (Number(request.headers.get('Content-Length') ?? 0) > maxBytes) return undefined;
  const reader = request.body?.getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = (await reader?.read()) ?? { done: true };
    if (done || !value) return Buffer.concat(chunks).toString('utf8');
    size += value.length;
    if (size > maxBytes) {
      // Not awaited: whoever sends may never hear of it.
      reader?.cancel().catch(() => undefined);
      return undefined;
    }
    chunks.push(value);
  }
}
