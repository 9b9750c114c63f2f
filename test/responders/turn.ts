import type { CustomerMessage, Reply, Responder, Turn } from '@/adapters/responders/responder.port.ts';
import { callableNetwork, createSafeCall } from '@/core/security/safe-call.ts';
import { createSafeFetch } from '@/core/security/safe-fetch.ts';

export function reachOf(...urls: string[]) {
  const callable = callableNetwork(urls.map((url) => new URL(url).host));
  return {
    callable,
    safeCall: createSafeCall(callable),
    safeFetch: createSafeFetch(),
  };
}

export function turnOf(messages: (string | Partial<CustomerMessage>)[], memory: Turn['memory'] = {}): Turn {
  return {
    ticket: { id: 1, uuid: '0b1e5c5e-6f0b-4c33-9a55-0123456789ab', queueId: 2 },
    customer: { name: 'Maria Souza', firstName: 'Maria', number: '5511988887777' },
    connection: { id: 1, name: 'Loja', number: '5511900000000' },
    messages: messages.map((one, index) => ({
      ...{ messageId: 40 + index, kind: 'text' as const, text: '', file: null },
      ...(typeof one === 'string' ? { text: one } : one),
    })),
    history: async () => [],
    memory,
    answers: 0,
  };
}

export const ask = (responder: Responder, turn: Turn) => responder.answer(turn, new AbortController().signal);

export const shown = (replies: Reply[]) =>
  replies.flatMap((reply): unknown[] => {
    if (reply.type === 'pause') return [];
    if (reply.type === 'text') return [reply.text];
    if (reply.type === 'file') return [`${reply.mime} ${reply.name}${reply.isVoice ? ' (voz)' : ''}`];
    return [reply];
  });

export const faultOf = (work: Promise<unknown>) =>
  work.then(
    () => 'answered',
    (error: { fault?: string }) => error.fault ?? String(error),
  );
