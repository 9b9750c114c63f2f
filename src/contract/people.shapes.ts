import { z } from 'zod';
import { id, moment, stamps } from './fields.ts';

/** Who works at the desk and how it is set up: people, queues, settings, companies, tags. */

const Hours = z.strictObject({
  weekday: z.string(),
  weekdayEn: z.string(),
  startTime: z.string(),
  endTime: z.string(),
});

const UserQueue = z.strictObject({
  id,
  name: z.string(),
  color: z.string(),
  greetingMessage: z.string(),
  outOfHoursMessage: z.string(),
  schedules: z.array(Hours),
  orderQueue: z.number().int().nullable(),
  integrationId: id.nullable(),
  promptId: id.nullable(),
  mediaPath: z.string(),
  mediaName: z.string(),
  ...stamps,
  UserQueue: z.strictObject({ userId: id, queueId: id, ...stamps }),
});

const person = {
  id,
  name: z.string(),
  email: z.string(),
  companyId: id,
  profile: z.enum(['admin', 'supervisor', 'user']),
  super: z.boolean(),
  whatsappId: id.nullable(),
  allTicket: z.enum(['enabled', 'desabled']),
  online: z.boolean(),
  queues: z.array(UserQueue),
  queueIds: z.array(id),
};

export const UserListItem = z.strictObject({
  id,
  name: z.string(),
  email: z.string(),
  companyId: id,
  profile: z.enum(['admin', 'supervisor', 'user']),
  online: z.boolean(),
  createdAt: moment,
  queues: z.array(UserQueue),
  queueIds: z.array(id),
  company: z.strictObject({ id, name: z.string() }),
});

export const UserSimple = UserListItem.pick({
  id: true,
  name: true,
  email: true,
  queues: true,
  queueIds: true,
});

export const Queue = UserQueue.omit({ UserQueue: true }).extend({ companyId: id });

export const Setting = z.strictObject({ id, key: z.string(), value: z.string(), companyId: id, ...stamps });
export const PublicSetting = z.strictObject({ key: z.string(), value: z.string() });

export const User = z.strictObject({
  ...person,
  tokenVersion: z.number().int(),
  company: z.strictObject({ id, name: z.string(), dueDate: moment.nullable() }),
});

const company = {
  id,
  name: z.string(),
  phone: z.string(),
  email: z.string(),
  status: z.boolean(),
  dueDate: moment.nullable(),
};

export const Company = z.strictObject({
  ...company,
  recurrence: z.string(),
  schedules: z.array(Hours),
  planId: id.nullable(),
  ...stamps,
  settings: z.array(Setting),
});

/** Existing clients let nobody in without a due date: where a company has none, these two say a far one. */
export const LoginUser = z.strictObject({ ...person, company: Company.extend({ dueDate: moment }) });
export const RefreshUser = User.extend({ company: User.shape.company.extend({ dueDate: moment }) });

const Plan = z.strictObject({
  id,
  name: z.string(),
  users: z.number().int(),
  connections: z.number().int(),
  queues: z.number().int(),
  value: z.number(),
  useSchedules: z.boolean(),
  useCampaigns: z.boolean(),
  useInternalChat: z.boolean(),
  useExternalApi: z.boolean(),
  useKanban: z.boolean(),
  useOpenAi: z.boolean(),
  useIntegrations: z.boolean(),
  useInternal: z.boolean(),
});

export const CompanyWithPlan = z.strictObject({ ...company, createdAt: moment, plan: Plan });
