export type Age = {
  unit: 'minutes' | 'hours' | 'days';
  value: number;
  tone: 'green' | 'orange' | 'red' | 'plain';
};

/** Spec §9. Takes ISO text and milliseconds; null below three minutes. */
export function ageOf(updatedAt: string, now: number): Age | null {
  const minutes = Math.floor((now - Date.parse(updatedAt)) / 60_000);
  if (!(minutes >= 3)) return null;
  if (minutes < 60) {
    const tone = minutes <= 10 ? 'green' : minutes >= 30 ? 'orange' : 'plain';
    return { unit: 'minutes', value: minutes, tone };
  }
  const hours = Math.floor(minutes / 60);
  return hours < 24
    ? { unit: 'hours', value: hours, tone: 'red' }
    : { unit: 'days', value: Math.floor(hours / 24), tone: 'red' };
}
