/** For state outside the process: processes, sockets, files. Checks every `stepMs`; throws after `timeoutMs`. */
export async function until<T>(
  what: string,
  probe: () => Promise<T | undefined | false | null> | T | undefined | false | null,
  { timeoutMs = 60_000, stepMs = 5 }: { timeoutMs?: number; stepMs?: number } = {},
): Promise<T> {
  const end = Date.now() + timeoutMs;
  for (;;) {
    const found = await probe();
    if (found) return found;
    if (Date.now() > end) throw new Error(`${what}: not within ${timeoutMs} ms`);
    await Bun.sleep(stepMs);
  }
}
