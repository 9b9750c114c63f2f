export type DueTone = 'soon' | 'near' | 'late';

/** Spec part 1 §9. Takes the calendar days left to the due date, negative once it is past. */
export function dueTone(daysLeft: number | null): DueTone | null {
  if (daysLeft === null) return null;
  if (daysLeft === 5) return 'soon';
  if (daysLeft === -4) return 'late';
  return daysLeft >= -3 && daysLeft <= 4 ? 'near' : null;
}
