import { useEffect, useState } from 'react';

const REFRESH_MS = 30_000;

/** Milliseconds, every 30 seconds (spec §9). The server's clock while hydrating, so that both renders agree. */
export function useNow(start: number): number {
  const [now, setNow] = useState(start);
  useEffect(() => {
    // Not a second render of every row for an age that reads the same.
    if (Date.now() > start + REFRESH_MS) setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), REFRESH_MS);
    return () => clearInterval(timer);
  }, [start]);
  return now;
}
