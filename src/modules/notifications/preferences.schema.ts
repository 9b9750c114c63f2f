export const SWITCH_VALUES = ['enabled', 'disabled'] as const;
export type SwitchValue = (typeof SWITCH_VALUES)[number];

export const PREFERENCES = {
  'notifications.sound': 'enabled',
  'notifications.browser': 'enabled',
  'notifications.push': 'disabled',
  'notifications.preview': 'enabled',
  'list.compact': 'disabled',
} as const satisfies Record<string, SwitchValue>;

export type PreferenceKey = keyof typeof PREFERENCES;
export type Preferences = Record<PreferenceKey, SwitchValue>;
export const PREFERENCE_KEYS = Object.keys(PREFERENCES) as [PreferenceKey, ...PreferenceKey[]];
