export type Candidate = { userId: number; openTickets: number; assignedAt: Date | null };

export type Duty = {
  limit: number;
  /** The person who served the contact last, preferred; null for nobody. */
  before: number | null;
};

/** Picks the person whose last assignment is oldest. Undefined when nobody is free. */
export function choosePerson(people: Candidate[], { limit, before }: Duty): Candidate | undefined {
  const free = people.filter(({ openTickets }) => limit === 0 || openTickets < limit);
  return free.find(({ userId }) => userId === before) ?? free.toSorted(byRotation)[0];
}

function byRotation(one: Candidate, other: Candidate): number {
  const since = (one.assignedAt?.getTime() ?? 0) - (other.assignedAt?.getTime() ?? 0);
  return since || one.userId - other.userId;
}
