import { defineModule } from '@/kernel/module.ts';
import { heartbeat } from './heartbeat.ts';
import { presenceChore, watchPresence } from './presence.service.ts';
import { usersEndpoints } from './users.endpoints.ts';
import { type UsersErrors, usersErrors } from './users.errors.ts';
import { tellUserUpdated, type UserEvents } from './users.events.ts';

export const users = defineModule<{ errors: keyof UsersErrors; events: keyof UserEvents }>({
  name: 'users',
  errors: usersErrors,
  endpoints: usersEndpoints,
  listeners: { 'user.updated': tellUserUpdated },
  pageWords: heartbeat,
  clientWords: heartbeat,
  chores: [presenceChore],
  watch: watchPresence,
});
