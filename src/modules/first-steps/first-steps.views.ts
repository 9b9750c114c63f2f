export type FirstStep = 'connection' | 'queue' | 'person' | 'answer';
export type SetupGap = { key: 'queue' | 'agent' | 'absence'; names: string[] };
export type FirstStepsView = { key: FirstStep; isDone: boolean }[];
