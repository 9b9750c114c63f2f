import type { Transporter } from 'nodemailer';
import type { MailAccount } from '@/config.ts';
import { type After, systemAfter } from '@/core/clock.ts';

export type Letter = {
  /** Without brackets; the same at each try, so that mail programs show a repeated mail once. */
  id: string;
  from: { name: string; address: string };
  to: string;
  subject: string;
  text: string;
  html: string;
};

export type MailTransport = {
  /** Throws MailFailure. `stop` aborts the attempt. */
  send(letter: Letter, stop: AbortSignal): Promise<void>;
  /** Greets the server and signs in; returns what prevents mails. */
  check(stop: AbortSignal): Promise<MailFailure | undefined>;
};

declare module '@/core/scope.ts' {
  interface Services {
    /** Null: no mail can be sent. */
    mailTransport: MailTransport | null;
  }
}

/** 'refused': permanent; 'later': temporary, for this mail; 'down': the server itself fails. */
export type FailureKind = 'refused' | 'later' | 'down';

export class MailFailure extends Error {
  override name = 'MailFailure';
  constructor(
    readonly kind: FailureKind,
    message: string,
    options?: ErrorOptions,
    readonly isOfSender = false,
  ) {
    super(message, options);
  }
}

const CONNECT_MS = 10_000;
const SILENCE_MS = 15_000;
/** The idle timeout misses a server that sends a byte now and then. */
export const MAX_SEND_MS = 45_000;

export function createSmtp({ url, hostname }: MailAccount, after: After = systemAfter): MailTransport {
  // Loaded on the first mail, to save memory.
  let opened: Promise<Transporter> | undefined;
  const open = () =>
    (opened ??= import('nodemailer').then(({ createTransport }) => createTransport(options)));
  const options = {
    url,
    ...(hostname !== undefined && { name: hostname }),
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: SILENCE_MS,
    // Otherwise a man in the middle could strip STARTTLS and read passwords, codes and links.
    requireTLS: !mayBePlain(url),
    disableFileAccess: true,
    disableUrlAccess: true,
  };
  function deadline() {
    const late = new AbortController();
    const forget = after(MAX_SEND_MS, () => late.abort(new Error('the server took too long')));
    return { late: late.signal, forget };
  }
  return {
    async check(stop) {
      const { late, forget } = deadline();
      const over = AbortSignal.any([late, stop]);
      const cut = Promise.withResolvers<never>();
      over.addEventListener('abort', () => cut.reject(over.reason));
      try {
        await Promise.race([(await open()).verify(), cut.promise]);
        return undefined;
      } catch (error) {
        return failureOf(error);
      } finally {
        forget();
      }
    },
    async send({ id, to, ...letter }, stop) {
      const { late, forget } = deadline();
      try {
        await (await open()).sendMail({
          ...letter,
          messageId: `<${id}>`,
          // An object, not text: a comma in an address must not make two recipients.
          to: { name: '', address: to },
          // RFC 3834: suppresses out-of-office replies.
          headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
          signal: AbortSignal.any([late, stop]),
        });
      } catch (error) {
        throw failureOf(error);
      } finally {
        forget();
      }
    },
  };
}

/** A server on this machine, or a relay without password that the operator allowed explicitly. */
function mayBePlain(url: string): boolean {
  const { password, hostname, searchParams } = new URL(url);
  if (['localhost', '127.0.0.1', '[::1]'].includes(hostname)) return true;
  return password === '' && searchParams.get('ignoreTLS') === 'true';
}

/** Errors about the recipient or the content concern this mail; others (login, greeting) the server. */
const OF_THE_MAIL = ['EENVELOPE', 'EMESSAGE'];

function failureOf(error: unknown): MailFailure {
  if (!(error instanceof Error)) return new MailFailure('down', String(error));
  const { code, responseCode, command } = error as Error & {
    code?: string;
    responseCode?: number;
    command?: string;
  };
  // Our own sender is refused (RFC 5321 §3.3): it would fail for every mail.
  const isOfSender = command === 'MAIL FROM';
  const isOfTheMail = code !== undefined && OF_THE_MAIL.includes(code) && !isOfSender;
  if (!isOfTheMail) return new MailFailure('down', error.message, { cause: error }, isOfSender);
  const isForGood = responseCode === undefined || responseCode >= 500;
  return new MailFailure(isForGood ? 'refused' : 'later', error.message, { cause: error });
}
