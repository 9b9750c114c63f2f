import type { Transaction } from '@libsql/client';
import { TransactionPart } from './transaction-part.ts';
import type { OwnTurns } from './write-queue.ts';

export type Member = {
  /** When it began to wait, in ticks. */
  since: number;
  work(part: TransactionPart): Promise<unknown>;
  resolve(value: unknown): void;
  reject(error: unknown): void;
};

/**
 * One commit for all that `next` gives. Each is all or nothing. Nobody is answered before the commit, not even with an
 * error of their own, for they may have read what others wrote; when it fails, all fail.
 */
export async function commitTogether(
  transaction: Transaction,
  first: Member,
  next: () => Member | undefined,
  turns: OwnTurns,
): Promise<void> {
  const members: Member[] = [];
  const answers: (() => void)[] = [];
  try {
    for (let member: Member | undefined = first; member; member = next()) {
      members.push(member);
      if (members.length > 1) await turns.take();
      answers.push(await carryOut(transaction, member, members.length > 1));
    }
    // There is one disk: whoever must let others pass does not put an fsync before theirs.
    await turns.take();
    await transaction.commit();
  } catch (error) {
    for (const { reject } of members) reject(error);
    return;
  } finally {
    transaction.close();
  }
  for (const answer of answers) {
    answer();
    await turns.take();
  }
}

/** Throws when nothing is left of the transaction. */
async function carryOut(transaction: Transaction, member: Member, hasOthers: boolean): Promise<() => void> {
  const part = new TransactionPart(transaction);
  try {
    if (hasOthers) await transaction.execute('SAVEPOINT part');
    const result = await member.work(part);
    part.close();
    if (hasOthers) await transaction.execute('RELEASE part');
    return () => member.resolve(result);
  } catch (error) {
    part.close();
    // SQLite gives up a whole transaction when its disk is full.
    if (!hasOthers || transaction.closed) throw error;
    await transaction.execute('ROLLBACK TO part');
    await transaction.execute('RELEASE part');
    return () => member.reject(error);
  }
}
