import { totalmem } from 'node:os';
import type { Room } from '@/kernel/disk-space.ts';
import type { SessionState, SessionTarget } from '@/whatsapp/port.ts';
import type { AlertKind, AlertSettings } from './status.schema.ts';
import { oldestOf, type Vitals } from './vitals.ts';

/** What is wrong at this moment. */
export type Trouble = {
  kind: AlertKind;
  companyId: number | null;
  connectionId: number | null;
  /** It is told when it has lasted as long. */
  patienceMs: number;
};

const MINUTE_MS = 60_000;
/** A busy minute is none. */
const BUSY_MS = 3 * MINUTE_MS;

export function findTroubles(
  vitals: Vitals,
  sessions: (SessionTarget & SessionState)[],
  room: Room['level'],
  limits: AlertSettings,
): Trouble[] {
  const { connectionMinutes, outboxMinutes, delayMs, memoryPercent } = limits;
  const { backup, loopDelayMs, mailTrouble, memoryBytes } = vitals;
  const isBusy = loopDelayMs > delayMs || memoryBytes > (machineMemory() * memoryPercent) / 100;
  const ofDesk = (kind: AlertKind, patienceMs: number): Trouble => ({
    kind,
    companyId: null,
    connectionId: null,
    patienceMs,
  });
  return [
    ...(room === 'enough' ? [] : [ofDesk('disk', 0)]),
    ...(backup.hasFailed || backup.isMissed ? [ofDesk('backup', 0)] : []),
    ...(oldestOf(vitals) > outboxMinutes * MINUTE_MS ? [ofDesk('outbox', 0)] : []),
    ...(mailTrouble === undefined ? [] : [ofDesk('mail', BUSY_MS)]),
    ...(isBusy ? [ofDesk('desk', BUSY_MS)] : []),
    ...sessions.filter(isDown).map(({ companyId, connectionId }) => ({
      ...{ kind: 'connection' as const, companyId, connectionId },
      patienceMs: connectionMinutes * MINUTE_MS,
    })),
  ];
}

/** A phone that was paired and should be there. One that nobody has paired is no trouble. */
function isDown({ status, trouble, number }: SessionState): boolean {
  if (status === 'CONNECTED' || trouble === 'qr_expired') return false;
  return trouble !== null || (number !== null && (status === 'OPENING' || status === 'TIMEOUT'));
}

/** A container's share, where it has one. */
export function machineMemory(): number {
  const constrained = process.constrainedMemory?.() ?? 0;
  return constrained > 0 ? Math.min(constrained, totalmem()) : totalmem();
}

export const keyOf = ({ kind, companyId, connectionId }: Omit<Trouble, 'patienceMs'>): string =>
  `${kind}/${companyId ?? 0}/${connectionId ?? 0}`;
