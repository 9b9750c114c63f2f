export type FirstStep = 'connection' | 'queue' | 'person' | 'answer';
export type SetupGap = { key: 'queue' | 'agent' | 'transfer' | 'absence'; names: string[] };
export type FirstStepsView = { key: FirstStep; isDone: boolean }[];
export type SetupHints = { steps: FirstStepsView | undefined; gaps: SetupGap[] };
