/** Browsers refuse more than 64 KB in all requests of this kind together. */
const MAX_CHARACTERS = 2000;

/** Whether a change may be sent with `keepalive`, so that it is not lost when its page is left at once. */
export function outlivesPage(body: unknown): boolean {
  if (typeof body === 'string') return body.length <= MAX_CHARACTERS;
  if (!(body instanceof FormData)) return false;
  let length = 0;
  for (const [name, value] of body) {
    if (typeof value !== 'string') return false;
    length += name.length + value.length;
  }
  return length <= MAX_CHARACTERS;
}
