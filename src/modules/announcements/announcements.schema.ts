import { z } from 'zod';
import { clientId, lines, yesOrNo } from '../../schemas/form.schema.ts';
import { listFilter } from '../../schemas/list-filter.schema.ts';
import { storable } from '../../schemas/storable.schema.ts';
import { TickedCompanies } from '../companies/companies.schema.ts';

export const ANNOUNCEMENTS_PER_PAGE = 20;
export const MAX_ANNOUNCEMENT_TITLE = 100;
const MAX_TEXT = 10_000;
export const PRIORITIES = [1, 2, 3] as const;
const LOW = 3;
export const ANNOUNCEMENT_IMAGE = { field: 'file', maxBytes: 5 * 1024 * 1024, maxFiles: 1 };
export const IMAGE_ENDINGS = '.png,.jpg,.jpeg';

const priority = z.coerce
  .number('validation:invalid')
  .pipe(z.literal([...PRIORITIES], 'validation:invalid'))
  .default(LOW);

export const AnnouncementInput = z.object({
  title: z
    .string('validation:required')
    .transform((text) => storable(text).trim())
    .pipe(z.string().min(1, 'validation:required').max(MAX_ANNOUNCEMENT_TITLE, 'validation:tooLong')),
  text: z
    .string('validation:required')
    .transform((text) => storable(text).trim())
    .pipe(lines(MAX_TEXT).pipe(z.string().min(1, 'validation:required'))),
  priority,
  status: yesOrNo,
});
export type AnnouncementInput = z.infer<typeof AnnouncementInput>;

/** `companies` counts unless `forAll`. */
export const AnnouncementForm = AnnouncementInput.extend({
  removeMedia: yesOrNo,
  forAll: yesOrNo.default(true),
  companies: TickedCompanies.default([]),
  clientId,
}).refine(({ forAll, companies }) => forAll || companies.length > 0, {
  path: ['companies'],
  error: 'backOffice:bulk.none',
});
export type AnnouncementForm = z.infer<typeof AnnouncementForm>;

export const AnnouncementFilter = z.object(listFilter);
export type AnnouncementFilter = z.infer<typeof AnnouncementFilter>;
