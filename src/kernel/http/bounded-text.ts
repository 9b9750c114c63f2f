/** Undefined for a body over `maxBytes`. The announced length is not trusted. */
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
      reader?.cancel().catch(() => undefined);
      return undefined;
    }
    chunks.push(value);
  }
}
