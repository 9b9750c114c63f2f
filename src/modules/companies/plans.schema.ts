import { z } from 'zod';
import { amount, yesOrNo } from '../../schemas/form.schema.ts';
import { listFilter } from '../../schemas/list-filter.schema.ts';
import { reais } from '../../schemas/money.schema.ts';

export const PLANS_PER_PAGE = 20;
export const MAX_PLAN_NAME = 50;

export const PLAN_FLAGS = [
  'useCampaigns',
  'useSchedules',
  'useInternalChat',
  'useExternalApi',
  'useKanban',
  'useOpenAi',
  'useIntegrations',
  'useInternal',
] as const;

/** 0 means none. */
export const PLAN_LIMITS = ['users', 'connections', 'queues'] as const;
/** 0 means no limit; some clients send a boolean. */
export const OPEN_LIMITS = ['campaigns', 'schedules'] as const;
/** 0 means the server's default: storage in GB, messages a minute by people and systems, open pages, export files. */
export const QUOTAS = ['storageGb', 'messagesPerMinute', 'sockets', 'exports'] as const;

const money = z.preprocess(
  (value) => (value === '' || value === null ? undefined : value),
  reais(0).optional(),
);

const openLimit = z.preprocess((value) => (typeof value === 'boolean' ? 0 : value), amount);

/** The service checks the name: its errors have codes of their own. */
export const PlanInput = z.object({
  name: z.string('validation:required').trim().max(MAX_PLAN_NAME, 'validation:tooLong'),
  users: amount,
  connections: amount,
  queues: amount,
  campaigns: openLimit,
  schedules: openLimit,
  storageGb: amount,
  messagesPerMinute: amount,
  sockets: amount,
  exports: amount,
  value: money,
  useCampaigns: yesOrNo,
  useSchedules: yesOrNo,
  useInternalChat: yesOrNo,
  useExternalApi: yesOrNo,
  useKanban: yesOrNo,
  useOpenAi: yesOrNo,
  useIntegrations: yesOrNo,
  useInternal: yesOrNo,
});
export type PlanInput = z.infer<typeof PlanInput>;

export const PlanPatch = PlanInput.partial();
export type PlanPatch = z.infer<typeof PlanPatch>;

export const PlanFilter = z.object(listFilter);
export type PlanFilter = z.infer<typeof PlanFilter>;
