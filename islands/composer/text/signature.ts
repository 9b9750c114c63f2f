import { withSignature } from '@/modules/messages/write/signature.schema.ts';

const KEY = 'signOption';

/** On by default (spec §3, stored local keys). */
export function readSignOption(): boolean {
  return localStorage.getItem(KEY) !== 'false';
}

export function writeSignOption(isOn: boolean): void {
  try {
    localStorage.setItem(KEY, String(isOn));
  } catch {
    // Without storage the choice lasts until the page is left.
  }
}

/** Trimmed. An empty text stays empty. */
export function signed(text: string, name: string, isOn: boolean): string {
  const body = text.trim();
  return isOn && body !== '' ? withSignature(name, body) : body;
}
