import pino, { type DestinationStream, type Logger } from 'pino';

export type { Logger };

/** JSON lines on stdout, or where `target` says; what could hold a secret or a customer's words is removed. */
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
  return target ? pino(options, target) : pino(options);
}

const MOST_CAUSES = 5;

/** An error without its own fields: a failed query carries the values of its row, which are people's words. */
function describeError(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error)) return { message: String(error) };
  const { name, cause } = error;
  const header = `${name}: ${error.message}`;
  const stack = error.stack?.startsWith(header) ? error.stack.slice(header.length) : '';
  const message = 'params' in error && 'query' in error ? `Failed query: ${error.query}` : error.message;
  return {
    type: name,
    message,
    ...('code' in error && { code: error.code }),
    stack: `${name}: ${message}${stack}`,
    ...(cause !== undefined && depth < MOST_CAUSES && { cause: describeError(cause, depth + 1) }),
  };
}
