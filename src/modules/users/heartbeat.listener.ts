import { z } from 'zod';
import { type SocketMessage, socketMessage } from '@/core/realtime/socket-messages.ts';
import type { Kernel } from '@/core/scope.ts';
import { createThrottle, type Throttle } from '@/core/security/throttle.ts';
import { markSeen } from './presence.service.ts';

const HEARTBEATS = { tries: 1, perSeconds: 60 };

declare module '@/core/scope.ts' {
  interface Services {
    heartbeats: Throttle;
  }
}
export const createHeartbeats = ({ ticks }: Kernel) => createThrottle(ticks, HEARTBEATS);

export function heartbeat(kernel: Kernel): SocketMessage[] {
  return [
    socketMessage('userStatus', z.unknown(), ({ actor: { companyId, id } }) => {
      if (!kernel.services.heartbeats.tryTake(`${companyId}/${id}`)) return;
      markSeen(kernel, companyId, id).catch((error) =>
        kernel.log.error({ err: error }, 'a heartbeat was not stored'),
      );
    }),
  ];
}
