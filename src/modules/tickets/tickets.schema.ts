import { z } from 'zod';
import { clientId, idOrNone } from '../../schemas/form.schema.ts';
import { dayFilter, listFilter, pageNumber, searchParam } from '../../schemas/list-filter.schema.ts';
import { MAX_BULK } from './bulk.schema.ts';

export const TICKET_STATUSES = ['pending', 'open', 'closed'] as const;
export type TicketStatus = (typeof TICKET_STATUSES)[number];

export const TICKETS_PER_PAGE = 40;

const MAX_IDS = 100;

/** Existing clients send ids as a JSON array. */
const idList = z
  .string()
  .optional()
  .transform((text, context) => {
    if (!text) return [];
    try {
      const list: unknown = JSON.parse(text);
      if (Array.isArray(list) && list.length <= MAX_IDS)
        return list.map(Number).filter((id) => Number.isSafeInteger(id) && id > 0);
    } catch {
      // Not JSON: the issue below reports it.
    }
    context.addIssue({ code: 'custom', message: 'validation:invalid' });
    return z.NEVER;
  });

const yes = z
  .string()
  .optional()
  .transform((value) => value === 'true');

export const NextFilter = z.object({ except: z.coerce.number().int().positive().optional() });

export const TicketFilter = z.object({
  status: z.enum(TICKET_STATUSES).optional(),
  searchParam: z.string().trim().max(200).optional(),
  pageNumber,
  sort: z.enum(['oldest', 'newest']).optional(),
  /** `time,id` of the last row shown; a cursor skips no rows when the list changes meanwhile. */
  after: z
    .string()
    .regex(/^\d{1,15},\d{1,15}$/, 'validation:invalid')
    .optional(),
  showAll: yes,
  team: yes,
  withUnreadMessages: yes,
  snoozed: yes,
  noQueue: yes,
  source: z.string().trim().max(30).optional(),
  queueIds: idList,
  whatsappIds: idList,
  tags: idList,
  users: idList,
  date: z.iso.date('validation:invalid').optional(),
  updatedAt: z.iso.date('validation:invalid').optional(),
});
export type TicketFilter = z.infer<typeof TicketFilter>;

export const TicketPatch = z.object({
  status: z.enum(TICKET_STATUSES).optional(),
  userId: idOrNone,
  queueId: idOrNone,
  whatsappId: idOrNone,
  chatbot: z.boolean().nullish(),
  useIntegration: z.boolean().nullish(),
  promptId: idOrNone,
  integrationId: idOrNone,
});
export type TicketPatch = z.infer<typeof TicketPatch>;

export const NewTicket = z.object({
  contactId: z.coerce.number('validation:required').int().positive('validation:required'),
  queueId: idOrNone,
  whatsappId: idOrNone,
  userId: idOrNone,
  /** Sent by existing clients and ignored: a new ticket is always open. */
  status: z.string().optional(),
});
export type NewTicket = z.infer<typeof NewTicket>;

const ids = z
  .array(z.coerce.number().int().positive())
  .min(1, 'validation:required')
  .max(MAX_BULK, 'validation:tooLong');

export const BulkInput = z.discriminatedUnion('action', [
  z.object({ action: z.literal('close'), ids }),
  z.object({ action: z.literal('read'), ids }),
  z.object({ action: z.literal('unread'), ids }),
  z.object({
    action: z.literal('assign'),
    ids,
    userId: idOrNone,
    queueId: idOrNone,
  }),
  z.object({
    action: z.literal('tag'),
    ids,
    tagIds: z.array(z.coerce.number().int().positive()).min(1).max(20),
  }),
]);
export type BulkInput = z.infer<typeof BulkInput>;

export const SnoozeInput = z.object({
  until: z.iso.datetime({ offset: true, error: 'validation:invalid' }).nullable(),
});

export const TICKET_EVENT_TYPES = [
  'opened',
  'accepted',
  'returned',
  'transferred',
  'closed',
  'reopened',
  'rated',
  'snoozed',
  'undone',
  'bot',
  'rule',
  'source',
] as const;
export type TicketEventType = (typeof TICKET_EVENT_TYPES)[number];

export const HISTORY_PER_PAGE = 40;
export const TicketHistoryFilter = z.object({
  ...listFilter,
  type: z.preprocess((v) => (v === '' ? undefined : v), z.enum(TICKET_EVENT_TYPES).optional()),
  personId: z.coerce.number().int().positive().optional().catch(undefined),
  from: dayFilter,
  to: dayFilter,
});
export type TicketHistoryFilter = z.infer<typeof TicketHistoryFilter>;

const note = z
  .string('validation:required')
  .trim()
  .min(1, 'validation:required')
  .min(2, 'validation:tooShort')
  .max(2000, 'validation:tooLong');

export const NotePatch = z.object({ note });

export const NOTES_PER_PAGE = 20;
export const NoteFilter = z.object({ searchParam, pageNumber });
export type NoteFilter = z.infer<typeof NoteFilter>;

export const NoteInput = z.object({
  note,
  clientId,
  ticketId: z.coerce.number().int().positive(),
  contactId: z.coerce.number().int().positive(),
});
export type NoteInput = z.infer<typeof NoteInput>;

export const NotesOf = z.object({
  ticketId: z.coerce.number().int().positive(),
  contactId: z.coerce.number().int().positive(),
});

export const TagSync = z.object({
  ticketId: z.coerce.number().int().positive(),
  tags: z.array(z.object({ id: z.coerce.number().int().positive() })).max(50, 'validation:tooLong'),
});
export type TagSync = z.infer<typeof TagSync>;
