import type { Transporter } from 'nodemailer';
import type { MailAccount } from '@/config.ts';
import { type After, systemAfter } from '@/kernel/clock.ts';

export type Letter = {
  /** Without brackets; the same at each try, so that a reader's program shows a repeated one once. */
  id: string;
  from: { name: string; address: string };
  to: string;
  subject: string;
  text: string;
  html: string;
};

export type MailTransport = {
  /** Throws MailFailure. `stop` ends the try. */
  send(letter: Letter, stop: AbortSignal): Promise<void>;
  /** Greets the server and signs in; what stops mails, if anything does. */
  check(stop: AbortSignal): Promise<MailFailure | undefined>;
};

declare module '@/kernel/scope.ts' {
  interface Services {
    /** Null: no mail can be sent. */
    mailTransport: MailTransport | null;
  }
}

/** 'refused': never; 'later': the server said so of this mail; 'down': the server answers nobody. */
export type FailureKind = 'refused' | 'later' | 'down';

export class MailFailure extends Error {
  override name = 'MailFailure';
  constructor(
    readonly kind: FailureKind,
    message: string,
    options?: ErrorOptions,
    /** The server takes no mail from our own address. */
    readonly isOfSender = false,
  ) {
    super(message, options);
  }
}

const CONNECT_MS = 10_000;
const SILENCE_MS = 15_000;
/** A server that says a letter every ten seconds is not silent. */
const WHOLE_MS = 45_000;

export function createSmtp({ url }: MailAccount, after: After = systemAfter): MailTransport {
  // A desk without mail need not keep it in memory, nor one that has none to send yet.
  let opened: Promise<Transporter> | undefined;
  const open = () =>
    (opened ??= import('nodemailer').then(({ createTransport }) => createTransport(options)));
  const options = {
    url,
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: SILENCE_MS,
    // Otherwise somebody between us and the server could strike out STARTTLS and read passwords, codes and links.
    requireTLS: !mayBePlain(url),
    disableFileAccess: true,
    disableUrlAccess: true,
  };
  function deadline() {
    const late = new AbortController();
    const forget = after(WHOLE_MS, () => late.abort(new Error('the server took too long')));
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
          // RFC 3834: no out-of-office answers, please.
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

/** On this machine, or because its operator says so of a relay that has no password. */
function mayBePlain(url: string): boolean {
  const { password, hostname, searchParams } = new URL(url);
  if (['localhost', '127.0.0.1', '[::1]'].includes(hostname)) return true;
  return password === '' && searchParams.get('ignoreTLS') === 'true';
}

/** Of this mail are answers to its recipient and its content; a refused password or greeting is the server's. */
const OF_THE_MAIL = ['EENVELOPE', 'EMESSAGE'];

function failureOf(error: unknown): MailFailure {
  if (!(error instanceof Error)) return new MailFailure('down', String(error));
  const { code, responseCode, command } = error as Error & {
    code?: string;
    responseCode?: number;
    command?: string;
  };
  // Our own sender is refused (RFC 5321 §3.3): no other mail fares better.
  const isOfSender = command === 'MAIL FROM';
  const isOfTheMail = code !== undefined && OF_THE_MAIL.includes(code) && !isOfSender;
  if (!isOfTheMail) return new MailFailure('down', error.message, { cause: error }, isOfSender);
  const isForGood = responseCode === undefined || responseCode >= 500;
  return new MailFailure(isForGood ? 'refused' : 'later', error.message, { cause: error });
}
