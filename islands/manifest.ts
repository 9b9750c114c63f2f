import type { ComponentType } from 'react';

/** Fetches one island's code. Its props are what the page wrote into `data-props`. */
export type IslandLoader = () => Promise<ComponentType<never>>;

/** Every island by the name that `<Island name>` uses; each becomes a chunk of its own. */
export const islands: Record<string, IslandLoader> = {};
