import { createSafePost, type SafePost } from '@/core/security/safe-post.ts';
import type { PushKeys } from '@/core/security/secrets.ts';

export type PushTarget = { endpoint: string; p256dh: string; auth: string };

export type PushSender = {
  /** A later push of the same `topic` replaces a waiting one. 'gone': unsubscribed. Throws when a retry may succeed. */
  send(target: PushTarget, payload: string, topic: string): Promise<'sent' | 'gone'>;
};

declare module '@/core/scope.ts' {
  interface Services {
    push: PushSender;
  }
}

const MAX_AGE_SECONDS = 4 * 3600;

type Options = {
  keys: PushKeys;
  /** An https or mailto address (RFC 8292 §2.1). */
  subject: () => string | Promise<string>;
  post?: SafePost;
};

/** RFC 8030, 8291 and 8292. Only https, only public addresses, no redirects. */
export function createPushSender({ keys, subject, post = createSafePost() }: Options): PushSender {
  return {
    async send({ endpoint, p256dh, auth }, payload, topic) {
      const { generateRequestDetails } = await import('web-push');
      const { headers, body } = generateRequestDetails({ endpoint, keys: { p256dh, auth } }, payload, {
        vapidDetails: { subject: await subject(), ...keys },
        TTL: MAX_AGE_SECONDS,
        urgency: 'high',
        topic,
        contentEncoding: 'aes128gcm',
      });
      const texts = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
      const status = await post(endpoint, { headers: texts, body });
      if (status === 404 || status === 410) return 'gone';
      if (status < 200 || status > 299) throw new Error(`the push service answered ${status}`);
      return 'sent';
    },
  };
}
