export type DraftOwner = { id: number; companyId: number };
type Attempt = { text: string; clientId: string };

const attempts = new Map<string, Attempt | null>();

/** Keyed by person, so that others who sign in on this browser do not see them. */
const keyOf = ({ companyId, id }: DraftOwner, chatId: number) => `${companyId}:${id}:${chatId}`;

export const readChatDraft = (owner: DraftOwner, chatId: number): string =>
  read(`chat-draft:${keyOf(owner, chatId)}`);

export function saveChatDraft(owner: DraftOwner, chatId: number, text: string): void {
  store(`chat-draft:${keyOf(owner, chatId)}`, text);
  const attempt = readAttempt(owner, chatId);
  if (attempt && !beginsWith(text, attempt.text)) saveAttempt(owner, chatId, null);
}

/** A text whose answer may have been lost, while the draft begins with it. */
export function readAttempt(owner: DraftOwner, chatId: number): Attempt | null {
  const key = keyOf(owner, chatId);
  const known = attempts.get(key);
  return known === undefined ? (JSON.parse(read(`chat-attempt:${key}`) || 'null') as Attempt | null) : known;
}

export function saveAttempt(owner: DraftOwner, chatId: number, attempt: Attempt | null): void {
  const key = keyOf(owner, chatId);
  attempts.set(key, attempt);
  store(`chat-attempt:${key}`, attempt ? JSON.stringify(attempt) : '');
}

export const beginsWith = (draft: string, text: string): boolean =>
  draft === text || draft.startsWith(`${text}\n`);

function read(key: string): string {
  try {
    return localStorage.getItem(key) ?? '';
  } catch {
    return '';
  }
}

function store(key: string, text: string): void {
  try {
    if (text.trim() === '') localStorage.removeItem(key);
    else localStorage.setItem(key, text);
  } catch {
    // The text is still in the field.
  }
}
