import { numberChecks } from '@db/tenant/schema/index.ts';
import { and, gt, inArray, lt } from 'drizzle-orm';
import { AppError } from '@/core/errors.ts';
import type { Scope } from '@/core/scope.ts';
import { SendError } from '@/whatsapp/port.ts';
import { findConnectedSession } from './connected-session.queries.ts';
import type { Pace } from './number-check-pace.state.ts';

declare module '@/core/scope.ts' {
  interface Services {
    numberPace: Pace;
  }
}

export const NUMBERS_AT_ONCE = 50;
const REMEMBERED_MS = 86_400_000;

/** Null when the number is not on WhatsApp. */
export type Checked = { jid: string; lid: string | null } | null;

/** At most once a day; a number is missing when no connection, or not the `only` one, is up. Throws ERR_WAPP_CHECK_CONTACT. */
export async function checkNumbers(
  scope: Scope,
  numbers: string[],
  { only }: { only?: number } = {},
): Promise<Map<string, Checked>> {
  const known = await recall(scope, numbers);
  const unknown = [...new Set(numbers)].filter((number) => !known.has(number));
  for (let start = 0; start < unknown.length; start += NUMBERS_AT_ONCE) {
    const asked = unknown.slice(start, start + NUMBERS_AT_ONCE);
    const answers = await ask(scope, asked, only);
    if (!answers) break;
    await remember(scope, asked, answers);
    for (const [index, number] of asked.entries()) known.set(number, answers[index] ?? null);
  }
  return known;
}

async function recall(scope: Scope, numbers: string[]): Promise<Map<string, Checked>> {
  const since = new Date(scope.now().getTime() - REMEMBERED_MS);
  const rows = await scope.db
    .select()
    .from(numberChecks)
    .where(and(inArray(numberChecks.number, numbers), gt(numberChecks.checkedAt, since)));
  return new Map(rows.map(({ number, jid }) => [number, jid === null ? null : { jid, lid: null }]));
}

async function ask(
  scope: Scope,
  numbers: string[],
  only: number | undefined,
): Promise<Checked[] | undefined> {
  const connected = await findConnectedSession(scope, only);
  if (!connected || (only !== undefined && connected.connectionId !== only)) return undefined;
  const { connectionId, session } = connected;
  try {
    return await scope.kernel.services.numberPace(`${scope.companyId}:${connectionId}`, () =>
      session.check(numbers),
    );
  } catch (cause) {
    if (cause instanceof SendError && cause.code === 'not_connected') return undefined;
    throw new AppError('ERR_WAPP_CHECK_CONTACT', {}, { cause });
  }
}

async function remember(scope: Scope, numbers: string[], answers: Checked[]): Promise<void> {
  await scope.write(async (tx) => {
    const checkedAt = tx.now();
    await tx.db
      .delete(numberChecks)
      .where(lt(numberChecks.checkedAt, new Date(checkedAt.getTime() - REMEMBERED_MS)));
    await tx.db.delete(numberChecks).where(inArray(numberChecks.number, numbers));
    await tx.db
      .insert(numberChecks)
      .values(numbers.map((number, index) => ({ number, jid: answers[index]?.jid ?? null, checkedAt })));
  });
}
