import type { Person } from './factors.queries.ts';

/** What its secret is sealed under: of another person, or of an offer, it opens nothing. */
export const authenticatorName = ({ companyId, userId }: Person, of: 'offer' | 'secret') =>
  `authenticator:${companyId}:${userId}:${of}`;
