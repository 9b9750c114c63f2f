import { AppError } from '@/core/errors.ts';
import { requireSuper } from '@/core/policy.ts';
import type { Scope } from '@/core/scope.ts';
import { encryptField } from './encrypt-mail.logic.ts';
import { writeLetter } from './mail-letter.queries.ts';
import { MailFailure } from './mail-transport.client.ts';

declare module './mail.service.ts' {
  interface MailKinds {
    'mail:test': { name: string };
  }
}

/** Sends at once, before queued mails. Throws ERR_NO_SUPER, ERR_NO_MAIL_SERVER, ERR_MAIL_NOT_TAKEN. */
export async function sendTestMail(scope: Scope): Promise<{ recipient: string }> {
  requireSuper(scope);
  const { kernel, actor, locale } = scope;
  const { mailTransport, mailHealth } = kernel.services;
  if (!mailTransport) throw new AppError('ERR_NO_MAIL_SERVER');
  if (actor.kind !== 'user') throw new AppError('ERR_NO_PERMISSION');
  const { name, email: recipient } = actor;
  const key = `test:${kernel.ids.uuid()}`;
  const letter = await writeLetter(kernel, {
    key,
    kind: 'mail:test',
    language: locale,
    recipient,
    encryptedValues: encryptField(kernel, key, { name }),
  });
  try {
    await mailTransport.send(letter, kernel.stopping);
  } catch (error) {
    if (!(error instanceof MailFailure)) throw error;
    if (error.kind === 'down') mailHealth.failed(error);
    throw new AppError('ERR_MAIL_NOT_TAKEN', { reason: error.message }, { cause: error });
  }
  mailHealth.worked();
  return { recipient };
}
