export type FirstStep = 'connection' | 'queue' | 'person' | 'answer';
export type FirstStepsView = { key: FirstStep; isDone: boolean }[];
