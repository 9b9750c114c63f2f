import type { Letter, MailTransport } from '@/modules/mail/mail-transport.client.ts';

export type Inbox = MailTransport & {
  readonly letters: readonly Letter[];
};

const MAX_ITEMS = 50;

export function createInbox(): Inbox {
  const letters: Letter[] = [];
  return {
    letters,
    check: async () => undefined,
    async send(letter) {
      letters.unshift(letter);
      letters.splice(MAX_ITEMS);
    },
  };
}
