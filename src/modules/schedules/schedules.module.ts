import { schedules as rows } from '@db/tenant/schema/index.ts';
import { defineModule } from '@/core/module.ts';
import { anyone } from '@/core/policy.ts';
import { schedulePaths } from '@/paths.ts';
import { mergeSchedules, noteSchedules, partSchedules, removeMediaOfContact } from './contacts.steps.ts';
import {
  publishCreated,
  publishDeleted,
  publishUpdated,
  type ScheduleEvents,
  scheduleContract,
} from './schedules.events.ts';
import { findScheduleMedium } from './schedules.queries.ts';
import { scheduleRoutes } from './schedules.routes.tsx';
import { openForAuthor } from './send/answered-schedules.steps.ts';
import { dueSchedules } from './send/send-due.jobs.ts';
import { settleSchedule } from './send/settle-schedule.steps.ts';

const errors = {
  ERR_NO_SCHEDULE_FOUND: 404,
  ERR_SCHEDULE_SENT: 409,
  ERR_SCHEDULE_TOO_LATE: 409,
  ERR_SCHEDULE_FILE_GONE: 409,
  ERR_SCHEDULE_RESTORED: 409,
  ERR_CONTACT_BLOCKED: 409,
} as const;
type Errors = typeof errors;
declare module '@/core/errors.ts' {
  interface ErrorStatuses extends Errors {}
}

export const schedules = defineModule<{ errors: keyof Errors; events: keyof ScheduleEvents }>({
  name: 'schedules',
  errors,
  ...scheduleRoutes,
  menu: [
    {
      key: 'schedules',
      label: 'schedules:title',
      href: schedulePaths.list(),
      icon: 'calendar-clock',
      section: 'tickets',
      position: 30,
      isFor: anyone,
      feature: 'useSchedules',
    },
  ],
  listeners: {
    'schedule.created': publishCreated,
    'schedule.updated': publishUpdated,
    'schedule.deleted': publishDeleted,
  },
  contract: scheduleContract,
  steps: {
    'message.placing': openForAuthor,
    'message.settled': settleSchedule,
    'contact.deleting': removeMediaOfContact,
    'contacts.merge.noting': noteSchedules,
    'contacts.merging': mergeSchedules,
    'contacts.parting': partSchedules,
  },
  media: [{ column: rows.mediaPath, find: findScheduleMedium }],
  companyJobs: [dueSchedules],
});
