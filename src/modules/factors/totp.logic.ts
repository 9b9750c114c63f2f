import { generateSecret, generateURI, verifySync } from 'otplib';

const STEP_SECONDS = 30;
const DIGITS = 6;

export const makeSecret = (): string => generateSecret();

export const addressOf = (secret: string, issuer: string, email: string): string =>
  generateURI({ secret, issuer, label: email });

export function looksLikeTotp(code: string): boolean {
  return code.length === DIGITS && [...code].every((digit) => digit >= '0' && digit <= '9');
}

/** Time step of the code, one step of drift allowed; undefined for a wrong code and for steps up to `lastStep`. */
export function stepOf(secret: string, code: string, now: Date, lastStep: number): number | undefined {
  if (!looksLikeTotp(code)) return undefined;
  const epoch = Math.floor(now.getTime() / 1000);
  const result = verifySync({ secret, token: code, epoch, epochTolerance: STEP_SECONDS });
  if (!result.valid || !('timeStep' in result)) return undefined;
  return result.timeStep > lastStep ? result.timeStep : undefined;
}
