import { AppError } from '@/kernel/errors.ts';
import { MAX_USER_ID } from './users.schema.ts';

/** Ids from here on name a person of another company. Own ones never reach it: they stay below PEOPLE. */
const FIRST = 2 ** 52;
const COMPANIES = 2 ** 25;
const PEOPLE = MAX_USER_ID + 1;

export type PersonElsewhere = { companyId: number; userId: number };

/** The id by which a client of the contract, whose `/users/:id` names no company, can name a person of another one. */
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
