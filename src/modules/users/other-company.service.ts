import { audit } from '@/core/audit/audit.ts';
import { AppError } from '@/core/errors.ts';
import { platformOf } from '@/core/platform-scope.ts';
import { requireRecentAuthentication, requireSuper } from '@/core/policy.ts';
import { type Scope, systemScopeFor } from '@/core/scope.ts';
import { getCompany } from '@/modules/companies/companies.queries.ts';
import { idElsewhere, type PersonElsewhere, personElsewhere } from './other-company-id.logic.ts';
import { getUser, listUserChoices, readUser } from './users.queries.ts';
import type { CompanyChoice, UserInput, UserPatch } from './users.schema.ts';
import { createUser, deleteUser, updateUser } from './users.service.ts';
import type { UserSimpleView, UserView } from './users.views.ts';

type Named = CompanyChoice;
type Change = 'company.userCreated' | 'company.userChanged' | 'company.userDeleted';

/** Another company's have ids from `idElsewhere`. Throws ERR_NO_SUPER, ERR_NO_COMPANY_FOUND. */
export async function listNamedPeople(scope: Scope, { companyId }: Named): Promise<UserSimpleView[]> {
  if (isOwn(scope, companyId)) return listUserChoices(scope);
  const people = await listUserChoices(await scopeThere(scope, companyId));
  return people.map((person) => ({
    ...person,
    ...NO_QUEUES,
    id: idElsewhere({ companyId, userId: person.id }),
  }));
}

export async function readNamedUser(scope: Scope, id: number): Promise<UserView> {
  const person = findElsewhere(scope, id);
  if (!person) return readUser(scope, id);
  return asElsewhere(await getUser(await scopeThere(scope, person.companyId), person.userId));
}

/** Throws as `createUser`; for another company ERR_NO_SUPER, ERR_NO_COMPANY_FOUND, ERR_PROOF_REQUIRED. */
export async function createNamedUser(
  scope: Scope,
  { companyId, ...input }: UserInput & Named,
): Promise<UserView> {
  if (isOwn(scope, companyId)) return createUser(scope, input);
  const there = await changingThere(scope, companyId);
  // The client's queues and connections are those of the caller's own company.
  const user = await createUser(there, { ...input, queueIds: undefined, whatsappId: undefined });
  await note(scope, 'company.userCreated', { companyId, userId: user.id }, user.name);
  return asElsewhere(user);
}

/** Throws as `updateUser`; for another company ERR_PROOF_REQUIRED, ERR_OTHER_COMPANY when id and `companyId` disagree. */
export async function updateNamedUser(
  scope: Scope,
  { userId: id, companyId, ...patch }: UserPatch & Named & { userId: number },
): Promise<UserView> {
  const person = findElsewhere(scope, id);
  if (companyId !== undefined && companyId !== (person?.companyId ?? scope.companyId))
    throw new AppError('ERR_OTHER_COMPANY', {}, { isPublic: true });
  if (!person) return updateUser(scope, { ...patch, userId: id });
  const there = await changingThere(scope, person.companyId);
  const { queueIds: _queues, whatsappId: _line, ...theirs } = patch;
  const user = await updateUser(there, { ...theirs, userId: person.userId });
  await note(scope, 'company.userChanged', person, user.name);
  return asElsewhere(user);
}

/** Throws as `deleteUser`; for another company ERR_PROOF_REQUIRED. */
export async function deleteNamedUser(scope: Scope, { userId: id }: { userId: number }): Promise<void> {
  const person = findElsewhere(scope, id);
  if (!person) return deleteUser(scope, { userId: id });
  const there = await changingThere(scope, person.companyId);
  const { name } = await getUser(there, person.userId);
  await deleteUser(there, { userId: person.userId });
  await note(scope, 'company.userDeleted', person, name);
}

function isOwn(scope: Scope, companyId: number | undefined): companyId is undefined {
  return companyId === undefined || companyId === scope.companyId;
}

/** Undefined for an own id. Throws ERR_NO_USER_FOUND, also to all but super administrators. */
function findElsewhere(scope: Scope, id: number): PersonElsewhere | undefined {
  const person = personElsewhere(id);
  if (!person) return undefined;
  const { actor, companyId } = scope;
  if (actor.kind !== 'user' || !actor.super || person.companyId === companyId)
    throw new AppError('ERR_NO_USER_FOUND');
  return person;
}

async function scopeThere(scope: Scope, companyId: number): Promise<Scope> {
  requireSuper(scope);
  await getCompany(scope.kernel, companyId);
  return systemScopeFor(scope, companyId);
}

function changingThere(scope: Scope, companyId: number): Promise<Scope> {
  requireSuper(scope);
  requireRecentAuthentication(scope);
  return scopeThere(scope, companyId);
}

/** The company's audit records the change; the platform's, which of its administrators made it. */
async function note(
  scope: Scope,
  what: Change,
  { companyId }: PersonElsewhere,
  person: string,
): Promise<void> {
  const { name } = await getCompany(scope.kernel, companyId);
  await audit(platformOf(scope), { what, on: { id: companyId, name: `${name}: ${person}` } });
}

/** Ids of another company's queues and connections would be taken for the caller's own. */
const NO_QUEUES = { queues: [], queueIds: [] };

function asElsewhere(user: UserView): UserView {
  const id = idElsewhere({ companyId: user.companyId, userId: user.id });
  return { ...user, ...NO_QUEUES, id, whatsappId: null };
}
