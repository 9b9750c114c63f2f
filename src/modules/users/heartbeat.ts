import { z } from 'zod';
import { type Word, word } from '@/kernel/live/words.ts';
import type { Kernel } from '@/kernel/scope.ts';
import { createThrottle, type Throttle } from '@/kernel/throttle.ts';
import { markSeen } from './presence.service.ts';

/** A person's presence is written once a minute, however many pages they have open. */
const HEARTBEATS = { tries: 1, perSeconds: 60 };

declare module '@/kernel/scope.ts' {
  interface Services {
    heartbeats: Throttle;
  }
}
export const createHeartbeats = ({ ticks }: Kernel) => createThrottle(ticks, HEARTBEATS);

/** Pages and existing clients say alike that their person is still there; nothing they send along counts. */
export function heartbeat(kernel: Kernel): Word[] {
  return [
    word('userStatus', z.unknown(), ({ actor: { companyId, id } }) => {
      if (!kernel.services.heartbeats.tryTake(`${companyId}/${id}`)) return;
      markSeen(kernel, companyId, id).catch((error) =>
        kernel.log.error({ err: error }, 'a heartbeat was not stored'),
      );
    }),
  ];
}
