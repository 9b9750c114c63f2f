import { api } from '../http/api.ts';
import { findSubscription } from './push-browser.ts';

const PATIENCE_MS = 15_000;

/** Rejects when the browser or its push service refuses. */
export async function startPush(): Promise<void> {
  const { publicKey } = await api.get<{ publicKey: string }>('/push/key');
  const registration = await navigator.serviceWorker.ready;
  const known = await registration.pushManager.getSubscription();
  // A push service refuses a subscription made with other keys.
  if (known && !isFor(known, publicKey)) await known.unsubscribe();
  const options = { userVisibleOnly: true, applicationServerKey: publicKey };
  const subscription = await soon(registration.pushManager.subscribe(options));
  await api.post('/push-subscriptions', subscription.toJSON());
}

/** A browser that cannot reach its push service never settles the promise. */
function soon<T>(work: Promise<T>): Promise<T> {
  const late = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error('the push service did not answer')), PATIENCE_MS);
  });
  return Promise.race([work, late]);
}

export async function stopPush(): Promise<void> {
  const subscription = await findSubscription();
  if (!subscription) return;
  await api.delete('/push-subscriptions', { query: { endpoint: subscription.endpoint } });
  await subscription.unsubscribe();
}

export async function testPush(): Promise<number> {
  return (await api.post<{ sent: number }>('/push-subscriptions/test')).sent;
}

function isFor(subscription: PushSubscription, publicKey: string): boolean {
  const key = subscription.options.applicationServerKey;
  if (!key) return false;
  const text = btoa(String.fromCharCode(...new Uint8Array(key)));
  return text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '') === publicKey;
}
