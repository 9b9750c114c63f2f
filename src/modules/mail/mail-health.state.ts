import type { Kernel } from '@/core/scope.ts';
import type { MailFailure } from './mail-transport.client.ts';

export type MailTrouble = { since: Date; reason: string };

export type MailHealth = {
  /** Undefined while the mail server works, as far as is known. */
  readonly trouble: MailTrouble | undefined;
  /** True once the server has answered since the start. */
  readonly isKnown: boolean;
  failed(failure: MailFailure): void;
  worked(): void;
  /** Checks the server, unless a recent mail did. Undefined when it can be used. */
  check(): Promise<void>;
};

declare module '@/core/scope.ts' {
  interface Services {
    mailHealth: MailHealth;
  }
}

const CHECK_MS = 10 * 60_000;
const MAX_REASON_LETTERS = 300;

/** Checks actively without mails, so that a wrong password is found before the first sign-in code. */
export function createMailHealth(kernel: Kernel): MailHealth {
  let trouble: MailTrouble | undefined;
  let isOfSender = false;
  let checkedAt = Number.NEGATIVE_INFINITY;

  function failed({ message, isOfSender: wasSender }: MailFailure): void {
    checkedAt = kernel.ticks();
    isOfSender = wasSender;
    const reason = message.slice(0, MAX_REASON_LETTERS);
    if (!trouble) kernel.log.error({ reason }, 'mails cannot be sent');
    const hasChanged = trouble?.reason !== reason;
    trouble = { since: trouble?.since ?? kernel.clock(), reason };
    if (hasChanged) notify();
  }

  function worked(): void {
    checkedAt = kernel.ticks();
    if (!trouble) return;
    kernel.log.info('mails can be sent again');
    trouble = undefined;
    notify();
  }

  const notify = () =>
    kernel.hub.deliverToAll({ channel: 'failedMails', data: null, canReceive: (actor) => actor.super });

  return {
    get trouble() {
      return trouble;
    },
    get isKnown() {
      return checkedAt !== Number.NEGATIVE_INFINITY;
    },
    failed,
    worked,
    async check() {
      const transport = kernel.services.mailTransport;
      if (!transport || kernel.ticks() - checkedAt < CHECK_MS) return;
      const failure = await transport.check(kernel.stopping);
      if (kernel.stopping.aborted) return;
      if (failure) failed(failure);
      // Greeting and password do not show whether the sender address is accepted.
      else if (isOfSender) checkedAt = kernel.ticks();
      else worked();
    },
  };
}
