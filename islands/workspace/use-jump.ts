import { useEffect } from 'react';
import { jumpRequest } from './navigation.ts';

export function useJump(uuid: string, jumpTo: (messageId: string) => void): void {
  useEffect(() => {
    const update = () => {
      const wanted = jumpRequest.get();
      if (wanted?.uuid !== uuid) return;
      jumpRequest.set(null);
      jumpTo(wanted.messageId);
    };
    update();
    return jumpRequest.subscribe(update);
  }, [uuid, jumpTo]);
}
