/** libsignal prints the session itself after these words, private keys included. */
const LIBSIGNAL_LINES = [
  'Closing session',
  'Opening session',
  'Closing open session',
  'Closing stale open session',
  'Removing old closed session',
  'Migrating session',
  'Session already',
  'Session error',
  'Failed to decrypt message with any known session',
  'Decrypted message with closed session',
  'V1 session storage',
  'WARNING: Expected pubkey',
  'Unhandled bucket type',
];

const KEY_FIELDS = [
  'privKey',
  'private',
  'rootKey',
  'currentRatchet',
  'indexInfo',
  '_chains',
  '_sessions',
  'chainKey',
];
const METHODS = ['log', 'info', 'warn', 'error', 'debug', 'trace', 'dir'] as const;
const DEEPEST = 3;

/** Prevents Signal key material in the process's output. Call it before the first session; the result undoes it. */
export function installConsoleFilter(target: Console = console): () => void {
  const originals = METHODS.map((method) => [method, target[method]] as const);
  for (const [method, original] of originals) {
    target[method] = (...values: unknown[]) => {
      const [first] = values;
      if (typeof first === 'string' && LIBSIGNAL_LINES.some((line) => first.startsWith(line))) return;
      original.apply(
        target,
        values.map((term) => (holdsKeys(term, DEEPEST) ? '[keys withheld]' : term)),
      );
    };
  }
  return () => {
    for (const [method, original] of originals) target[method] = original;
  };
}

function holdsKeys(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null || depth === 0) return false;
  if (KEY_FIELDS.some((field) => Object.hasOwn(value, field))) return true;
  if (ArrayBuffer.isView(value)) return false;
  return Object.values(value).some((inner) => holdsKeys(inner, depth - 1));
}
