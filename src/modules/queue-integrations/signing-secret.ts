import { randomBytes } from 'node:crypto';

/** Standard Webhooks: `whsec_` and 24 random bytes in base64. */
export const newSigningSecret = (): string => `whsec_${randomBytes(24).toString('base64')}`;
