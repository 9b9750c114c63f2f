import { z } from 'zod';
import { clientId, idOrNone } from '../../../schemas/form.schema.ts';
import { ContactInput } from '../../contacts/contacts.schema.ts';
import { MAX_TAG_NAME } from '../../tags/tags.schema.ts';
import { MAX_BULK } from '../bulk.schema.ts';
import { BulkInput } from '../tickets.schema.ts';

const MAX_SEARCH = 200;

const chosen = idOrNone.transform((id) => id ?? null);
const required = z.preprocess(
  (value) => (value === '' ? undefined : value),
  z.coerce.number('validation:required').int('validation:invalid').positive('validation:invalid'),
);

/** Typed text without a selection is not a person: the ticket would be assigned to nobody. */
const isNamed = ({ person, userId }: { person: string; userId?: number | string | null }) =>
  person === '' || Boolean(userId);
const unnamed = { path: ['person'], error: 'ticketDialogs:notChosen' };
const person = z.string().trim().max(MAX_SEARCH).default('');

export const TransferForm = z
  .object({ queueId: required, whatsappId: required, userId: chosen, person })
  .refine(isNamed, unnamed);
export type TransferForm = z.infer<typeof TransferForm>;

const SNOOZE_CHOICES = ['hour', 'tomorrow', 'monday', 'custom'] as const;
const DayAndTime = z.iso.datetime({ local: true, precision: -1 });
export const SnoozeForm = z
  .object({
    choice: z.enum(SNOOZE_CHOICES, 'validation:required'),
    /** `yyyy-MM-ddTHH:mm` in the company's time zone. */
    at: z.string().default(''),
  })
  .refine(
    ({ choice, at }) => choice !== 'custom' || (!at.endsWith('Z') && DayAndTime.safeParse(at).success),
    {
      path: ['at'],
      message: 'common:validation.date',
    },
  );
export type SnoozeForm = z.infer<typeof SnoozeForm>;

const target = { queueId: chosen, whatsappId: chosen };
const WithContact = z.object({ ...target, contactId: required });
const WithNewContact = ContactInput.pick({ name: true, number: true, email: true }).extend(target);

const asPosted = z.unknown().optional();
const NewTicketFields = z.object({
  queueId: asPosted,
  whatsappId: asPosted,
  contactId: asPosted,
  name: asPosted,
  number: asPosted,
  email: asPosted,
  searchParam: asPosted,
});

export const NewTicketForm = NewTicketFields.transform((posted, context) => {
  const read = ('number' in posted ? WithNewContact : WithContact).safeParse(posted);
  if (read.success) return read.data;
  for (const { path, message } of read.error.issues) {
    const isTyped = path[0] === 'contactId' && !posted.contactId && Boolean(posted.searchParam);
    context.addIssue({
      code: 'custom',
      path,
      message: isTyped ? 'ticketDialogs:new.notChosen' : message,
    });
  }
  return z.NEVER;
});
export type NewTicketForm = z.infer<typeof NewTicketForm>;

export const MIN_SEARCH = 3;
export const ChoiceFilter = z.object({ searchParam: z.string().trim().max(MAX_SEARCH).default('') });
/** `queueId` narrows what is offered before anything is typed. */
export const PersonFilter = z.object({ person, queueId: chosen.catch(null) });
export const NewTicketQuery = z.object({ contactId: z.coerce.number().int().positive().optional() });

export const TicketTagForm = z
  .object({
    tagId: chosen,
    name: z.string().trim().max(MAX_TAG_NAME, 'validation:tooLong').default(''),
    create: z.preprocess((value) => value === 'true', z.boolean()),
  })
  .refine(({ tagId, name }) => tagId !== null || name !== '', {
    path: ['name'],
    message: 'validation:required',
  });
export type TicketTagForm = z.infer<typeof TicketTagForm>;

export const TagTarget = z.object({ at: z.enum(['drawer', 'dialog']).default('drawer') });
export type TagTarget = z.infer<typeof TagTarget>['at'];

export const NoteForm = z.object({
  note: z
    .string('validation:required')
    .trim()
    .min(1, 'validation:required')
    .min(2, 'ticketDialogs:notes.tooShort')
    .max(2000, 'validation:tooLong'),
  clientId,
});

const idsText = z
  .string()
  .max(MAX_BULK * 16)
  .transform((text) => text.split(',').filter(Boolean));
export const BulkIds = z.object({ ids: idsText });

export const BulkForm = z
  .object({
    action: z.string(),
    ids: idsText,
    userId: z.string().optional(),
    queueId: z.string().optional(),
    person,
    tagIds: z.union([z.string(), z.array(z.string())]).optional(),
  })
  .refine(isNamed, unnamed)
  .transform(({ tagIds, queueId, ...rest }): unknown => ({
    ...rest,
    ...(queueId && { queueId }),
    tagIds: [tagIds ?? []].flat(),
  }))
  .pipe(BulkInput);

export const PeekTarget = z.object({
  before: z.coerce.number().int().positive().optional(),
});
