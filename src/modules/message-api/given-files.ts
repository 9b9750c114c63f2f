import type { Ctx } from '@/kernel/http/env.ts';
import type { Upload } from '@/kernel/http/upload.ts';
import { fetchUpload, storeBytes } from './fetch-upload.ts';
import type { ApiGivenFile, ApiMessage } from './message-api.schema.ts';
import type { ApiFile } from './send.service.ts';

/** Files of a JSON call, removed with the request as those of a form. Throws as `fetchUpload`. */
export async function receiveGiven(
  c: Ctx,
  { medias = [], mediaUrl = [], body }: ApiMessage,
): Promise<ApiFile[]> {
  const given = [...medias, ...mediaUrl];
  const uploads: Upload[] = [];
  c.set('received', Promise.resolve({ uploads, fields: new FormData() }));
  const files: ApiFile[] = [];
  for (const [index, file] of given.entries()) {
    const upload = await storeGiven(c, file);
    uploads.push(upload);
    const { key, name, mime } = upload;
    // The text goes with the first file.
    const caption = file.caption || (index === 0 ? body : '');
    files.push({ key, name, mime, caption: caption === name ? '' : caption });
  }
  return files;
}

function storeGiven(c: Ctx, file: ApiGivenFile): Promise<Upload> {
  if ('url' in file) return fetchUpload(c, { url: file.url, name: file.name });
  const ending = file.mime.split('/')[1]?.replace(/[^a-z0-9]/gi, '') || 'bin';
  return storeBytes(c, { bytes: file.bytes, mime: file.mime, name: file.name || `arquivo.${ending}` });
}
