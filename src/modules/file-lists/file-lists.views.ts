import { z } from 'zod';
import { address, id, pageOf, stamps } from '../../schemas/reply-fields.schema.ts';

const row = {
  id,
  name: z.string(),
  message: z.string(),
  userId: id.nullable(),
  companyId: id,
  ...stamps,
};

const FileListOption = z
  .strictObject({
    id,
    fileId: id,
    name: z.string(),
    path: z.string(),
    mediaType: z.string(),
    /** Absolute and signed; null without a file. */
    mediaUrl: address,
  })
  .meta({ id: 'FileListOption' });
export type FileListOptionView = z.infer<typeof FileListOption>;

export const FileList = z.strictObject({ ...row, options: z.array(FileListOption) }).meta({ id: 'FileList' });
export type FileListView = z.infer<typeof FileList>;

const FileListRow = z.strictObject({ ...row, filesCount: z.number().int() }).meta({ id: 'FileListRow' });
export type FileListRowView = z.infer<typeof FileListRow>;

export const FileListPage = pageOf('files', FileListRow);
export type FileListPage = z.infer<typeof FileListPage>;
