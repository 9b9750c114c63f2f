export const settingsErrors = {
  ERR_NO_SETTING_FOUND: 404,
} as const;
export type SettingsErrors = typeof settingsErrors;

declare module '@/kernel/errors.ts' {
  interface ErrorStatuses extends SettingsErrors {}
}
