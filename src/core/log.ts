import pino, { type DestinationStream, type Logger } from 'pino';

export type { Logger };

/** Bytes. */
const MAX_WAITING = 1_000_000;

/** JSON lines. Fields that could hold a secret or a customer's text are removed. */
export function createLog(level: string, target?: DestinationStream): Logger {
  const options = {
    level,
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: describeError },
    redact: {
      paths: [
        'password',
        'token',
        'cookie',
        'authorization',
        '*.password',
        '*.token',
        '*.cookie',
        '*.authorization',
        '*.body',
      ],
      remove: true,
    },
  };
  return pino(options, target ?? lineOutput());
}

/** A log on a full disk must not end the process: lines are buffered up to a limit, later ones dropped. */
export function lineOutput(fd: number = process.stdout.fd || 1): DestinationStream {
  const output = pino.destination({ fd, sync: true, maxLength: MAX_WAITING });
  output.on('error', () => undefined);
  return output;
}

/** Created on first use: most requests log nothing, and a child costs more than a line. */
export function lazyChild(parent: Logger, bindings: Record<string, unknown>): Logger {
  let child: Logger | undefined;
  return new Proxy(parent, {
    get(_parent, key) {
      child ??= parent.child(bindings);
      const value = Reflect.get(child, key, child);
      return typeof value === 'function' ? value.bind(child) : value;
    },
  });
}

const MAX_CAUSES = 5;

/** Omits the error's own fields: a failed query carries its row's values, which are personal data. */
function describeError(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error)) return { message: String(error) };
  const { name, cause } = error;
  const header = `${name}: ${error.message}`;
  const stack = error.stack?.startsWith(header) ? error.stack.slice(header.length) : '';
  const message = withoutAddresses(
    'params' in error && 'query' in error ? `Failed query: ${error.query}` : error.message,
  );
  return {
    type: name,
    message,
    ...('code' in error && { code: error.code }),
    stack: `${name}: ${message}${stack}`,
    ...(cause !== undefined && depth < MAX_CAUSES && { cause: describeError(cause, depth + 1) }),
  };
}

/** A mail server names the recipient in its refusal. */
function withoutAddresses(text: string): string {
  return text.replace(/[\p{L}\p{N}._%+-]{1,64}@[\p{L}\p{N}.-]{1,255}/gu, '[address]');
}
