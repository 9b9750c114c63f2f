import { useCallback, useEffect, useRef } from 'react';
import { markRead } from '../desk/desk-api.ts';

/**
 * Marks the ticket as read once somebody whose ticket it is sees it: on opening, and when the page comes back into
 * view. A look at a colleague's ticket leaves its count alone.
 */
export function useRead(ticketId: number, isMine: boolean, wasUnread: boolean) {
  const isUnread = useRef(wasUnread);
  const look = useCallback(() => {
    if (!isMine || !isUnread.current || document.hidden) return;
    isUnread.current = false;
    // Whoever looks again tries again: the count on the list shows that it did not work.
    markRead(ticketId).catch(() => {
      isUnread.current = true;
    });
  }, [ticketId, isMine]);

  useEffect(() => {
    look();
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, [look]);

  /** Something new has come. */
  return useCallback(() => {
    isUnread.current = true;
    look();
  }, [look]);
}
