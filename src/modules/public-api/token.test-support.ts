import { accessTokens } from '@db/platform/schema/index.ts';
import { requireUser } from '@/core/policy.ts';
import type { Scope } from '@/core/scope.ts';
import { sign } from '@/core/security/secrets.ts';
import { SCOPES } from './public-api.schema.ts';

type Options = Partial<Pick<typeof accessTokens.$inferInsert, 'scopes' | 'expiresAt'>>;

/** Also for users who may not create tokens: a token outlives its creator's profile. */
export async function tokenFor(scope: Scope, options: Options = {}): Promise<string> {
  const { kernel, companyId } = scope;
  const { id: userId } = requireUser(scope);
  const token = `bal_${kernel.ids.token(24)}`;
  await kernel.platform.write((platform) =>
    platform.insert(accessTokens).values({
      hash: sign(kernel.secrets.codes, `access-token:${token}`),
      ...{ prefix: token.slice(0, 8), name: 'Teste', companyId, userId },
      ...{ scopes: [...SCOPES], createdAt: kernel.clock(), ...options },
    }),
  );
  return token;
}
