import { passkeys } from '@db/platform/schema/index.ts';
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import { and, asc, count, eq } from 'drizzle-orm';
import { audit } from '@/core/audit/audit.ts';
import { AppError, InvalidInput } from '@/core/errors.ts';
import { parsedJson } from '@/core/parse-json.ts';
import { platformOf } from '@/core/platform-scope.ts';
import { requireRecentAuthentication, requireUser } from '@/core/policy.ts';
import type { Kernel, Scope } from '@/core/scope.ts';
import { sign } from '@/core/security/secrets.ts';
import { platformName } from '@/modules/mail/platform-name.queries.ts';
import { ofPerson, type Person } from './factors.queries.ts';
import type { PasskeyInput } from './factors.schema.ts';
import { dropIdleCodes, firstRecoveryCodes, selfOf } from './factors.service.ts';
import { type Party, partyOf } from './passkey-party.logic.ts';
import { prepareRecoveryCodes } from './recovery-codes.service.ts';

const MAX_EACH = 20;
const SIGN_IN = 'sign-in';

export type PasskeyView = { id: number; name: string; createdAt: string; lastUsedAt: string | null };

/** Imported lazily: it loads many megabytes of certificate formats that are rarely needed. */
const webauthn = () => import('@simplewebauthn/server');

export async function listPasskeys(scope: Scope): Promise<PasskeyView[]> {
  const rows = await platformOf(scope)
    .db.select()
    .from(passkeys)
    .where(ofPerson(passkeys, selfOf(scope)))
    .orderBy(asc(passkeys.id));
  return rows.map(({ id, name, createdAt, lastUsedAt }) => ({
    id,
    name,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  }));
}

/** Returns the options for the browser. Throws ERR_NO_PASSKEYS_HERE. */
export async function offerPasskey(scope: Scope): Promise<object> {
  const person = selfOf(scope);
  const { kernel } = scope;
  const party = requireParty(kernel, scope.origin);
  const { email, name } = requireUser(scope);
  const held = await kernel.platform.db.select().from(passkeys).where(ofPerson(passkeys, person));
  const { generateRegistrationOptions } = await webauthn();
  return generateRegistrationOptions({
    rpName: await platformName(kernel),
    rpID: party.id,
    userName: email,
    userDisplayName: name,
    // Reveals nothing about the person, and is stable: a second passkey on the same device replaces the first.
    userID: new Uint8Array(
      Buffer.from(sign(kernel.secrets.codes, `passkey-person:${ownerOf(person)}`), 'base64url'),
    ),
    challenge: kernel.services.passkeyChallenges.issue(ownerOf(person)),
    attestationType: 'none',
    excludeCredentials: held.map(({ credentialId: id }) => ({ id })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
}

/** The first returns recovery codes. Throws ERR_PROOF_REQUIRED, ERR_NO_PASSKEYS_HERE, InvalidInput. */
export async function addPasskey(scope: Scope, { name, credential }: PasskeyInput): Promise<string[]> {
  const person = selfOf(scope);
  requireRecentAuthentication(scope);
  const party = requireParty(scope.kernel, scope.origin);
  const made = await verifiedNew(scope.kernel, person, party, credential);
  const fresh = await prepareRecoveryCodes(scope.kernel, person);
  return platformOf(scope).write(async (tx) => {
    const [held] = await tx.db.select({ n: count() }).from(passkeys).where(ofPerson(passkeys, person));
    if ((held?.n ?? 0) >= MAX_EACH) throw new InvalidInput({ name: 'factors:passkey.tooMany' });
    const row = { ...person, ...made, name, createdAt: tx.now() };
    const added = await tx.db
      .insert(passkeys)
      .values(row)
      .onConflictDoNothing()
      .returning({ id: passkeys.id });
    const [{ id } = { id: 0 }] = added;
    if (id === 0) throw refused();
    await audit(scope, { what: 'factor.passkeyAdded', on: { id, name } });
    return firstRecoveryCodes(tx, person, fresh);
  });
}

async function verifiedNew(kernel: Kernel, person: Person, party: Party, credential: string) {
  const { verifyRegistrationResponse } = await webauthn();
  const challenges = kernel.services.passkeyChallenges;
  let challenge = '';
  const verified = await verifyRegistrationResponse({
    response: read<RegistrationResponseJSON>(credential),
    expectedChallenge(returned) {
      challenge = returned;
      return challenges.isFresh(ownerOf(person), returned);
    },
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: true,
  }).catch(() => undefined);
  if (!verified?.verified || !challenges.use(challenge)) throw refused();
  const { id, publicKey, counter, transports = [] } = verified.registrationInfo.credential;
  return { credentialId: id, publicKey: Buffer.from(publicKey).toString('base64url'), counter, transports };
}

export async function renamePasskey(
  scope: Scope,
  { passkeyId, name }: { passkeyId: number; name: string },
): Promise<void> {
  const { name: before } = await getPasskey(scope, passkeyId);
  const person = selfOf(scope);
  await platformOf(scope).write(async (tx) => {
    const its = and(ofPerson(passkeys, person), eq(passkeys.id, passkeyId));
    await tx.db.update(passkeys).set({ name }).where(its);
    const on = { id: passkeyId, name };
    await audit(scope, { what: 'factor.passkeyChanged', on, before: { name: before }, after: { name } });
  });
}

export async function removePasskey(scope: Scope, { passkeyId }: { passkeyId: number }): Promise<void> {
  const { name } = await getPasskey(scope, passkeyId);
  requireRecentAuthentication(scope);
  const person = selfOf(scope);
  await platformOf(scope).write(async (tx) => {
    await tx.db.delete(passkeys).where(and(ofPerson(passkeys, person), eq(passkeys.id, passkeyId)));
    await dropIdleCodes(tx, person);
    await audit(scope, { what: 'factor.passkeyRemoved', on: { id: passkeyId, name } });
  });
}

export async function getPasskey(scope: Scope, passkeyId: number): Promise<PasskeyView> {
  const found = (await listPasskeys(scope)).find(({ id }) => id === passkeyId);
  if (!found) throw new AppError('ERR_NO_PASSKEY_FOUND');
  return found;
}

/** For a person not yet identified: the device offers its passkeys. Throws ERR_NO_PASSKEYS_HERE. */
export async function askForPasskey(kernel: Kernel, origin: string): Promise<object> {
  const { generateAuthenticationOptions } = await webauthn();
  return generateAuthenticationOptions({
    rpID: requireParty(kernel, origin).id,
    challenge: kernel.services.passkeyChallenges.issue(SIGN_IN),
    userVerification: 'required',
    allowCredentials: [],
  });
}

/** Counts as both factors: possession, and what unlocks it. Throws ERR_NO_PASSKEYS_HERE, ERR_PASSKEY_REFUSED. */
export async function takePasskey(
  kernel: Kernel,
  { credential, origin }: { credential: string; origin: string },
): Promise<Person> {
  const party = requireParty(kernel, origin);
  const response = read<AuthenticationResponseJSON>(credential);
  const row = await kernel.platform.db.query.passkeys.findFirst({
    where: eq(passkeys.credentialId, String(response.id)),
  });
  if (!row) throw new AppError('ERR_PASSKEY_REFUSED');
  const { companyId, userId, credentialId: id, counter } = row;
  const { verifyAuthenticationResponse } = await webauthn();
  const challenges = kernel.services.passkeyChallenges;
  let challenge = '';
  const verified = await verifyAuthenticationResponse({
    response,
    expectedChallenge(returned) {
      challenge = returned;
      return challenges.isFresh(SIGN_IN, returned);
    },
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    credential: { id, publicKey: new Uint8Array(Buffer.from(row.publicKey, 'base64url')), counter },
    requireUserVerification: true,
  }).catch(() => undefined);
  if (!verified?.verified || !challenges.use(challenge)) throw new AppError('ERR_PASSKEY_REFUSED');
  const { newCounter } = verified.authenticationInfo;
  const used = { counter: newCounter, lastUsedAt: kernel.clock() };
  await kernel.platform.write((tx) => tx.update(passkeys).set(used).where(eq(passkeys.id, row.id)));
  return { companyId, userId };
}

function requireParty(kernel: Kernel, origin: string): Party {
  const party = partyOf(kernel, origin);
  if (!party) throw new AppError('ERR_NO_PASSKEYS_HERE');
  return party;
}

function read<T>(credential: string): T {
  const response = parsedJson(credential);
  if (typeof response !== 'object' || response === null) throw new AppError('ERR_PASSKEY_REFUSED');
  return response as T;
}

const ownerOf = ({ companyId, userId }: Person) => `${companyId}/${userId}`;
const refused = () => new InvalidInput({ name: 'errors:ERR_PASSKEY_REFUSED' });
