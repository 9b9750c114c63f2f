import type { Letter, MailTransport } from '@/modules/mail/mail-transport.ts';

export type Inbox = MailTransport & {
  /** The newest first. */
  readonly letters: readonly Letter[];
};

const KEPT = 50;

/** Where the demo's mails go: nothing leaves this machine. */
export function createInbox(): Inbox {
  const letters: Letter[] = [];
  return {
    letters,
    check: async () => undefined,
    async send(letter) {
      letters.unshift(letter);
      letters.splice(KEPT);
    },
  };
}
