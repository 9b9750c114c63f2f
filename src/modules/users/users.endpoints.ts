import { z } from 'zod';
import { Said } from '@/fields.schema.ts';
import { endpoint } from '@/kernel/http/route.ts';
import { listPeopleOf, listUsers, readUser } from './users.queries.ts';
import { CompanyChoice, UserFilter, UserInput, UserPatch } from './users.schema.ts';
import { createUser, deleteUser, updateUser } from './users.service.ts';
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
    summary: 'All people, for pickers; of another company for super administrators alone',
    query: CompanyChoice,
    reply: z.array(UserSimple),
    run: (scope, { query }) => listPeopleOf(scope, query),
  }),
  endpoint('GET /users/:userId', {
    access: 'person',
    summary: 'One person, to that person and to administrators',
    reply: User,
    errors: ['ERR_NO_USER_FOUND'],
    run: (scope, { userId }) => readUser(scope, userId),
  }),
  endpoint('POST /users', {
    access: 'admin',
    summary: 'A new person, who can sign in at once; without a profile they are an agent',
    body: UserInput,
    reply: User,
    errors: ['ERR_LIMIT_REACHED', 'ERR_NO_QUEUE_FOUND', 'ERR_NO_WAPP_FOUND', 'ERR_PROOF_REQUIRED'],
    example: ({ queueId }) => ({
      body: {
        name: 'Lia Prado',
        email: 'lia@aurora.test',
        password: 'uma senha bem comprida',
        profile: 'user' as const,
        queueIds: [queueId],
        allTicket: 'desabled',
      },
    }),
    run: (scope, { body }) => createUser(scope, body),
  }),
  endpoint('PUT /users/:userId', {
    access: 'person',
    summary:
      'What is left out stays; others than administrators change only their own name, e-mail, password, language. Another e-mail, password or administrator takes a fresh proof',
    body: UserPatch,
    reply: User,
    errors: [
      'ERR_NO_USER_FOUND',
      'ERR_NO_PERMISSION',
      'ERR_LIMIT_REACHED',
      'ERR_LAST_ADMIN',
      'ERR_USER_IS_SELF',
      'ERR_NO_QUEUE_FOUND',
      'ERR_NO_WAPP_FOUND',
      'ERR_PROOF_REQUIRED',
    ],
    example: () => ({ body: { name: 'Outro Nome' } }),
    run: (scope, { userId, body }) => updateUser(scope, { ...body, userId }),
  }),
  endpoint('DELETE /users/:userId', {
    access: 'admin',
    summary: 'Deletes a person; their open tickets wait again',
    reply: Said,
    errors: ['ERR_NO_USER_FOUND', 'ERR_NO_PERMISSION', 'ERR_LAST_ADMIN', 'ERR_USER_IS_SELF'],
    run: async (scope, { userId }) => {
      await deleteUser(scope, { userId });
      return { message: 'User deleted' };
    },
  }),
];
