import { defineModule } from '@/kernel/module.ts';
import { createHeartbeats, heartbeat } from './heartbeat.ts';
import { presenceChore, watchPresence } from './presence.service.ts';
import { usersEndpoints } from './users.endpoints.ts';
import { type UsersErrors, usersErrors } from './users.errors.ts';
import { tellUserUpdated, type UserEvents } from './users.events.ts';

export const users = defineModule<{
  errors: keyof UsersErrors;
  events: keyof UserEvents;
  services: 'heartbeats';
}>({
  name: 'users',
  errors: usersErrors,
  services: { heartbeats: createHeartbeats },
  endpoints: usersEndpoints,
  listeners: { 'user.updated': tellUserUpdated },
  pageWords: heartbeat,
  clientWords: heartbeat,
  chores: [presenceChore],
  watch: watchPresence,
});
