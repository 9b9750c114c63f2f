import { MAX_FILES, MAX_MEDIA_BYTES } from '@/modules/messages/message-limits.schema.ts';

export type Attachment = { clientId: string; file: File; caption: string };

export type Picked = File & { caption?: string };

export type Added = { attachments: Attachment[]; tooLarge: string[]; areTooMany: boolean };

export function addFiles(known: Attachment[], files: Picked[], makeId: () => string): Added {
  const fitting = files.filter((file) => file.size > 0 && file.size <= MAX_MEDIA_BYTES);
  const room = Math.max(0, MAX_FILES - known.length);
  const added = fitting
    .slice(0, room)
    .map((file) => ({ clientId: makeId(), file, caption: file.caption ?? '' }));
  return {
    attachments: [...known, ...added],
    tooLarge: files.filter((file) => file.size > MAX_MEDIA_BYTES).map((file) => file.name),
    areTooMany: fitting.length > room,
  };
}

/** 32 hex digits. `crypto.randomUUID` is missing on plain http. */
export function makeClientId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
