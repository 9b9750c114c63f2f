import type { SocketConfig } from '@whiskeysockets/baileys';

export type Log = {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
};

export const silentLog: Log = { debug() {}, info() {}, warn() {}, error() {} };

/** Leaves out an error's data: Baileys attaches stanzas and keys there. */
export function describeError(error: unknown): { name: string; message: string; status?: number } {
  if (!(error instanceof Error)) return { name: 'Error', message: String(error) };
  const status = statusOf(error);
  return { name: error.name, message: error.message, ...(status === undefined ? {} : { status }) };
}

export function statusOf(error: unknown): number | undefined {
  const output = (error as { output?: { statusCode?: unknown } } | null | undefined)?.output;
  return typeof output?.statusCode === 'number' ? output.statusCode : undefined;
}

/** Passes on only an error's text and a message id: Baileys logs stanzas, messages and credentials as fields. */
export function baileysLogger(log: Log): SocketConfig['logger'] {
  const logger: SocketConfig['logger'] = {
    level: 'warn',
    child: () => logger,
    trace() {},
    debug() {},
    info() {},
    warn: (fields, message) => log.warn(safeFields(fields), textOf(fields, message)),
    error: (fields, message) => {
      const write = isRestart(fields) ? log.debug : log.error;
      write.call(log, safeFields(fields), textOf(fields, message));
    },
  };
  return logger;
}

/** WhatsApp ends the stream once after each pairing. */
function isRestart(fields: unknown): boolean {
  const node = (fields as { fullErrorNode?: { attrs?: { code?: unknown } } } | null)?.fullErrorNode;
  return node?.attrs?.code === String(RESTART_REQUIRED);
}
const RESTART_REQUIRED = 515;

function safeFields(fields: unknown): object {
  if (typeof fields !== 'object' || fields === null) return {};
  const { err, error, e, msgId } = fields as Record<string, unknown>;
  const cause = err ?? error ?? e;
  return {
    ...(cause === undefined ? {} : { cause: describeError(cause) }),
    ...(typeof msgId === 'string' ? { msgId } : {}),
  };
}

const textOf = (fields: unknown, message: string | undefined) =>
  `baileys: ${message ?? (typeof fields === 'string' ? fields : 'warning')}`;
