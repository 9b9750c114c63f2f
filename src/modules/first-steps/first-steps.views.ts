export type FirstStep = 'connection' | 'queue' | 'person' | 'answer';
export type FirstDayStep = 'accept' | 'reply' | 'transfer' | 'snooze' | 'resolve';
export type SetupGap = { key: 'queue' | 'agent' | 'transfer' | 'absence'; names: string[] };
export type FirstStepsView = { key: FirstStep; isDone: boolean }[];
export type FirstDayView = { key: FirstDayStep; isDone: boolean }[];
/** `steps` and `gaps` for administrators, `day` for everybody else. */
export type SetupHints = { steps?: FirstStepsView | undefined; gaps: SetupGap[]; day?: FirstDayView };
