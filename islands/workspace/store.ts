import { useEffect, useState } from 'react';
import type { Store } from '../page/store.ts';

export { createStore, type Store } from '../page/store.ts';

/** `onServer` is shown by the server and while hydrating, so that both renders agree. */
export function useStore<T>(store: Store<T>, onServer: T): T {
  const [value, setValue] = useState<T>(() => onServer);
  useEffect(() => {
    const update = () => setValue(() => store.get());
    update();
    return store.subscribe(update);
  }, [store]);
  return value;
}
