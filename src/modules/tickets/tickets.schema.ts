import { z } from 'zod';

export const TICKET_STATUSES = ['pending', 'open', 'closed'] as const;
export type TicketStatus = (typeof TICKET_STATUSES)[number];

/** A page of the list, as the contract has it. */
export const TICKETS_PER_PAGE = 40;

/** Ids as existing clients send them: JSON text of an array. */
const idList = z
  .string()
  .optional()
  .transform((text, context) => {
    if (!text) return [];
    try {
      const list: unknown = JSON.parse(text);
      if (Array.isArray(list)) return list.map(Number).filter((id) => Number.isSafeInteger(id) && id > 0);
    } catch {
      // falls through to the message
    }
    context.addIssue({ code: 'custom', message: 'validation:invalid' });
    return z.NEVER;
  });

const yes = z
  .string()
  .optional()
  .transform((value) => value === 'true');

export const TicketFilter = z.object({
  status: z.enum(TICKET_STATUSES).optional(),
  searchParam: z.string().trim().max(200).optional(),
  pageNumber: z.coerce.number().int().min(1).max(100_000).default(1),
  /** `updatedAt,id` of the last row shown; goes on behind it, however the list has moved since. */
  after: z
    .string()
    .regex(/^\d+,\d+$/, 'validation:invalid')
    .optional(),
  showAll: yes,
  withUnreadMessages: yes,
  queueIds: idList,
  tags: idList,
  users: idList,
  date: z.iso.date('validation:invalid').optional(),
  updatedAt: z.iso.date('validation:invalid').optional(),
});
export type TicketFilter = z.infer<typeof TicketFilter>;

/** Ids may come as false, as existing clients send them on closing. */
const idOrNothing = z.preprocess(
  (v) => (v === false || v === '' ? null : v),
  z.coerce.number().int().positive().nullable(),
);

export const TicketPatch = z.object({
  status: z.enum(TICKET_STATUSES).optional(),
  userId: idOrNothing.optional(),
  queueId: idOrNothing.optional(),
  whatsappId: idOrNothing.optional(),
  chatbot: z.boolean().optional(),
  useIntegration: z.boolean().nullish(),
  promptId: idOrNothing.optional(),
  integrationId: idOrNothing.optional(),
});
export type TicketPatch = z.infer<typeof TicketPatch>;

export type TicketTag = { id: number; name: string; color: string };

/** A ticket as lists and live updates show it: the contract's TicketListItem and what our list adds. */
export type TicketView = {
  id: number;
  uuid: string;
  status: TicketStatus;
  unreadMessages: number;
  lastMessage: string;
  /** Kind and ticks of the newest message; null before the first. */
  lastMessageType: string | null;
  lastMessageAck: number | null;
  fromMe: boolean;
  isGroup: boolean;
  userId: number | null;
  contactId: number;
  whatsappId: number | null;
  queueId: number | null;
  chatbot: boolean;
  queueOptionId: number | null;
  companyId: number;
  useIntegration: boolean;
  integrationId: number | null;
  typebotSessionId: string | null;
  typebotStatus: boolean;
  promptId: number | null;
  amountUsedBotQueues: number;
  createdAt: string;
  updatedAt: string;
  contact: { id: number; name: string; number: string; email: string; profilePicUrl: string | null };
  queue: { id: number; name: string; color: string } | null;
  user: { id: number; name: string } | null;
  whatsapp: { name: string } | null;
  tags: TicketTag[];
};

/** One ticket whole: with the contact's extra fields. */
export type TicketDetail = TicketView & {
  contact: TicketView['contact'] & { extraInfo: { id: number; name: string; value: string }[] };
};

export type TicketPage = { tickets: TicketView[]; count: number; hasMore: boolean };

/** How many tickets the reader may see in each tab. */
export type TicketCounts = { open: number; pending: number };
