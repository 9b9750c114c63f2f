import { AppError, type ErrorCode, InvalidInput } from '@/core/errors.ts';
import type { Added } from '../add-contact.service.ts';

const ABOUT_NUMBER: ErrorCode[] = [
  'ERR_CONTACT_OF_OTHERS',
  'ERR_DUPLICATED_CONTACT',
  'ERR_WAPP_INVALID_CONTACT',
  'ERR_WAPP_CHECK_CONTACT',
];

/** Throws InvalidInput on `number` in place of the code. */
export function besideNumber<T>(work: Promise<T>): Promise<T> {
  return work.catch((error: unknown) => {
    if (error instanceof AppError && ABOUT_NUMBER.includes(error.code))
      throw new InvalidInput({ number: `errors:${error.code}` });
    throw error;
  });
}

export function refuseAdded(added: Added): Extract<Added, { kind: 'created' }> {
  switch (added.kind) {
    case 'created':
      return added;
    case 'exists':
      throw new InvalidInput({ number: 'errors:ERR_DUPLICATED_CONTACT' });
    case 'invalid':
      throw new InvalidInput({ number: 'errors:ERR_WAPP_INVALID_CONTACT' });
  }
}
