import { users as rows } from '@db/tenant/schema/index.ts';
import { defineModule } from '@/core/module.ts';
import { isAdmin } from '@/core/policy.ts';
import { paths } from '@/paths.ts';
import { createEmailMoves } from './change-sign-in-email.service.ts';
import { createHeartbeats, heartbeat } from './heartbeat.listener.ts';
import { leaveQueue } from './leave-queue.steps.ts';
import { presenceJob, watchPresence } from './presence.service.ts';
import { usersEndpoints } from './users.endpoints.ts';
import {
  publishUserCreated,
  publishUserDeleted,
  publishUserUpdated,
  type UserEvents,
} from './users.events.ts';
import { usersPages } from './users.pages.tsx';
import { findUserPicture } from './users.queries.ts';

const errors = {
  ERR_NO_USER_FOUND: 404,
  ERR_EMAIL_TAKEN: 409,
  ERR_PASSWORD_TOO_COMMON: 400,
  ERR_USER_CREATION_DISABLED: 403,
  ERR_USER_IS_SELF: 409,
  ERR_LAST_ADMIN: 409,
  ERR_SIGN_IN_BUSY: 429,
} as const;
type Errors = typeof errors;
declare module '@/core/errors.ts' {
  interface ErrorStatuses extends Errors {}
}

export const users = defineModule<{
  errors: keyof Errors;
  events: keyof UserEvents;
  services: 'heartbeats' | 'emailMoves';
}>({
  name: 'users',
  errors,
  services: { heartbeats: createHeartbeats, emailMoves: createEmailMoves },
  endpoints: usersEndpoints,
  pages: usersPages,
  menu: [
    {
      key: 'users',
      label: 'users:title',
      href: paths.users(),
      icon: 'users',
      section: 'team',
      position: 10,
      isFor: isAdmin,
    },
  ],
  listeners: {
    'user.created': publishUserCreated,
    'user.updated': publishUserUpdated,
    'user.deleted': publishUserDeleted,
  },
  media: [{ column: rows.picturePath, find: findUserPicture }],
  steps: { 'queue.deleting': leaveQueue },
  pageMessages: heartbeat,
  clientMessages: heartbeat,
  companyJobs: [presenceJob],
  watch: watchPresence,
});
