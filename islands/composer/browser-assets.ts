import type { I18n } from '@views/i18n.tsx';

/** What scripts/build-assets.ts puts beside the scripts. Versions in the names let browsers keep the files for good. */
export const EMOJI_DATA_VERSION = '1.8.0';
export const MP3_ENCODER_VERSION = '0.7.0';

export const MP3_ENCODER_HREF = `/build/mp3-${MP3_ENCODER_VERSION}.wasm`;

/** The emoji's names in a language. */
export function emojiDataHref(locale: I18n['locale']): string {
  return `/build/emoji-${locale}-${EMOJI_DATA_VERSION}.json`;
}
