import pino, { type Logger } from 'pino';

export type { Logger };

/** JSON lines on stdout; what could hold a secret or a customer's words is named here and removed. */
export function createLog(level: string): Logger {
  return pino({
    level,
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
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
  });
}
