export type ResponderHealthView = {
  state: 'answers' | 'fails' | 'rests';
  lastCallAt: string | null;
  lastErrorAt: string | null;
  /** One of MACHINE_FAULTS, or ''. */
  lastError: string;
  pausedUntil: string | null;
  answered: number;
  calls: number;
};

export type HealthById = Record<number, ResponderHealthView>;
