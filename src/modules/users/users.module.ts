import { defineModule } from '@/kernel/module.ts';
import { createHeartbeats, heartbeat } from './heartbeat.ts';
import { presenceChore, watchPresence } from './presence.service.ts';
import { usersEndpoints } from './users.endpoints.ts';
import { tellUserUpdated, type UserEvents } from './users.events.ts';

const errors = {
  ERR_NO_USER_FOUND: 404,
  ERR_EMAIL_TAKEN: 409,
  ERR_USER_CREATION_DISABLED: 403,
} as const;
type Errors = typeof errors;
declare module '@/kernel/errors.ts' {
  interface ErrorStatuses extends Errors {}
}

export const users = defineModule<{
  errors: keyof Errors;
  events: keyof UserEvents;
  services: 'heartbeats';
}>({
  name: 'users',
  errors,
  services: { heartbeats: createHeartbeats },
  endpoints: usersEndpoints,
  listeners: { 'user.updated': tellUserUpdated },
  pageWords: heartbeat,
  clientWords: heartbeat,
  chores: [presenceChore],
  watch: watchPresence,
});
