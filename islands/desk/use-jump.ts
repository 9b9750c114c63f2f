import { useEffect } from 'react';
import { jumpRequest } from './navigation.ts';

export function useJump(uuid: string, jumpTo: (messageId: string) => void): void {
  useEffect(() => {
    const look = () => {
      const wanted = jumpRequest.get();
      if (wanted?.uuid !== uuid) return;
      jumpRequest.set(null);
      jumpTo(wanted.messageId);
    };
    look();
    return jumpRequest.subscribe(look);
  }, [uuid, jumpTo]);
}
