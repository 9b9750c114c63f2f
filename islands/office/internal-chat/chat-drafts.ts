export type DraftOwner = { id: number; companyId: number };

/** Keyed by person, so that others who sign in on this browser do not see them. */
const keyOf = ({ companyId, id }: DraftOwner, chatId: number) => `chat-draft:${companyId}:${id}:${chatId}`;

export function readChatDraft(owner: DraftOwner, chatId: number): string {
  try {
    return localStorage.getItem(keyOf(owner, chatId)) ?? '';
  } catch {
    return '';
  }
}

export function saveChatDraft(owner: DraftOwner, chatId: number, text: string): void {
  try {
    if (text.trim() === '') localStorage.removeItem(keyOf(owner, chatId));
    else localStorage.setItem(keyOf(owner, chatId), text);
  } catch {
    // The text is still in the field.
  }
}
