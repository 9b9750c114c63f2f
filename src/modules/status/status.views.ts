import type { NodeOverview } from '@/core/cluster/nodes-overview.ts';
import type { Capacity } from './capacity.logic.ts';
import type { Sample } from './samples.service.ts';
import type { AlertKind, AlertSettings } from './status.schema.ts';

export type AlertView = {
  id: number;
  kind: AlertKind;
  about: string;
  /** `about` is the node's address, or '' for a process that is alone. */
  isOfNode: boolean;
  companyId: number | null;
  beganAt: string;
};

export type SampleView = Omit<Sample, 'at'> & { at: string };

export type StatusNow = {
  loopDelayMs: number;
  memoryBytes: number;
  /** Null where it cannot be measured. */
  freeBytes: number | null;
  isScarce: boolean;
  sockets: number;
  connected: number;
  unconnected: number;
  databases: number;
  failing: number;
  writesWaiting: number;
  outboxWaiting: number;
  outboxOldestMs: number;
  provenAt: string | null;
};

export type NodeView = Omit<NodeOverview, 'startedAt'> & { startedAt: string };

export type StatusView = {
  alerts: AlertView[];
  now: StatusNow;
  capacity: Capacity;
  /** Null for a process that is alone. */
  nodes: NodeView[] | null;
  samples: SampleView[];
  settings: AlertSettings;
  sendsMail: boolean;
};
