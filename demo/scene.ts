import { SMALL_TALK } from '@demo/seed/conversations.ts';
import type { Sample } from '@demo/seed/samples.ts';
import type { Customer, Playground } from './playground.ts';

/** Milliseconds. */
const PACE = {
  opening: [400, 900],
  trickle: [20_000, 40_000],
  answer: [5_000, 10_000],
  typing: 2_500,
  reading: [1_200, 4_000],
} as const;
const FIRST_OPENINGS = 5;
const MAX_UNANSWERED = 30;
const AUTOMATIC = /^(\u200e|\*Mensagem Automática:\*)/;

export type SceneParts = { playground: Playground; random: () => number };

type Part = {
  receivedCount: number;
  /** Null while it waits for an answer. */
  answersAt: number | null;
  isTyping: boolean;
  /** Milliseconds by message id. */
  readsAt: Map<string, number>;
};

export class Scene {
  private readonly parts = new Map<string, Part>();
  private nextOpening = 0;
  private openings = 0;
  private unanswered = 0;
  private sentCount = 0;
  private isBusy = false;

  constructor(private readonly its: SceneParts) {}

  /** `now` in milliseconds. Call it about twice a second; a call during another one does nothing. */
  async tick(now: number): Promise<void> {
    if (this.isBusy) return;
    this.isBusy = true;
    try {
      const present = this.its.playground.customers.filter((customer) => this.isReachable(customer));
      for (const customer of present) this.readAndListen(customer, now);
      for (const customer of present) await this.answer(customer, now);
      await this.open(present, now);
    } finally {
      this.isBusy = false;
    }
  }

  private isReachable(customer: Customer): boolean {
    return customer.isOn && this.its.playground.line(customer).view.status === 'CONNECTED';
  }

  private readAndListen(customer: Customer, now: number): void {
    const { playground } = this.its;
    const part = this.partOf(customer);
    if (customer.reads) {
      for (const message of playground.unreadOf(customer)) {
        const due = part.readsAt.get(message.id) ?? now + this.between(PACE.reading);
        part.readsAt.set(message.id, due);
        if (due <= now) customer.phone.receipt(message, 'read');
      }
    }
    const received = answersTo(customer);
    if (received <= part.receivedCount) return;
    this.unanswered = 0;
    part.receivedCount = received;
    if (customer.isLively && this.nextTurn(customer)) part.answersAt ??= now + this.between(PACE.answer);
  }

  private async answer(customer: Customer, now: number): Promise<void> {
    const part = this.partOf(customer);
    if (part.answersAt === null || !customer.isLively) return;
    const { phone } = this.its.playground.line(customer);
    if (!part.isTyping && now >= part.answersAt - PACE.typing) {
      part.isTyping = true;
      customer.phone.sendPresence(phone, 'composing');
    }
    if (now >= part.answersAt) await this.sendNext(customer);
  }

  private async open(present: Customer[], now: number): Promise<void> {
    if (now < this.nextOpening || this.unanswered >= MAX_UNANSWERED) return;
    const lively = present.filter(({ isLively }) => isLively);
    const silent = lively.filter((customer) => this.turnOf(customer) === 0);
    const idle = lively.filter((customer) => this.partOf(customer).answersAt === null);
    const pace = this.openings + 1 < FIRST_OPENINGS && silent.length > 0 ? PACE.opening : PACE.trickle;
    const [beginner] = silent;
    const talker = idle[Math.floor(this.its.random() * idle.length)];
    if (!beginner && !talker) return;
    this.openings += 1;
    this.nextOpening = now + this.between(pace);
    if (beginner) await this.sendNext(beginner);
    else if (talker) await this.chat(talker);
  }

  private async sendNext(customer: Customer): Promise<void> {
    const turn = this.nextTurn(customer) ?? [];
    const part = this.partOf(customer);
    Object.assign(part, { answersAt: null, isTyping: false });
    this.its.playground.memory.setTurn(customer.phone.number, this.turnOf(customer) + 1);
    for (const sample of turn) await this.send(customer, sample);
  }

  private async chat(customer: Customer): Promise<void> {
    const sample = SMALL_TALK[this.sentCount % SMALL_TALK.length];
    this.sentCount += 1;
    if (sample) await this.send(customer, sample);
  }

  private async send(customer: Customer, sample: Sample): Promise<void> {
    this.unanswered += 1;
    await this.its.playground.sendFrom(customer, sample);
  }

  private turnOf({ phone }: Customer): number {
    return this.its.playground.memory.turns[phone.number] ?? 0;
  }

  private nextTurn(customer: Customer): Sample[] | undefined {
    return customer.turns[this.turnOf(customer)];
  }

  private partOf({ phone }: Customer): Part {
    const known = this.parts.get(phone.number);
    if (known) return known;
    const part = { receivedCount: 0, answersAt: null, isTyping: false, readsAt: new Map<string, number>() };
    this.parts.set(phone.number, part);
    return part;
  }

  private between([least, most]: readonly [number, number]): number {
    return least + this.its.random() * (most - least);
  }
}

function answersTo({ phone }: Customer): number {
  return phone.received.filter(
    ({ fromMe, type, text }) =>
      !fromMe && type !== 'reactionMessage' && type !== 'protocolMessage' && !AUTOMATIC.test(text),
  ).length;
}
