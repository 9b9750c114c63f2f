import { AppError, InvalidInput } from '@/core/errors.ts';
import type { Locale } from '@/core/i18n.ts';
import { platformScope } from '@/core/platform-scope.ts';
import type { Kernel } from '@/core/scope.ts';
import { networkKey } from '@/core/security/network-address.ts';
import { createThrottle, type Throttle } from '@/core/security/throttle.ts';
import { addDays, zonedParts } from '@/core/zoned-time.ts';
import { allowsRegistering } from '@/modules/auth/registration.queries.ts';
import { dueMoment } from '@/modules/companies/companies.service.ts';
import { listOfferedPlans } from '@/modules/companies/plans.queries.ts';
import { getPublicSetting } from '@/modules/settings/settings.queries.ts';
import { hashPassword, isCommonPassword } from '@/modules/users/passwords.state.ts';
import { DEFAULT_HOURS } from '@/schemas/service-hours.schema.ts';
import type { SignUpInput } from './sign-up.schema.ts';
import type { SignedUpView } from './sign-up.views.ts';

export type Applicant = Omit<SignUpInput, 'password'> & {
  passwordHash: string;
  trialEnd: Date;
  language: Locale;
  origin: string;
};
export type SignUpEvents = { 'company.signing-up': Applicant };
declare module '@/core/events.ts' {
  interface PlatformEventMap extends SignUpEvents {}
}

declare module '@/core/scope.ts' {
  interface Services {
    signUps: { networks: Throttle; all: Throttle };
  }
}
export const createSignUps = ({ ticks }: Kernel) => ({
  networks: createThrottle(ticks, { tries: 5, perSeconds: 3600 }),
  all: createThrottle(ticks, { tries: 60, perSeconds: 3600 }),
});

/**
 * The company is created after the response: it is slow and only done for unknown e-mails. Throws
 * ERR_USER_CREATION_DISABLED, ERR_RATE_LIMITED, InvalidInput on `password` and `planId`.
 */
export async function signUp(
  kernel: Kernel,
  { address, password, ...input }: SignUpInput & { address: string; language: Locale; origin: string },
): Promise<SignedUpView> {
  if (!(await allowsRegistering(kernel))) throw new AppError('ERR_USER_CREATION_DISABLED');
  if (isCommonPassword(password)) throw new InvalidInput({ password: 'errors:ERR_PASSWORD_TOO_COMMON' });
  const platform = platformScope(kernel);
  const offered = await listOfferedPlans(platform);
  if (!offered.some(({ id }) => id === input.planId))
    throw new InvalidInput({ planId: 'validation:invalid' });
  const { networks, all } = kernel.services.signUps;
  networks.take(networkKey(address));
  all.take('');
  const passwordHash = await hashPassword(password, 'stranger');
  const { value: days } = await getPublicSetting(kernel, 'trial');
  const now = kernel.clock();
  const { timeZone } = kernel.config;
  const { day: today } = zonedParts(now, timeZone);
  const trialEnd = dueMoment(addDays(today, Number(days)), timeZone) ?? now;
  platform.emit('company.signing-up', { ...input, passwordHash, trialEnd });
  const { name, phone, email, planId } = input;
  const stamp = now.toISOString();
  const decided = {
    status: true,
    dueDate: trialEnd.toISOString(),
    recurrence: 'MENSAL',
    schedules: DEFAULT_HOURS,
  };
  return { id: 0, name, phone, email, planId, ...decided, createdAt: stamp, updatedAt: stamp };
}
