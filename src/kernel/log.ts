import pino, { type DestinationStream, type Logger } from 'pino';

export type { Logger };

/** JSON lines on stdout, or where `target` says; what could hold a secret or a customer's words is removed. */
export function createLog(level: string, target?: DestinationStream): Logger {
  const options = {
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
  };
  return target ? pino(options, target) : pino(options);
}
