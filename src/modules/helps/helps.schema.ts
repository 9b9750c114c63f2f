import { z } from 'zod';
import { lines } from '../../schemas/form.schema.ts';
import { listFilter } from '../../schemas/list-filter.schema.ts';
import { storable } from '../../schemas/storable.schema.ts';

export const HELPS_PER_PAGE = 20;
export const MAX_HELP_TITLE = 100;
const MAX_DESCRIPTION = 1_000;

const CODE = /^[\w-]{11}$/;
const IN_PATH = /^\/(?:embed|shorts|live|v)\/([\w-]{11})$/;
const HOSTS = ['youtube.com', 'm.youtube.com', 'youtube-nocookie.com'];

/** The 11-character YouTube id, from itself or a video address; undefined for anything else. */
export function videoCode(text: string): string | undefined {
  if (CODE.test(text)) return text;
  const url = URL.parse(text) ?? URL.parse(`https://${text}`);
  const host = url?.hostname.replace(/^www\./, '') ?? '';
  const found =
    host === 'youtu.be'
      ? url?.pathname.slice(1)
      : HOSTS.includes(host)
        ? (url?.searchParams.get('v') ?? IN_PATH.exec(url?.pathname ?? '')?.[1])
        : undefined;
  return found && CODE.test(found) ? found : undefined;
}

export const HelpInput = z.object({
  title: z
    .string('validation:required')
    .transform((text) => storable(text).trim())
    .pipe(
      z
        .string()
        .min(1, 'validation:required')
        .min(3, 'validation:tooShort')
        .max(MAX_HELP_TITLE, 'validation:tooLong'),
    ),
  /** '' is a help without a video. */
  video: z
    .string('validation:invalid')
    .nullish()
    .transform((text) => (text ?? '').trim())
    .pipe(z.string().max(200, 'validation:tooLong'))
    .transform((text, context) => {
      const code = text === '' ? '' : videoCode(text);
      if (code === undefined) context.addIssue({ code: 'custom', message: 'helps:badVideo' });
      return code ?? z.NEVER;
    }),
  description: z
    .string('validation:invalid')
    .nullish()
    .transform((text) => storable(text ?? '').trim())
    .pipe(lines(MAX_DESCRIPTION)),
});
export type HelpInput = z.infer<typeof HelpInput>;

export const HelpFilter = z.object(listFilter);
export type HelpFilter = z.infer<typeof HelpFilter>;
