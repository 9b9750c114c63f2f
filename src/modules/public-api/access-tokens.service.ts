import { accessTokens } from '@db/platform/schema/index.ts';
import { users } from '@db/tenant/schema/index.ts';
import { and, count, desc, eq } from 'drizzle-orm';
import { audit } from '@/core/audit/audit.ts';
import { AppError } from '@/core/errors.ts';
import { isAdmin, requireCan, requireRecentAuthentication, requireUser } from '@/core/policy.ts';
import { type Kernel, refusalOfGuests, type Scope, type UserActor } from '@/core/scope.ts';
import { sign } from '@/core/security/secrets.ts';
import { FACTOR_SET_UP, lacksFactor } from '@/modules/auth/sessions/sessions.service.ts';
import { loadActor } from '@/modules/users/users.queries.ts';
import { MAX_TOKENS, type TokenInput, type TokenScope } from './public-api.schema.ts';
import type { AccessToken } from './public-api.views.ts';

const MARK = 'bal_';
const TOKEN_BYTES = 24;
const SHOWN = 8;
const DAY_MS = 86_400_000;
/** Limits writes: last use is stored at most this often. */
const NOTED_EVERY_MS = 60_000;

/** The only time it is shown; only its hash is stored. Throws ERR_PROOF_REQUIRED, ERR_TOO_MANY_TOKENS. */
export async function createToken(scope: Scope, { name, scopes, lifetime }: TokenInput): Promise<string> {
  requireCan(scope, isAdmin);
  await refusalOfGuests(scope.actor);
  requireRecentAuthentication(scope);
  const { kernel, companyId } = scope;
  const { id: userId } = requireUser(scope);
  const token = MARK + kernel.ids.token(TOKEN_BYTES);
  const now = kernel.clock();
  const expiresAt = lifetime === '' ? null : new Date(now.getTime() + Number(lifetime) * DAY_MS);
  // The audit entry first: a token is returned only once it is recorded.
  await scope.write(async (tx) => {
    await audit(tx, { what: 'token.created', on: { name }, after: { name, scopes, expiresAt } });
    await kernel.platform.write(async (platform) => {
      const [held] = await platform
        .select({ n: count() })
        .from(accessTokens)
        .where(eq(accessTokens.companyId, companyId));
      if ((held?.n ?? 0) >= MAX_TOKENS) throw new AppError('ERR_TOO_MANY_TOKENS', { most: MAX_TOKENS });
      await platform.insert(accessTokens).values({
        ...{ name, companyId, userId, scopes, expiresAt, createdAt: now },
        hash: hashOf(kernel, token),
        prefix: token.slice(0, SHOWN),
      });
    });
  });
  scope.emit('accessToken.changed', { companyId });
  return token;
}

export async function deleteToken(scope: Scope, { tokenId }: { tokenId: number }): Promise<void> {
  requireCan(scope, isAdmin);
  const { kernel, companyId } = scope;
  const { name, prefix } = await getToken(scope, tokenId);
  await scope.write(async (tx) => {
    await audit(tx, { what: 'token.deleted', on: { id: tokenId, name }, before: { name, prefix } });
    await kernel.platform.write((platform) =>
      platform
        .delete(accessTokens)
        .where(and(eq(accessTokens.id, tokenId), eq(accessTokens.companyId, companyId))),
    );
  });
  scope.emit('accessToken.changed', { companyId });
}

export async function listTokens(scope: Scope): Promise<AccessToken[]> {
  requireCan(scope, isAdmin);
  const { kernel, companyId } = scope;
  const rows = await kernel.platform.db
    .select()
    .from(accessTokens)
    .where(eq(accessTokens.companyId, companyId))
    .orderBy(desc(accessTokens.id));
  const people = await scope.db.select({ id: users.id, name: users.name }).from(users);
  const names = new Map(people.map(({ id, name }) => [id, name]));
  const now = kernel.clock();
  return rows.map(({ id, name, prefix, scopes, userId, expiresAt, lastUsedAt, createdAt }) => ({
    ...{ id, name, prefix },
    scopes: scopes as TokenScope[],
    person: names.get(userId) ?? null,
    expiresAt: expiresAt?.toISOString() ?? null,
    isExpired: expiresAt !== null && expiresAt <= now,
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
  }));
}

export async function getToken(scope: Scope, tokenId: number): Promise<AccessToken> {
  const found = (await listTokens(scope)).find(({ id }) => id === tokenId);
  if (!found) throw new AppError('ERR_NO_TOKEN_FOUND');
  return found;
}

/** Current rights of the token's creator. Throws ERR_API_TOKEN for an unknown or expired token, or a deleted user. */
export async function findTokenActor(kernel: Kernel, token: string): Promise<UserActor> {
  const row = await findAccessToken(kernel, token);
  const now = kernel.clock();
  if (!row || (row.expiresAt && row.expiresAt <= now)) throw refusal();
  const actor = await loadActor(kernel, row.companyId, row.userId, `token:${row.id}`);
  if (!actor) throw refusal();
  if (now.getTime() - (row.lastUsedAt?.getTime() ?? 0) >= NOTED_EVERY_MS)
    await kernel.platform.write((platform) =>
      platform.update(accessTokens).set({ lastUsedAt: now }).where(eq(accessTokens.id, row.id)),
    );
  const ofToken = { ...actor, super: false, token: { id: row.id, scopes: row.scopes } };
  return (await lacksFactor(kernel, actor)) ? { ...ofToken, mustSetUp: FACTOR_SET_UP } : ofToken;
}

export async function findAccessToken(kernel: Kernel, token: string) {
  if (!token.startsWith(MARK)) return undefined;
  const hash = hashOf(kernel, token);
  return kernel.platform.remember([accessTokens], `token:${hash}`, () =>
    kernel.platform.db.query.accessTokens.findFirst({ where: eq(accessTokens.hash, hash) }),
  );
}

const refusal = () => new AppError('ERR_API_TOKEN', {}, { isPublic: true });

function hashOf({ secrets }: Kernel, token: string): string {
  return sign(secrets.codes, `access-token:${token}`);
}
