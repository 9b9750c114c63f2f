import type { BotMedia } from './decide/bot.logic.ts';

type WithMedium = { mediaPath: string; mediaName: string; mediaMime: string };

export function mediumOf({ mediaPath, mediaName, mediaMime }: WithMedium): BotMedia | null {
  if (mediaPath === '') return null;
  return { path: mediaPath, name: mediaName || 'arquivo', mime: mediaMime || 'application/octet-stream' };
}
