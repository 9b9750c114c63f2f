import { useCallback, useEffect, useRef } from 'react';
import { markRead } from '../desk/desk-api.ts';
import { opening } from '../desk/opening.ts';

/** Only its own agent marks a ticket as read: a look at a colleague's leaves its count alone. */
export function useRead(ticketId: number, isMine: boolean, wasUnread: boolean) {
  const isUnread = useRef(wasUnread);
  const look = useCallback(() => {
    if (!isMine || !isUnread.current || document.hidden || opening.get()) return;
    isUnread.current = false;
    markRead(ticketId).catch(() => {
      isUnread.current = true;
    });
  }, [ticketId, isMine]);

  useEffect(() => {
    look();
    document.addEventListener('visibilitychange', look);
    const stop = opening.subscribe(look);
    return () => {
      document.removeEventListener('visibilitychange', look);
      stop();
    };
  }, [look]);

  return useCallback(() => {
    isUnread.current = true;
    look();
  }, [look]);
}
