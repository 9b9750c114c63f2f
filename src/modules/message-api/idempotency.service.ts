import { idempotencyKeys } from '@db/tenant/schema/index.ts';
import { and, count, eq, gte, isNotNull, isNull, lt, min } from 'drizzle-orm';
import { AppError } from '@/core/errors.ts';
import { forgetOldKeys, isKey } from '@/core/idempotency/make-once.ts';
import { platformScope } from '@/core/platform-scope.ts';
import type { CompanyJob } from '@/core/queue/company-jobs.ts';
import type { Job } from '@/core/queue/cron.ts';
import type { Kernel, Scope } from '@/core/scope.ts';
import type { Storage } from '@/core/storage/storage.ts';

const DAY_MS = 86_400_000;
const MAX_KEY = 200;

declare module '@/core/scope.ts' {
  interface Services {
    /** Keys in progress; a row without an answer that is not listed here was left by a crash. */
    keysAtWork: Set<string>;
  }
}

export type Answered = { status: number; reply: string };
export type Asked = { holder: string; key: string | undefined; request: string };
/** Call in the transaction of the work: both are stored, or neither. */
export type StoreOutcome = (tx: Scope, answered: Answered) => Promise<void>;

/** Replays known keys. A refusal frees its key. Throws ERR_KEY_AT_WORK, ERR_KEY_OF_ANOTHER_CALL. */
export async function once(
  scope: Scope,
  asked: Asked,
  work: (store: StoreOutcome) => Promise<Answered>,
): Promise<Answered & { isRepeated: boolean }> {
  const { holder, key } = asked;
  if (key === undefined) return { ...(await work(async () => {})), isRepeated: false };
  const { keysAtWork } = scope.kernel.services;
  const name = `${scope.companyId} ${holder} ${key}`;
  if (keysAtWork.has(name)) throw new AppError('ERR_KEY_AT_WORK');
  keysAtWork.add(name);
  try {
    const known = await begin(scope, { holder, key, request: asked.request });
    if (known) return { ...known, isRepeated: true };
    return { ...(await finish(scope, { holder, key }, work)), isRepeated: false };
  } finally {
    keysAtWork.delete(name);
  }
}

export const partKey = (key: string, index: number): string => `${key}\n${index}`;

/** How many of a key's parts have an answer that would be replayed. */
export async function countAnswered({ db }: Scope, { holder, key }: Asked): Promise<number> {
  if (key === undefined) return 0;
  const isPart = and(gte(idempotencyKeys.key, partKey(key, 0)), lt(idempotencyKeys.key, `${key}\n:`));
  const isAnswered = and(eq(idempotencyKeys.holder, holder), isPart, isNotNull(idempotencyKeys.status));
  const [row] = await db.select({ n: count() }).from(idempotencyKeys).where(isAnswered);
  return row?.n ?? 0;
}

type Held = { holder: string; key: string };

async function begin(
  scope: Scope,
  { request, ...held }: Held & { request: string },
): Promise<Answered | null> {
  return scope.write(async (tx) => {
    const known = await tx.db.query.idempotencyKeys.findFirst({ where: isKey(held) });
    if (known && known.request !== request) throw new AppError('ERR_KEY_OF_ANOTHER_CALL');
    if (known) return known.status === null ? null : { status: known.status, reply: known.reply ?? '' };
    await tx.db.insert(idempotencyKeys).values({ ...held, request, createdAt: tx.now() });
    return null;
  });
}

async function finish(
  scope: Scope,
  held: Held,
  work: (store: StoreOutcome) => Promise<Answered>,
): Promise<Answered> {
  let isStored = false;
  const store: StoreOutcome = async (tx, answered) => {
    await tx.write((inner) => inner.db.update(idempotencyKeys).set(answered).where(isKey(held)));
    isStored = true;
  };
  try {
    const answered = await work(store);
    if (!isStored) await store(scope, answered);
    return answered;
  } catch (error) {
    await scope.write((tx) =>
      tx.db.delete(idempotencyKeys).where(and(isKey(held), isNull(idempotencyKeys.status))),
    );
    throw error;
  }
}

export function readKey(header: string | undefined): string | undefined {
  if (header === undefined) return undefined;
  const key = header.trim();
  if (key === '' || key.length > MAX_KEY) throw new AppError('ERR_KEY_INVALID');
  return key;
}

export function requestHash(parts: string[]): string {
  const hash = new Bun.CryptoHasher('sha256');
  for (const part of parts) hash.update(`${part.length}:`).update(part);
  return hash.digest('hex');
}

/** Makes the same key with another file a different request. */
export async function fileSum(storage: Storage, companyId: number, key: string): Promise<string> {
  const path = await storage.open(companyId, key);
  if (!path) throw new AppError('ERR_NOT_FOUND');
  const hash = new Bun.CryptoHasher('sha256');
  for await (const chunk of Bun.file(path).stream()) hash.update(chunk);
  return hash.digest('hex');
}

export const oldKeys: CompanyJob = {
  name: 'old idempotency keys',
  tables: [idempotencyKeys],
  async dueAt(scope) {
    const [row] = await scope.db.select({ at: min(idempotencyKeys.createdAt) }).from(idempotencyKeys);
    return row?.at ? new Date(row.at.getTime() + 2 * DAY_MS) : null;
  },
  async run(scope) {
    await scope.write(forgetOldKeys);
  },
};

export const keyJobs = (kernel: Kernel): Job[] => [
  { name: 'forgetOldKeys', pattern: '53 4 * * *', run: () => platformScope(kernel).write(forgetOldKeys) },
];
