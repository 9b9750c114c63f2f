export type ResponderHealthView = {
  state: 'answers' | 'fails' | 'rests';
  lastCallAt: string | null;
  lastErrorAt: string | null;
  lastError: string;
  pausedUntil: string | null;
  answered: number;
  calls: number;
};

export type HealthById = Record<number, ResponderHealthView>;
