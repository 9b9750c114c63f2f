import { useCallback, useEffect, useRef } from 'react';
import { opening } from '../workspace/opening.ts';
import { markRead } from '../workspace/workspace-api.ts';

/** Only its own agent marks a ticket as read: viewing a colleague's leaves its count unchanged. */
export function useRead(ticketId: number, isMine: boolean, wasUnread: boolean) {
  const isUnread = useRef(wasUnread);
  const update = useCallback(() => {
    if (!isMine || !isUnread.current || document.hidden || opening.get()) return;
    isUnread.current = false;
    markRead(ticketId).catch(() => {
      isUnread.current = true;
    });
  }, [ticketId, isMine]);

  useEffect(() => {
    update();
    document.addEventListener('visibilitychange', update);
    const stop = opening.subscribe(update);
    return () => {
      document.removeEventListener('visibilitychange', update);
      stop();
    };
  }, [update]);

  return useCallback(() => {
    isUnread.current = true;
    update();
  }, [update]);
}
