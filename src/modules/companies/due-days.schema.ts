export type DueTone = 'soon' | 'near' | 'late';

/** Spec part 1 §9; later than four days stays red. Takes the calendar days left to the due date. */
export function dueTone(daysLeft: number | null): DueTone | null {
  if (daysLeft === null) return null;
  if (daysLeft === 5) return 'soon';
  if (daysLeft <= -4) return 'late';
  return daysLeft <= 4 ? 'near' : null;
}
