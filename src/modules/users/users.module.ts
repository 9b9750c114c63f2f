import { defineModule } from '@/kernel/module.ts';
import { presenceChore, watchPresence } from './presence.service.ts';
import { usersEndpoints } from './users.endpoints.ts';
import { tellUserUpdated, type UserEvents } from './users.events.ts';

export const users = defineModule<{ events: keyof UserEvents }>({
  name: 'users',
  endpoints: usersEndpoints,
  listeners: { 'user.updated': tellUserUpdated },
  chores: [presenceChore],
  watch: watchPresence,
});
