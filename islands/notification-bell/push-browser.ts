/** 'insecure': notifications need https or localhost. */
export type PermissionState = NotificationPermission | 'unsupported' | 'insecure';

export function permission(): PermissionState {
  if (!window.isSecureContext) return 'insecure';
  return 'Notification' in window ? Notification.permission : 'unsupported';
}

export function canPush(): boolean {
  return window.isSecureContext && 'serviceWorker' in navigator && 'PushManager' in window;
}

export async function askPermission(): Promise<PermissionState> {
  if (permission() === 'default') await Notification.requestPermission();
  return permission();
}

export async function isPushedHere(): Promise<boolean> {
  return (await findSubscription()) !== null;
}

export async function findSubscription(): Promise<PushSubscription | null> {
  if (!canPush()) return null;
  const registration = await navigator.serviceWorker.getRegistration();
  return (await registration?.pushManager.getSubscription()) ?? null;
}
