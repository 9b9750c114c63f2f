import { type AppError, type ErrorCode, InvalidInput } from '@/kernel/errors.ts';

/** Where a form shows what a verb refused. */
const FIELDS: Partial<Record<ErrorCode, string>> = {
  ERR_COMPANY_INVALID_NAME: 'name',
  ERR_COMPANY_NAME_ALREADY_EXISTS: 'name',
  ERR_PLAN_INVALID_NAME: 'name',
  ERR_PLAN_NAME_ALREADY_EXISTS: 'name',
  ERR_EMAIL_TAKEN: 'email',
  ERR_NO_PLAN_FOUND: 'planId',
};

/** Throws InvalidInput for a refusal that has a field, any other as it is. */
export function atItsField(error: AppError): never {
  const field = FIELDS[error.code];
  throw field ? new InvalidInput({ [field]: `errors:${error.code}` }) : error;
}
