/** In a file of its own, so that the client script does not bundle them. */
export const factorPaths = {
  authenticator: () => '/profile/authenticator',
  removeAuthenticator: () => '/profile/authenticator/remove',
  recoveryCodes: () => '/profile/recovery-codes',
  passkeys: () => '/profile/passkeys',
  newPasskey: () => '/profile/passkeys/new',
  passkey: (id: number) => `/profile/passkeys/${id}`,
  editPasskey: (id: number) => `/profile/passkeys/${id}/edit`,
  confirmDeletePasskey: (id: number) => `/profile/passkeys/${id}/delete`,
  signIn: () => '/login/passkey',
} as const;
