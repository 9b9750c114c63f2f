import { useCallback, useEffect, useRef } from 'react';
import { markRead } from '../desk/desk-api.ts';

/**
 * Marks the ticket as read when its own agent sees it: on opening, and when the page comes back into view. A look at a
 * colleague's ticket leaves its count alone.
 */
export function useRead(ticketId: number, isMine: boolean, wasUnread: boolean) {
  const isUnread = useRef(wasUnread);
  const look = useCallback(() => {
    if (!isMine || !isUnread.current || document.hidden) return;
    isUnread.current = false;
    // The count on the list stays, and the next look tries again.
    markRead(ticketId).catch(() => {
      isUnread.current = true;
    });
  }, [ticketId, isMine]);

  useEffect(() => {
    look();
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, [look]);

  return useCallback(() => {
    isUnread.current = true;
    look();
  }, [look]);
}
