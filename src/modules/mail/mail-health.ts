import type { Kernel } from '@/kernel/scope.ts';
import type { MailFailure } from './mail-transport.ts';

export type MailTrouble = { since: Date; reason: string };

export type MailHealth = {
  /** Undefined while nothing is known against the mail server. */
  readonly trouble: MailTrouble | undefined;
  /** The server has answered since the start. */
  readonly isKnown: boolean;
  failed(failure: MailFailure): void;
  worked(): void;
  /** Asks the server, unless it was heard of lately. Undefined when it can be used. */
  look(): Promise<void>;
};

declare module '@/kernel/scope.ts' {
  interface Services {
    mailHealth: MailHealth;
  }
}

const LOOK_MS = 10 * 60_000;
const MOST_REASON_LETTERS = 300;

/** Learned from each mail, and asked of the server when there is none, so that a wrong password is known before the first code. */
export function createMailHealth(kernel: Kernel): MailHealth {
  let trouble: MailTrouble | undefined;
  let isOfSender = false;
  let heardAt = Number.NEGATIVE_INFINITY;

  function failed({ message, isOfSender: wasSender }: MailFailure): void {
    heardAt = kernel.ticks();
    isOfSender = wasSender;
    const reason = message.slice(0, MOST_REASON_LETTERS);
    if (!trouble) kernel.log.error({ reason }, 'mails cannot be sent');
    const hasChanged = trouble?.reason !== reason;
    trouble = { since: trouble?.since ?? kernel.clock(), reason };
    if (hasChanged) tell();
  }

  function worked(): void {
    heardAt = kernel.ticks();
    if (!trouble) return;
    kernel.log.info('mails can be sent again');
    trouble = undefined;
    tell();
  }

  const tell = () =>
    kernel.hub.deliverToAll({ channel: 'failedMails', data: null, canHear: (actor) => actor.super });

  return {
    get trouble() {
      return trouble;
    },
    get isKnown() {
      return heardAt !== Number.NEGATIVE_INFINITY;
    },
    failed,
    worked,
    async look() {
      const transport = kernel.services.mailTransport;
      if (!transport || kernel.ticks() - heardAt < LOOK_MS) return;
      const failure = await transport.check(kernel.stopping);
      if (kernel.stopping.aborted) return;
      if (failure) failed(failure);
      // Greeting and password say nothing of a sender that it refuses.
      else if (isOfSender) heardAt = kernel.ticks();
      else worked();
    },
  };
}
