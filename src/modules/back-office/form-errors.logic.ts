import { type AppError, type ErrorCode, InvalidInput } from '@/core/errors.ts';

const FIELDS: Partial<Record<ErrorCode, string>> = {
  ERR_COMPANY_INVALID_NAME: 'name',
  ERR_COMPANY_NAME_ALREADY_EXISTS: 'name',
  ERR_PLAN_INVALID_NAME: 'name',
  ERR_PLAN_NAME_ALREADY_EXISTS: 'name',
  ERR_EMAIL_TAKEN: 'email',
  ERR_NO_PLAN_FOUND: 'planId',
};

/** Throws InvalidInput for an error that has a field, any other unchanged. */
export function atItsField(error: AppError): never {
  const field = FIELDS[error.code];
  throw field ? new InvalidInput({ [field]: `errors:${error.code}` }) : error;
}
