/** Apart, so that the desk's script goes without them. */
export const factorPaths = {
  authenticator: () => '/profile/authenticator',
  removeAuthenticator: () => '/profile/authenticator/remove',
  recoveryCodes: () => '/profile/recovery-codes',
} as const;
