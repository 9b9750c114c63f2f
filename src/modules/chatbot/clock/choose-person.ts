export type Candidate = { userId: number; openTickets: number; assignedAt: Date | null };

export type Duty = {
  /** 0 for no limit. */
  limit: number;
  /** Who served the contact last and is to be asked first; null for nobody. */
  before: number | null;
};

/** Undefined when nobody is free. Whoever was given a ticket longest ago is next. */
export function choosePerson(people: Candidate[], { limit, before }: Duty): Candidate | undefined {
  const free = people.filter(({ openTickets }) => limit === 0 || openTickets < limit);
  return free.find(({ userId }) => userId === before) ?? free.toSorted(byTurn)[0];
}

function byTurn(one: Candidate, other: Candidate): number {
  const since = (one.assignedAt?.getTime() ?? 0) - (other.assignedAt?.getTime() ?? 0);
  return since || one.userId - other.userId;
}
