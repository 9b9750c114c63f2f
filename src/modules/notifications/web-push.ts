import { generateRequestDetails } from 'web-push';
import { createSafePost, type SafePost } from '@/kernel/safe-post.ts';
import type { PushKeys } from '@/kernel/secrets.ts';

export type PushTarget = { endpoint: string; p256dh: string; auth: string };

/** Hands messages to the push services of browsers. */
export type PushSender = {
  /**
   * Seals `payload` for this browser and posts it; a later one of the same `topic` takes the place of one that still
   * waits there. 'gone': the browser does not want any more. Throws when it may work later.
   */
  send(target: PushTarget, payload: string, topic: string): Promise<'sent' | 'gone'>;
};

declare module '@/kernel/scope.ts' {
  interface Services {
    push: PushSender;
  }
}

/** Nobody wants to hear in the evening what came in the morning. */
const KEPT_SECONDS = 4 * 3600;

type Options = {
  keys: PushKeys;
  /** Whom a push service may write to, RFC 8292 §2.1: an https address or mailto. */
  subject: () => string | Promise<string>;
  /** Tests reach a server of their own. */
  post?: SafePost;
};

/** Web push by RFC 8030, 8291 and 8292. Only https, only to addresses of the open Internet, no redirects. */
export function createPushSender({ keys, subject, post = createSafePost() }: Options): PushSender {
  return {
    async send({ endpoint, p256dh, auth }, payload, topic) {
      const { headers, body } = generateRequestDetails({ endpoint, keys: { p256dh, auth } }, payload, {
        vapidDetails: { subject: await subject(), ...keys },
        TTL: KEPT_SECONDS,
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
