import type { I18n } from '@views/i18n.tsx';

/** Written by scripts/bundle/assets.ts. The version in the name lets browsers cache a file forever. */
export const EMOJI_DATA_VERSION = '1.8.0';

export function emojiDataHref(locale: I18n['locale']): string {
  return `/build/emoji-${locale}-${EMOJI_DATA_VERSION}.json`;
}
