import { useEffect, useState } from 'react';
import { showToast } from './toast.ts';

/** React's `lazy` throws a failed load while rendering, which ends the whole island, and never loads again. */
export function useLoaded<T extends object>(
  isWanted: boolean,
  load: () => Promise<T>,
  onFailed: () => void,
): T | undefined {
  const [loaded, setLoaded] = useState<T>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: loaded again at another press only
  useEffect(() => {
    if (isWanted)
      load().then(
        (module) => setLoaded(() => module),
        () => {
          onFailed();
          showToast({ level: 'error', text: document.body.dataset.textNetwork as string });
        },
      );
  }, [isWanted]);
  return loaded;
}
