import { z } from 'zod';
import { endpoint } from '@/core/http/routing/route.ts';
import { MessageReply } from '@/schemas/reply-fields.schema.ts';
import {
  createNamedUser,
  deleteNamedUser,
  listNamedPeople,
  readNamedUser,
  updateNamedUser,
} from './other-company.service.ts';
import { listUsers } from './users.queries.ts';
import { CompanyChoice, UserFilter, UserInput, UserPatch } from './users.schema.ts';
import { User, UserPage, UserSimple } from './users.views.ts';

declare module '@/core/http/routing/route.ts' {
  interface Fixtures {
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
    summary:
      'All people, for pickers; of another company for super administrators alone, with ids that mean nothing in their own',
    otherCompany: 'query',
    query: CompanyChoice,
    reply: z.array(UserSimple),
    errors: ['ERR_NO_SUPER', 'ERR_NO_COMPANY_FOUND'],
    run: (scope, { query }) => listNamedPeople(scope, query),
  }),
  endpoint('GET /users/:userId', {
    access: 'person',
    summary: 'One person, to that person and to administrators',
    reply: User,
    errors: ['ERR_NO_USER_FOUND'],
    run: (scope, { userId }) => readNamedUser(scope, userId),
  }),
  endpoint('POST /users', {
    access: 'admin',
    summary: 'A new person, who can sign in at once; without a profile they are an agent',
    otherCompany: 'body',
    body: UserInput.extend(CompanyChoice.shape),
    reply: User,
    errors: [
      'ERR_LIMIT_REACHED',
      'ERR_NO_QUEUE_FOUND',
      'ERR_NO_WAPP_FOUND',
      'ERR_PROOF_REQUIRED',
      'ERR_NO_SUPER',
      'ERR_NO_COMPANY_FOUND',
    ],
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
    run: (scope, { body }) => createNamedUser(scope, body),
  }),
  endpoint('PUT /users/:userId', {
    access: 'person',
    summary:
      'Changes a person; omitted fields stay. Others than administrators change only their own name, e-mail, password and language. A new e-mail, password or administrator needs a recent proof',
    otherCompany: 'body',
    body: UserPatch.extend(CompanyChoice.shape),
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
    run: (scope, { userId, body }) => updateNamedUser(scope, { ...body, userId }),
  }),
  endpoint('DELETE /users/:userId', {
    access: 'admin',
    summary: 'Deletes a person; their open tickets wait again',
    reply: MessageReply,
    errors: [
      'ERR_NO_USER_FOUND',
      'ERR_NO_PERMISSION',
      'ERR_LAST_ADMIN',
      'ERR_USER_IS_SELF',
      'ERR_PROOF_REQUIRED',
    ],
    run: async (scope, { userId }) => {
      await deleteNamedUser(scope, { userId });
      return { message: 'User deleted' };
    },
  }),
];
