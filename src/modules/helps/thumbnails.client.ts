import { createRecent, type Recent } from '@/core/bounded-cache.ts';
import type { PlatformScope } from '@/core/platform-scope.ts';
import { createKeyedLimits, type KeyedLimits } from '@/core/queue/keyed-limits.ts';
import type { Kernel } from '@/core/scope.ts';
import type { FetchRequest } from '@/core/security/safe-fetch.ts';

type Known = { bytes: Uint8Array | null; askedAt: number };

declare module '@/core/scope.ts' {
  interface Services {
    helpThumbnails: { known: Recent<Known>; limits: KeyedLimits };
  }
}

const MAX_KNOWN = 100;
const MAX_BYTES = 4_194_304;
const CACHED_MS = 86_400_000;
const ASK_AGAIN_MS = 600_000;
const JPEG: FetchRequest = { accept: /^image\/jpeg$/, maxBytes: 200_000, onTooLarge: 'refuse' };

export const createThumbnails = ({ ticks }: Kernel) => ({
  known: createRecent<Known>({
    entries: MAX_KNOWN,
    bytes: { most: MAX_BYTES, of: ({ bytes }) => bytes?.byteLength ?? 0 },
    lifeMs: CACHED_MS,
    now: ticks,
  }),
  limits: createKeyedLimits(2),
});

/** Fetched by the server, so that browsers contact YouTube only on playback. Null without one. */
export function getThumbnail(scope: PlatformScope, video: string): Promise<Uint8Array | null> {
  const { services, ticks } = scope.kernel;
  const { known, limits } = services.helpThumbnails;
  return limits.run(video, async () => {
    const before = known.get(video);
    if (before && (before.bytes || ticks() - before.askedAt < ASK_AGAIN_MS)) return before.bytes;
    const found = await services
      .safeFetch(`https://i.ytimg.com/vi/${video}/mqdefault.jpg`, JPEG)
      .catch(() => null);
    const bytes = found?.bytes ?? null;
    known.set(video, { bytes, askedAt: ticks() });
    return bytes;
  });
}
