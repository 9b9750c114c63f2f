import { mails } from '@db/platform/schema/index.ts';
import { and, asc, eq, gt, isNotNull, lt, lte, ne, or } from 'drizzle-orm';
import { platformScope } from '@/core/platform-scope.ts';
import { delayAfter } from '@/core/queue/retry.ts';
import type { Kernel } from '@/core/scope.ts';
import { type MailRow, writeLetter } from './mail-letter.queries.ts';
import { MAX_SEND_MS, MailFailure, type MailTransport } from './mail-transport.client.ts';

const AT_ONCE = 3;
const MAX_TRIES = 10;
const MAIL_RETRIES = { firstMs: 15_000, longestMs: 3_600_000 };
const CLAIM_MS = MAX_SEND_MS + 15_000;
const SERVER_RETRIES = { firstMs: 5_000, longestMs: 300_000 };
const MAX_ERROR_LETTERS = 300;
const RETAINED_MS = 90 * 86_400_000;

/** Sends pending mails, soonest to expire first, a few at once. Calls during a run do nothing. */
export function createMailRounds(kernel: Kernel): () => Promise<void> {
  let failures = 0;
  let pauseUntil = 0;

  async function deliver(transport: MailTransport): Promise<void> {
    while (!kernel.stopping.aborted && kernel.ticks() >= pauseUntil) {
      const row = await claimNext(kernel);
      if (!row) return;
      const failure = await trySend(kernel, transport, row);
      // Cut off by a shutdown: the next start sends it.
      if (failure && kernel.stopping.aborted) return;
      if (failure?.kind === 'down' && kernel.ticks() >= pauseUntil) {
        failures += 1;
        const backoffMs = delayAfter(failures, SERVER_RETRIES);
        pauseUntil = kernel.ticks() + backoffMs;
        kernel.log.warn({ err: failure, backoffMs }, 'the mail server cannot be used');
      } else if (!failure) failures = 0;
      if (failure?.kind === 'down') kernel.services.mailHealth.failed(failure);
      else if (!failure) kernel.services.mailHealth.worked();
      await settle(kernel, row, failure);
    }
  }

  return async () => {
    await giveUpUseless(kernel);
    const transport = kernel.services.mailTransport;
    if (transport) await Promise.all(Array.from({ length: AT_ONCE }, () => deliver(transport)));
  };
}

/** Counted before sending: after crashes a mail goes out a few times at most, at growing intervals. */
async function claimNext(kernel: Kernel): Promise<MailRow | undefined> {
  return platformScope(kernel).write(async (tx) => {
    const now = tx.now();
    const longest = new Date(now.getTime() + MAIL_RETRIES.longestMs);
    // A time beyond the longest pause dates from before the clock was set back.
    const isDue = or(lte(mails.nextTryAt, now), gt(mails.nextTryAt, longest));
    const row = await tx.db.query.mails.findFirst({
      where: and(eq(mails.status, 'waiting'), isDue),
      orderBy: [asc(mails.usefulUntil), asc(mails.id)],
    });
    if (!row) return undefined;
    const tries = row.tries + 1;
    const nextTryAt = new Date(now.getTime() + CLAIM_MS);
    await tx.db.update(mails).set({ tries, nextTryAt }).where(eq(mails.id, row.id));
    return { ...row, tries, nextTryAt };
  });
}

async function trySend(
  kernel: Kernel,
  transport: MailTransport,
  row: MailRow,
): Promise<MailFailure | undefined> {
  try {
    await transport.send(await writeLetter(kernel, row), kernel.stopping);
    return undefined;
  } catch (error) {
    if (error instanceof MailFailure) return error;
    return new MailFailure('refused', 'the mail could not be written', { cause: error });
  }
}

async function settle(kernel: Kernel, row: MailRow, failure: MailFailure | undefined): Promise<void> {
  await platformScope(kernel).write(async (tx) => {
    const now = tx.now();
    if (!failure)
      return tx.db
        .update(mails)
        .set({ status: 'sent', sentAt: now, encryptedValues: null, lastError: null })
        .where(eq(mails.id, row.id));
    const lastError = failure.message.slice(0, MAX_ERROR_LETTERS);
    const [stillMine] = await tx.db
      .update(mails)
      .set({ ...afterFailure(row, failure, now), lastError })
      .where(and(eq(mails.id, row.id), eq(mails.status, 'waiting'), eq(mails.tries, row.tries)))
      .returning({ status: mails.status });
    if (stillMine?.status !== 'failed') return;
    const { id, kind, key, companyId, recipient } = row;
    kernel.log.warn({ mailId: id, kind, companyId, err: failure }, 'a mail was given up');
    tx.emit('mails.failed', null);
    tx.emit('mail.refused', { kind, key, companyId, recipient, reason: lastError });
  });
}

function afterFailure({ tries }: MailRow, { kind }: MailFailure, now: Date): Partial<MailRow> {
  // A server failure is not counted against the mail: it is next when the server is back.
  if (kind === 'down') return { tries: tries - 1, nextTryAt: now };
  if (kind === 'refused' || tries >= MAX_TRIES) return { status: 'failed' };
  return { nextTryAt: new Date(now.getTime() + delayAfter(tries, MAIL_RETRIES)) };
}

async function giveUpUseless(kernel: Kernel): Promise<void> {
  const isOver = lte(mails.usefulUntil, kernel.clock());
  const isRetained = or(
    eq(mails.status, 'waiting'),
    and(eq(mails.status, 'failed'), isNotNull(mails.encryptedValues)),
  );
  const useless = and(isRetained, isOver);
  const some = await kernel.platform.db.query.mails.findFirst({ where: useless, columns: { id: true } });
  if (!some) return;
  await platformScope(kernel).write(async (tx) => {
    await tx.db.update(mails).set({ status: 'failed', encryptedValues: null }).where(useless);
    tx.emit('mails.failed', null);
  });
}

export async function forgetOldMails(kernel: Kernel): Promise<void> {
  const before = new Date(kernel.clock().getTime() - RETAINED_MS);
  const isOld = and(ne(mails.status, 'waiting'), lt(mails.createdAt, before));
  await kernel.platform.write((tx) => tx.delete(mails).where(isOld));
}
