import type { Kernel, Scope } from '@/core/scope.ts';
import { baseOf } from '@/core/security/base-url.ts';
import { notCalled, requireCallable } from '@/core/security/callable-address.ts';
import {
  ADDRESS_SETTINGS,
  isAddressSetting,
  type SettingChange,
  type SettingKey,
} from './settings.schema.ts';
import type { SettingView } from './settings.views.ts';

const called = (value: string) => value && baseOf(value);

export function requireCallableSetting(scope: Scope, { key, before, value }: SettingChange): void {
  if (isAddressSetting(key)) requireCallable(scope, 'value', called(value), called(before));
}

export function uncalledSettings(
  kernel: Kernel,
  settings: SettingView[],
): Partial<Record<SettingKey, string>> {
  const reasons = ADDRESS_SETTINGS.map((key) => {
    const value = settings.find((setting) => setting.key === key)?.value ?? '';
    return [key, notCalled(kernel, called(value))];
  });
  return Object.fromEntries(reasons);
}
