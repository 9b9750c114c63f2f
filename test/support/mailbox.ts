import type { Letter } from '@/modules/mail/mail-transport.client.ts';
import { createMailRounds } from '@/modules/mail/send-mails.jobs.ts';
import type { TestApp } from './deps.ts';

export type Mailbox = {
  read(): Promise<Letter[]>;
};

export function mailboxOf(testApp: TestApp): Mailbox {
  const letters: Letter[] = [];
  testApp.kernel.services.mailTransport = {
    check: async () => undefined,
    send: async (letter) => void letters.push(letter),
  };
  const round = createMailRounds(testApp.kernel);
  return {
    async read() {
      await testApp.settle();
      await round();
      return letters.splice(0);
    },
  };
}

/** The newest code. Throws when there is none. */
export function codeIn(letters: Letter[]): string {
  const codes = letters.flatMap(({ text }) => /^\d{8}$/m.exec(text) ?? []);
  const code = codes.at(-1);
  if (!code) throw new Error('no mail holds a code');
  return code;
}

/** The path and query of the newest link. Throws when there is none. */
export function linkIn(letters: Letter[]): string {
  const links = letters.flatMap(({ text }) => /^https?:\/\/\S+$/m.exec(text) ?? []);
  const link = links.at(-1);
  if (!link) throw new Error('no mail holds a link');
  const { pathname, search } = new URL(link);
  return `${pathname}${search}`;
}
