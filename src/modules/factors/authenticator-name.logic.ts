import { authenticators } from '@db/platform/schema/index.ts';
import { contextIn } from '@/core/db/annotations.ts';
import type { Person } from './factors.queries.ts';

/** Encryption context of the secret: it cannot be used for another person, or as an offer. */
export const authenticatorName = ({ companyId, userId }: Person, of: 'offer' | 'secret') =>
  of === 'secret'
    ? contextIn(authenticators.encryptedSecret, { company_id: companyId, user_id: userId })
    : `authenticator:${companyId}:${userId}:offer`;
