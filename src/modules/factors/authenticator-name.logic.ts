import type { Person } from './factors.queries.ts';

/** Encryption context of the secret: it cannot be used for another person, or as an offer. */
export const authenticatorName = ({ companyId, userId }: Person, of: 'offer' | 'secret') =>
  `authenticator:${companyId}:${userId}:${of}`;
