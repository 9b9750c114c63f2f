import type { I18n } from '@views/i18n.tsx';

/** Of emoji-picker-element-data; in the name, so that browsers may keep the file for good. */
export const EMOJI_DATA_VERSION = '1.8.0';

/** Where scripts/build-assets.ts puts the emoji's names in a language. */
export function emojiDataHref(locale: I18n['locale']): string {
  return `/build/emoji-${locale}-${EMOJI_DATA_VERSION}.json`;
}
