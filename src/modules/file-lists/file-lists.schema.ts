import { z } from 'zod';
import { idOrNone, lines } from '../../schemas/form.schema.ts';
import { listFilter } from '../../schemas/list-filter.schema.ts';
import { parsedJson } from '../../schemas/parsed-json.schema.ts';
import { MAX_MEDIA_BYTES } from '../messages/message-limits.schema.ts';
import { refuseUnknown } from '../messages/write/refuse-unknown-variables.schema.ts';
import { FILES_FIELD, MAX_OPTIONS, MAX_TEXT } from './file-list-limits.schema.ts';

export const FILE_LISTS_PER_PAGE = 20;
export const MAX_LIST_NAME = 100;
const MAX_MESSAGE = 4096;
export const LIST_FILES = { field: FILES_FIELD, maxBytes: MAX_MEDIA_BYTES, maxFiles: MAX_OPTIONS };

const content = z
  .string('validation:invalid')
  .nullish()
  .transform((text) => text ?? '')
  .pipe(lines(MAX_TEXT));

/** A client's `path` and `mediaType` are ignored: files are only set by upload. */
const Option = z.object({ id: idOrNone, name: content });

const named = {
  name: z
    .string('validation:required')
    .trim()
    .min(1, 'validation:required')
    .min(3, 'fileLists:nameTooShort')
    .max(MAX_LIST_NAME, 'validation:tooLong'),
  message: lines(MAX_MESSAGE).pipe(z.string().trim().min(1, 'validation:required')),
};

export const FileListInput = z.object({
  ...named,
  options: z.array(Option).max(MAX_OPTIONS, 'fileLists:tooMany').optional(),
});
export type FileListInput = z.infer<typeof FileListInput>;

const FormOptions = z
  .array(Option.extend({ hasFile: z.boolean() }))
  .max(MAX_OPTIONS, 'fileLists:tooMany')
  .refine((all) => all.every((one) => one.id != null || one.hasFile), 'fileLists:fileMissing');

/** The editor sends its rows as JSON, with one file for each row that has a new one, in row order. */
export const FileListForm = z
  .object({
    ...named,
    options: z.preprocess((text) => parsedJson(String(text ?? '[]')), FormOptions),
  })
  .superRefine((form, context) => {
    refuseUnknown(['message'])(form, context);
    const texts = Object.fromEntries(form.options.map(({ name }, index) => [`options.${index}.name`, name]));
    refuseUnknown(Object.keys(texts))(texts, context);
  });
export type FileListForm = z.infer<typeof FileListForm>;

const ofEach = z.union([z.coerce.string(), z.array(z.coerce.string())]);

/** Fields sent with the files: the option `id` of each. Other fields of existing clients are ignored. */
export const ListFilesFields = z.object({
  id: ofEach,
  fileId: ofEach.optional(),
  typeArch: ofEach.optional(),
  name: ofEach.optional(),
  mediaType: ofEach.optional(),
});

export const FileListFilter = z.object(listFilter);
export type FileListFilter = z.infer<typeof FileListFilter>;
