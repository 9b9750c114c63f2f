import { createLanes, type Lanes } from '@/kernel/lanes.ts';
import type { PlatformScope } from '@/kernel/platform-scope.ts';
import { createRecent, type Recent } from '@/kernel/recent.ts';
import type { FetchWish } from '@/kernel/safe-fetch.ts';
import type { Kernel } from '@/kernel/scope.ts';

/** Null when there is none; asked again after a while. */
type Known = { bytes: Uint8Array | null; askedAt: number };

declare module '@/kernel/scope.ts' {
  interface Services {
    helpThumbnails: { known: Recent<Known>; lanes: Lanes };
  }
}

const MOST_KNOWN = 100;
const MOST_BYTES = 4_194_304;
const KEPT_MS = 86_400_000;
const ASK_AGAIN_MS = 600_000;
const JPEG: FetchWish = { accept: /^image\/jpeg$/, maxBytes: 200_000, onTooLarge: 'refuse' };

export const createThumbnails = ({ ticks }: Kernel) => ({
  known: createRecent<Known>({
    entries: MOST_KNOWN,
    bytes: { most: MOST_BYTES, of: ({ bytes }) => bytes?.byteLength ?? 0 },
    lifeMs: KEPT_MS,
    now: ticks,
  }),
  lanes: createLanes(2),
});

/** Fetched by the desk, so that browsers meet the other site only once somebody plays. Null when there is none. */
export function getThumbnail(scope: PlatformScope, video: string): Promise<Uint8Array | null> {
  const { services, ticks } = scope.kernel;
  const { known, lanes } = services.helpThumbnails;
  return lanes.run(video, async () => {
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
