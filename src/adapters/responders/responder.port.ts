/** Answers customers instead of people: models, flows, billing systems. The app only uses this port. */

/** `path` is a key of the company's media. */
export type ResponderFile = { path: string; mime: string; name: string };

export type CustomerMessage = {
  messageId: number;
  kind: 'text' | 'audio' | 'image' | 'video' | 'document' | 'other';
  text: string;
  file: ResponderFile | null;
};

export type HistoryMessage = { fromMe: boolean; text: string };

export type Turn = {
  ticket: { id: number; uuid: string; queueId: number | null };
  customer: { name: string; firstName: string; number: string };
  connection: { id: number; name: string; number: string };
  messages: CustomerMessage[];
  history(most: number): Promise<HistoryMessage[]>;
  /** The previous turn's `Answer.memory`; empty at the first turn of an attendance. */
  memory: Record<string, string | number | boolean | null>;
  answers: number;
};

export type Reply =
  | { type: 'text'; text: string }
  | {
      type: 'file';
      bytes: Uint8Array;
      mime: string;
      name: string;
      caption?: string;
      isVoice?: boolean;
      speechText?: string;
    }
  | { type: 'reaction'; emoji: string }
  /** Shows 'typing' for this long before the next reply; the app limits it. */
  | { type: 'pause'; ms: number }
  | { type: 'field'; name: string; value: string }
  | { type: 'tag'; name: string }
  /** Null or an unknown queue: the responder's own queue for people. */
  | { type: 'transfer'; queueId: number | null; userId?: number | null }
  /** Delivers the customer's message to an asynchronous service, once and in order, with retries. */
  | { type: 'deliver'; messageId: number }
  | { type: 'close' }
  | { type: 'leave' };

export type Answer = {
  replies: Reply[];
  memory: Turn['memory'];
  transcripts?: { messageId: number; text: string }[];
  /** Shown to agents in the ticket's history, e.g. which tool was called; never a secret. */
  note?: string;
};

export interface Responder {
  /** How long to wait for further quick messages before a turn begins. */
  readonly quietMs: number;
  /** Throws only ResponderFailed. Called again with the same turn after a crash or a failure. */
  answer(turn: Turn, signal: AbortSignal): Promise<Answer>;
}

export type FoundResponder = {
  responder: Responder;
  name: string;
  /** Target queue when people are needed; null leaves the ticket where it is. */
  queueId: number | null;
  maxAnswers: number;
};

const RESPONDER_FAULTS = [
  'timeout',
  'unreachable',
  'refused',
  'busy',
  'broken',
  'silent',
  'unset',
  'spent',
] as const;
/**
 * unreachable: no connection, or an internal address. refused: the key or account. busy: asks to come later. broken:
 * an unreadable answer. silent: an answer without text. unset: something is not configured. spent: the company's
 * budget.
 */
export type ResponderFault = (typeof RESPONDER_FAULTS)[number];

export class ResponderFailed extends Error {
  readonly fault: ResponderFault;
  /** For administrators: without keys or customers' texts. */
  readonly detail: string;
  readonly retryAfterMs: number | undefined;
  constructor(fault: ResponderFault, detail = '', options: { retryAfterMs?: number; cause?: unknown } = {}) {
    super(`${fault}: ${detail}`, { cause: options.cause });
    this.name = 'ResponderFailed';
    this.fault = fault;
    this.detail = detail;
    this.retryAfterMs = options.retryAfterMs;
  }
}
