import { z } from 'zod';
import { endpoint } from '@/kernel/http/route.ts';
import { listUserChoices, listUsers, readUser } from './users.queries.ts';
import { UserFilter } from './users.schema.ts';
import { User, UserPage, UserSimple } from './users.views.ts';

declare module '@/kernel/http/route.ts' {
  interface World {
    userId: number;
  }
}

export const usersEndpoints = [
  endpoint('GET /users', {
    access: 'person',
    summary: 'A page of the company’s people, the newest first',
    query: UserFilter,
    reply: UserPage,
    example: () => ({ query: { searchParam: 'a', pageNumber: 1 } }),
    run: (scope, { query }) => listUsers(scope, query),
  }),
  endpoint('GET /users/list', {
    access: 'person',
    summary: 'All people, for pickers',
    reply: z.array(UserSimple),
    run: (scope) => listUserChoices(scope),
  }),
  endpoint('GET /users/:userId', {
    access: 'person',
    summary: 'One person, to that person and to administrators',
    reply: User,
    errors: ['ERR_NO_USER_FOUND'],
    run: (scope, { userId }) => readUser(scope, userId),
  }),
];
