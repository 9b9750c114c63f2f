import { totalmem } from 'node:os';
import type { FreeSpace } from '@/core/storage/disk-space.ts';
import type { SessionState, SessionTarget } from '@/whatsapp/port.ts';
import type { AlertKind, AlertSettings } from './status.schema.ts';
import { oldestOf, type Vitals } from './vitals.queries.ts';

export type Trouble = {
  kind: AlertKind;
  companyId: number | null;
  connectionId: number | null;
  /** Among several nodes, of the one that has it; '' for a trouble of all. */
  nodeUrl: string;
  patienceMs: number;
};

const OF_NODE: readonly AlertKind[] = ['disk', 'outbox', 'desk'];
export const isOfNode = (kind: AlertKind): boolean => OF_NODE.includes(kind);

const MINUTE_MS = 60_000;
const BUSY_MS = 3 * MINUTE_MS;

export function findTroubles(
  vitals: Vitals,
  sessions: (SessionTarget & SessionState)[],
  level: FreeSpace['level'],
  limits: AlertSettings,
  nodeUrl = '',
): Trouble[] {
  const { connectionMinutes, outboxMinutes, delayMs, memoryPercent } = limits;
  const { backup, loopDelayMs, mailTrouble, memoryBytes } = vitals;
  const isBusy = loopDelayMs > delayMs || memoryBytes > (systemMemory() * memoryPercent) / 100;
  const ofApp = (kind: AlertKind, patienceMs: number): Trouble => ({
    kind,
    companyId: null,
    connectionId: null,
    nodeUrl: isOfNode(kind) ? nodeUrl : '',
    patienceMs,
  });
  return [
    ...(level === 'enough' ? [] : [ofApp('disk', 0)]),
    ...(backup.hasFailed || backup.isMissed ? [ofApp('backup', 0)] : []),
    ...(oldestOf(vitals) > outboxMinutes * MINUTE_MS ? [ofApp('outbox', 0)] : []),
    ...(mailTrouble === undefined ? [] : [ofApp('mail', BUSY_MS)]),
    ...(isBusy ? [ofApp('desk', BUSY_MS)] : []),
    ...sessions.filter(isDown).map(({ companyId, connectionId }) => ({
      ...{ kind: 'connection' as const, companyId, connectionId, nodeUrl: '' },
      patienceMs: connectionMinutes * MINUTE_MS,
    })),
  ];
}

export function isDown({ status, trouble, number }: SessionState): boolean {
  if (status === 'CONNECTED' || trouble === 'qr_expired' || trouble === 'duplicate') return false;
  return trouble !== null || (number !== null && (status === 'OPENING' || status === 'TIMEOUT'));
}

function systemMemory(): number {
  const constrained = process.constrainedMemory?.() ?? 0;
  return constrained > 0 ? Math.min(constrained, totalmem()) : totalmem();
}

export const keyOf = ({ kind, companyId, connectionId, nodeUrl }: Omit<Trouble, 'patienceMs'>): string =>
  `${kind}/${companyId ?? 0}/${connectionId ?? 0}/${nodeUrl}`;
