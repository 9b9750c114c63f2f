/** `client`: signed in through the JSON contract. */
export const SESSION_KINDS = ['desktop', 'phone', 'client'] as const;
export type SessionKind = (typeof SESSION_KINDS)[number];
