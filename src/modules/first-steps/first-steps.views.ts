import type { ConnectionView } from '@/modules/connections/connections.views.ts';
import type { SetupStep } from './setup-path.schema.ts';

export type FirstStep = 'connection' | 'queue' | 'person' | 'answer';
export type FirstDayStep = 'accept' | 'reply' | 'transfer' | 'snooze' | 'resolve';
export type SetupGap = {
  key: 'queue' | 'agent' | 'transfer' | 'absence' | 'queueAbsence' | 'backup' | 'mail';
  names: string[];
  /** A step of the set-up path whose form closes the gap. */
  step?: SetupStep;
};
export type FirstStepsView = { key: FirstStep; isDone: boolean }[];
export type FirstDayView = { key: FirstDayStep; isDone: boolean }[];
/** `steps` and `gaps` for administrators, `day` for everybody else. */
export type SetupHints = { steps?: FirstStepsView | undefined; gaps: SetupGap[]; day?: FirstDayView };

export type SetupCheck = { isDone: true } | { isDone: false; why: string; names: string[] };
export type FirstMessage = { uuid: string; contact: string; body: string; at: string };
export type SetupPath = {
  checks: Record<SetupStep, SetupCheck>;
  connections: ConnectionView[];
  /** The one that the forms are about. */
  connection: ConnectionView | null;
  arrival: FirstMessage | null;
};
