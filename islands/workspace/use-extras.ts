import { useEffect } from 'react';
import { ApiError } from '../http/api.ts';
import { createStore, useStore } from './store.ts';

export type Extras = typeof import('./extras.ts');

const extras = createStore<Extras | undefined>(undefined);
let opening = 0;

/** Throws ApiError ERR_NETWORK; the next call tries again. Letters stay commands meanwhile. */
export async function prefetchExtras(): Promise<Extras> {
  const loaded = extras.get();
  if (loaded) return loaded;
  try {
    const module = await import('./extras.ts');
    extras.set(module);
    return module;
  } catch {
    throw new ApiError('ERR_NETWORK', 0);
  }
}

/** For what opens a layer: letters typed before it stands there are meant for it, and are no commands. */
export async function loadExtras(): Promise<Extras> {
  const loaded = extras.get();
  if (loaded) return loaded;
  opening += 1;
  document.body.dataset.opening = '';
  try {
    return await prefetchExtras();
  } finally {
    opening -= 1;
    if (opening === 0) delete document.body.dataset.opening;
  }
}

/** Undefined until wanted and loaded, and when it cannot be fetched. */
export function useExtras(isWanted: boolean): Extras | undefined {
  useEffect(() => {
    if (isWanted) prefetchExtras().catch(() => undefined);
  }, [isWanted]);
  return useStore(extras, undefined);
}
