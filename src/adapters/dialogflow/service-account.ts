import { createHash, sign } from 'node:crypto';
import { z } from 'zod';
import { createRecent } from '../../core/bounded-cache.ts';
import { parsedJson } from '../../core/parse-json.ts';
import { askJson, type Reach } from '../responders/call-service.client.ts';
import { ResponderFailed } from '../responders/responder.port.ts';

const Account = z.looseObject({
  client_email: z.string().min(3),
  private_key: z.string().min(1),
  private_key_id: z.string().optional(),
  project_id: z.string().optional(),
  token_uri: z.url().default('https://oauth2.googleapis.com/token'),
});
export type ServiceAccount = z.infer<typeof Account>;

/** Google's have some 1,000 characters and last an hour. */
const MAX_LETTERS = 4_096;
const MAX_SECONDS = 86_400;
const MAX_TOKENS = 500;
const MAX_BYTES = 1_048_576;
const Token = z.object({
  access_token: z.string().min(1).max(MAX_LETTERS),
  expires_in: z.number().positive().max(MAX_SECONDS),
});

const SCOPE = 'https://www.googleapis.com/auth/dialogflow';
const VALID_SECONDS = 3_600;
/** A token that expires in transit is refused. */
const SLACK_MS = 60_000;

/** Throws ResponderFailed 'unset' if it is not a key file of a service account. */
export function readAccount(json: string): ServiceAccount {
  const parsed = Account.safeParse(parsedJson(json));
  if (!parsed.success) throw new ResponderFailed('unset', 'credentials');
  return parsed.data;
}

export type Tokens = { of(reach: Reach, account: ServiceAccount): Promise<string> };

/** Access tokens by OAuth 2.0 for service accounts (RFC 7523), cached until they expire. `now` in ms since 1970. */
export function createTokens(now: () => number): Tokens {
  const tokens = createRecent<{ token: string; until: number }>({
    entries: MAX_TOKENS,
    bytes: { most: MAX_BYTES, of: ({ token }) => token.length },
    lifeMs: MAX_SECONDS * 1_000,
    now,
  });
  return {
    async of(reach, account) {
      const text = `${account.client_email} ${account.token_uri} ${account.private_key}`;
      const key = createHash('sha256').update(text).digest('base64url');
      const known = tokens.get(key);
      if (known && known.until > now()) return known.token;
      const { access_token, expires_in } = await askJson(
        reach,
        {
          url: account.token_uri,
          method: 'POST',
          headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
          text: new URLSearchParams({
            grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
            assertion: assertionOf(account, Math.floor(now() / 1_000)),
          }).toString(),
        },
        Token,
      );
      tokens.set(key, { token: access_token, until: now() + expires_in * 1_000 - SLACK_MS });
      return access_token;
    },
  };
}

function assertionOf(account: ServiceAccount, seconds: number): string {
  const head = { alg: 'RS256', typ: 'JWT', ...(account.private_key_id && { kid: account.private_key_id }) };
  const claims = {
    iss: account.client_email,
    scope: SCOPE,
    aud: account.token_uri,
    iat: seconds,
    exp: seconds + VALID_SECONDS,
  };
  const text = `${encoded(head)}.${encoded(claims)}`;
  try {
    return `${text}.${sign('RSA-SHA256', Buffer.from(text), account.private_key).toString('base64url')}`;
  } catch (cause) {
    throw new ResponderFailed('unset', 'private key', { cause });
  }
}

const encoded = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
