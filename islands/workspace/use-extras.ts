import { useEffect } from 'react';
import { ApiError } from '../http/api.ts';
import { createStore, useStore } from './store.ts';

export type Extras = typeof import('./extras.ts');

const extras = createStore<Extras | undefined>(undefined);

/** Throws ApiError ERR_NETWORK; the next call tries again. Until loaded, letters are no commands. */
export async function loadExtras(): Promise<Extras> {
  const loaded = extras.get();
  // Even a loaded module arrives a task later, and a key pressed in between would be ignored.
  if (loaded) return loaded;
  document.body.dataset.opening = '';
  try {
    const module = await import('./extras.ts');
    extras.set(module);
    return module;
  } catch {
    throw new ApiError('ERR_NETWORK', 0);
  } finally {
    delete document.body.dataset.opening;
  }
}

/** Undefined until wanted and loaded, and when it cannot be fetched. */
export function useExtras(isWanted: boolean): Extras | undefined {
  useEffect(() => {
    if (isWanted) loadExtras().catch(() => undefined);
  }, [isWanted]);
  return useStore(extras, undefined);
}
