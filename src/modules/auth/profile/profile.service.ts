import { AppError, InvalidInput } from '@/core/errors.ts';
import { requireUser } from '@/core/policy.ts';
import type { Scope } from '@/core/scope.ts';
import { renderPicture, setUserPicture } from '@/modules/users/user-picture.service.ts';
import { requireUserRow, type UserRow } from '@/modules/users/users.queries.ts';
import type { ProfileInput } from '@/modules/users/users.schema.ts';
import { updateUser } from '@/modules/users/users.service.ts';
import { checkPassword } from '../auth.service.ts';

/** `picture` is a path. Throws InvalidInput on the refused field; e-mail changes: docs/decisions/0010. */
export async function updateProfile(scope: Scope, input: ProfileInput, picture?: string): Promise<void> {
  const { id: userId } = requireUser(scope);
  const { name, email, password, language, removePicture } = input;
  const user = await requireUserRow(scope, userId);
  const takesPassword = password !== undefined || email !== user.email;
  if (takesPassword) await requirePassword(scope, input, user);
  const rendered = picture === undefined ? undefined : await renderPicture(picture);
  await updateUser(takesPassword ? proven(scope) : scope, { userId, name, email, password, language });
  if (rendered) await setUserPicture(scope, userId, rendered);
  else if (removePicture) await setUserPicture(scope, userId, null);
}

/** The password sent with the form is a reauthentication, for this form only. */
function proven(scope: Scope): Scope {
  return { ...scope, actor: { ...requireUser(scope), provenAt: scope.now() } };
}

async function requirePassword(scope: Scope, input: ProfileInput, user: UserRow): Promise<void> {
  if (input.currentPassword === '') throw new InvalidInput({ currentPassword: 'validation:required' });
  await checkPassword(scope.kernel, user.email, input.currentPassword, user.passwordHash).catch((error) => {
    if (!(error instanceof AppError) || error.code !== 'ERR_INVALID_CREDENTIALS') throw error;
    throw new InvalidInput({ currentPassword: 'errors:ERR_INVALID_CREDENTIALS' });
  });
}
