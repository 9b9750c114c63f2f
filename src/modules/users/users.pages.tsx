import { DeleteUserDialog, UserDialog, type UserValues } from '@views/pages/users/user-dialog.tsx';
import { UsersPage } from '@views/pages/users/users-page.tsx';
import type { Ctx } from '@/core/http/env.ts';
import { done, fragment, listPage } from '@/core/http/responses/respond.ts';
import { pageRoute } from '@/core/http/routing/route.ts';
import { formTexts, idParam, type Refused } from '@/core/http/routing/validate.ts';
import { requireUser } from '@/core/policy.ts';
import { listQueueChoices } from '@/modules/queues/queues.queries.ts';
import { listIdsWithoutQueue } from './members.queries.ts';
import { isSelf } from './users.policy.ts';
import { countOpenTickets, getUser, listConnectionChoices, listUsers } from './users.queries.ts';
import { NewUserForm, PeopleFilter, UserPatch } from './users.schema.ts';
import { createUser, deleteUser, updateUser } from './users.service.ts';
import type { UserView } from './users.views.ts';

const REFRESH = 'user';
const BLANK: UserValues = {
  name: '',
  email: '',
  profile: 'user',
  allTicket: false,
  active: true,
  invite: false,
  whatsappId: '',
  queueIds: [],
};

export const usersPages = [
  pageRoute('GET /users', {
    access: 'admin',
    query: PeopleFilter,
    async answer(c, { query }) {
      const { id: ownId } = requireUser(c.var.scope);
      const page = await listUsers(c.var.scope, query);
      const queues = await listQueueChoices(c.var.scope);
      const ids = page.users.map(({ id }) => id);
      const withoutQueue = new Set(await listIdsWithoutQueue(c.var.scope, ids));
      const props = { page, filter: query, queues, withoutQueue, ownId };
      const head = { title: 'users:title', active: 'users' };
      return listPage(c, head, (shows) => <UsersPage shows={shows} {...props} />);
    },
  }),
  pageRoute('GET /users/new', { access: 'admin', answer: (c) => dialog(c, BLANK) }),
  pageRoute('GET /users/:userId/edit', {
    access: 'admin',
    answer: async (c, { userId }) => dialog(c, valuesOf(await getUser(c.var.scope, userId))),
  }),
  pageRoute('GET /users/:userId/delete', {
    access: 'admin',
    async answer(c, { userId }) {
      const user = await getUser(c.var.scope, userId);
      const openTickets = await countOpenTickets(c.var.scope, userId);
      return fragment(c, <DeleteUserDialog user={user} openTickets={openTickets} />);
    },
  }),
  pageRoute('POST /users', {
    access: 'admin',
    form: NewUserForm,
    example: ({ queueId }) => ({
      body: {
        name: 'Lia Prado',
        email: 'lia.prado@aurora.test',
        password: 'uma senha bem comprida',
        queueIds: [queueId],
      },
    }),
    onInvalid: again,
    async answer(c, { form }) {
      const { invite, password, ...input } = form;
      const user = await createUser(c.var.scope, { ...input, password: invite ? null : (password ?? null) });
      return saved(c, user, invite ? 'users:toast.invited' : 'users:toast.created');
    },
  }),
  pageRoute('PUT /users/:userId', {
    access: 'admin',
    form: UserPatch,
    example: () => ({ body: { name: 'Outro Nome' } }),
    onInvalid: again,
    async answer(c, { userId, form }) {
      return saved(c, await updateUser(c.var.scope, { ...form, userId }), 'users:toast.updated');
    },
  }),
  pageRoute('DELETE /users/:userId', {
    access: 'admin',
    async answer(c, { userId }) {
      await deleteUser(c.var.scope, { userId });
      return done(c, { toast: 'users:toast.deleted', refresh: REFRESH });
    },
  }),
];

/** Warns: an agent without a queue sees no waiting tickets, and would not know why. */
function saved(c: Ctx, user: UserView, toast: string): Response {
  const { name, profile, allTicket, queues, active } = user;
  const seesNobody = active && profile === 'user' && allTicket !== 'enabled' && queues.length === 0;
  const warning = seesNobody ? c.var.t('users:toast.withoutQueue', { name }) : undefined;
  return done(c, { toast, warning, refresh: REFRESH });
}

function valuesOf({ allTicket, whatsappId, ...user }: UserView): UserValues {
  return { ...user, allTicket: allTicket === 'enabled', whatsappId: String(whatsappId ?? ''), invite: false };
}

async function dialog(c: Ctx, values: UserValues, errors?: Refused['errors']): Promise<Response> {
  const { scope } = c.var;
  const userId = c.req.param('userId') ? idParam(c, 'userId') : null;
  const [queues, connections] = [await listQueueChoices(scope), await listConnectionChoices(scope)];
  const isOwn = userId !== null && isSelf(scope.actor, { id: userId });
  const props = { userId, values, errors, queues, connections, isSelf: isOwn };
  return fragment(c, <UserDialog {...props} />, errors ? 422 : 200);
}

async function again(c: Ctx, { values, errors }: Refused): Promise<Response> {
  const { name = '', email = '', profile = 'user', allTicket, active, whatsappId = '', invite } = values;
  const queueIds = (await formTexts(c, 'queueIds')).map(Number);
  const switches = {
    allTicket: allTicket === 'true',
    active: active !== 'false',
    invite: invite === 'true',
  };
  return dialog(c, { name, email, profile, whatsappId, queueIds, ...switches }, errors);
}
