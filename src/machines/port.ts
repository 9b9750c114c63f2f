/** What may answer customers in the place of people: models, flows, billing systems. The desk knows only this. */

/** A file that came, or goes: `path` is a key of the company's media. */
export type MachineFile = { path: string; mime: string; name: string };

/** One thing the customer said; several quick ones are one turn. */
export type Said = {
  messageId: number;
  kind: 'text' | 'audio' | 'image' | 'video' | 'document' | 'other';
  text: string;
  file: MachineFile | null;
};

export type Line = { fromMe: boolean; text: string };

export type Turn = {
  ticket: { id: number; uuid: string; queueId: number | null };
  customer: { name: string; firstName: string; number: string };
  connection: { id: number; name: string; number: string };
  said: Said[];
  /** The last lines before this turn, oldest first. */
  history(most: number): Promise<Line[]>;
  /** What `Answer.kept` of the turn before was; empty at the first turn of an attendance. */
  kept: Record<string, string | number | boolean | null>;
  /** Texts it has sent in this attendance. */
  answers: number;
};

export type Reply =
  | { type: 'text'; text: string }
  /** Bytes to be stored and sent; `isVoice` as a voice note, `spoken` is what it says. */
  | {
      type: 'file';
      bytes: Uint8Array;
      mime: string;
      name: string;
      caption?: string;
      isVoice?: boolean;
      spoken?: string;
    }
  | { type: 'reaction'; emoji: string }
  /** 'Typing' for so long before what follows; bounded by the desk. */
  | { type: 'pause'; ms: number }
  /** A fact to be written to the contact's extra fields. */
  | { type: 'field'; name: string; value: string }
  | { type: 'tag'; name: string }
  /** Null: the machine's own queue for people; a queue the company does not have is taken for null. */
  | { type: 'transfer'; queueId: number | null; userId?: number | null }
  /** The customer's message is told to a service that answers in its own time, once and in order; the desk keeps trying. */
  | { type: 'deliver'; messageId: number }
  | { type: 'close' }
  /** Nothing more from this machine in this attendance; the ticket waits for people. */
  | { type: 'leave' };

export type Answer = {
  /** In their order. */
  replies: Reply[];
  kept: Turn['kept'];
  /** What voice notes of this turn say. */
  heard?: { messageId: number; text: string }[];
  /** Seen by agents in the ticket's story, e.g. which tool was called; never a secret. */
  note?: string;
};

export interface AnswerMachine {
  /** How long to wait for further quick messages before a turn begins. */
  readonly quietMs: number;
  /** Throws MachineFailed and nothing else. Called again with the same turn after a crash or a failure. */
  answer(turn: Turn, signal: AbortSignal): Promise<Answer>;
}

/** A machine as a company has set it up. */
export type FoundMachine = {
  machine: AnswerMachine;
  name: string;
  /** Where the ticket goes when people are needed; null leaves it where it is. */
  queueId: number | null;
  /** 0 for no limit of its own. */
  maxAnswers: number;
};

export const MACHINE_FAULTS = [
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
 * unreachable: no connection, or an address inside. refused: the key or account. busy: asks to come later. broken: an
 * answer that cannot be understood. silent: an answer without words. unset: something is not configured. spent: the company's budget.
 */
export type MachineFault = (typeof MACHINE_FAULTS)[number];

export class MachineFailed extends Error {
  readonly fault: MachineFault;
  /** For administrators: without keys or customers' words. */
  readonly detail: string;
  /** From Retry-After. */
  readonly retryAfterMs: number | undefined;
  constructor(fault: MachineFault, detail = '', options: { retryAfterMs?: number; cause?: unknown } = {}) {
    super(`${fault}: ${detail}`, { cause: options.cause });
    this.name = 'MachineFailed';
    this.fault = fault;
    this.detail = detail;
    this.retryAfterMs = options.retryAfterMs;
  }
}
