const KEY = 'signOption';

/** Whether texts bear their writer's name; on until somebody turns it off (spec §3, stored local keys). */
export function readSignOption(): boolean {
  return localStorage.getItem(KEY) !== 'false';
}

export function writeSignOption(isOn: boolean): void {
  try {
    localStorage.setItem(KEY, String(isOn));
  } catch {
    // A closed storage costs the memory of the choice only.
  }
}

/** The text as it is sent: trimmed, with `*Name:*` on a line of its own before it. Nothing stays nothing. */
export function signed(text: string, name: string, isOn: boolean): string {
  const body = text.trim();
  return isOn && body !== '' ? `*${name}:*\n${body}` : body;
}
