import { AppError } from '@/core/errors.ts';
import { MAX_USER_ID } from './users.schema.ts';

/** Ids from here on name a user of another company. Own ids stay below PEOPLE. */
const FIRST = 2 ** 52;
const COMPANIES = 2 ** 25;
const PEOPLE = MAX_USER_ID + 1;

export type PersonElsewhere = { companyId: number; userId: number };

/** The contract's `/users/:id` names no company, so this id includes it. */
export function idElsewhere({ companyId, userId }: PersonElsewhere): number {
  if (companyId >= COMPANIES || userId >= PEOPLE) throw new AppError('ERR_NO_USER_FOUND');
  return FIRST + companyId * PEOPLE + userId;
}

/** Undefined for an id of the caller's own company. */
export function personElsewhere(id: number): PersonElsewhere | undefined {
  if (id < FIRST) return undefined;
  const rest = id - FIRST;
  return { companyId: Math.floor(rest / PEOPLE), userId: rest % PEOPLE };
}
