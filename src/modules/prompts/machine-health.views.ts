/** How a prompt or an integration has done of late. Moments in ISO-8601. */
export type MachineHealthView = {
  state: 'answers' | 'fails' | 'rests';
  lastCallAt: string | null;
  lastErrorAt: string | null;
  /** One of MACHINE_FAULTS, or ''. */
  lastError: string;
  restsUntil: string | null;
  /** Of the last `calls` how many were answered. */
  answered: number;
  calls: number;
};

/** By the number of the prompt or integration; those that were never asked are left out. */
export type HealthById = Record<number, MachineHealthView>;
