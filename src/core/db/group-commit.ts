import type { Transaction } from '@libsql/client';
import { TransactionPart } from './driver/transaction-part.ts';
import type { CompanyScheduler } from './write-queue.ts';

export type Member = {
  since: number;
  work(part: TransactionPart): Promise<unknown>;
  resolve(value: unknown): void;
  reject(error: unknown): void;
};

/** One commit for all of `next`, each all or nothing. No answer, not even an error, before the commit. */
export async function commitTogether(
  transaction: Transaction,
  first: Member,
  next: () => Member | undefined,
  scheduler: CompanyScheduler,
): Promise<void> {
  const members: Member[] = [];
  const answers: (() => void)[] = [];
  try {
    for (let member: Member | undefined = first; member; member = next()) {
      members.push(member);
      if (members.length > 1) await scheduler.take();
      answers.push(await carryOut(transaction, member, members.length > 1));
    }
    // All companies share one disk: a company that must yield may not put its fsync before others'.
    await scheduler.take();
    await transaction.commit();
  } catch (error) {
    for (const { reject } of members) reject(error);
    return;
  } finally {
    transaction.close();
  }
  for (const answer of answers) {
    answer();
    await scheduler.take();
  }
}

/** Throws when the whole transaction is lost. */
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
    // SQLite rolls back the whole transaction when its disk is full.
    if (!hasOthers || transaction.closed) throw error;
    await transaction.execute('ROLLBACK TO part');
    await transaction.execute('RELEASE part');
    return () => member.reject(error);
  }
}
