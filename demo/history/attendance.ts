import { Conversation } from './conversation.ts';
import { whenOpen } from './office-hours.ts';
import type { Customer } from './people.ts';
import type { Random } from './random.ts';
import type { Line, Topic } from './talk/lines.ts';
import { factsOf, Variety } from './talk/phrase.ts';
import { type Team, WORKERS, weighted } from './team.ts';
import { MINUTE, SECOND } from './time.ts';
import type { Timeline } from './timeline.ts';

/** The line of the bot, which asks for the queue; the others belong to one queue. */
const BOT_LINE = 'Aurora Atendimento';
const OWN_LINE: Partial<Record<Topic['queue'], string>> = {
  Vendas: 'Aurora Vendas',
  Suporte: 'Aurora Suporte',
};
/** Customers' answers to the bot's menus. */
const BOT_ANSWERS: Record<Topic['queue'], string[]> = {
  Vendas: ['1'],
  Suporte: ['2'],
  Financeiro: ['3', '3'],
};

export type Ending = 'resolved' | 'open' | 'waiting';
export type Planned = {
  at: number;
  customer: Customer;
  topic: Topic;
  byBot: boolean;
  ending: Ending;
  isHurried?: true;
  /** E-mail address of the agent; otherwise one of the queue's. */
  by?: string | undefined;
};

/** Plans conversations: each line at its moment, agents only while the shop is open. */
export class Attendances {
  private readonly variety: Variety;
  private count = 0;

  constructor(
    private readonly timeline: Timeline,
    private readonly random: Random,
    private readonly team: Team,
    private readonly timeZone: string,
  ) {
    this.variety = new Variety(random);
  }

  plan({ at, customer, topic, byBot, ending, isHurried, by }: Planned): number {
    const { random, team } = this;
    const usual = weighted(WORKERS[topic.queue], ({ share }) => share, random.next());
    const worker = WORKERS[topic.queue].find(({ email }) => email === by) ?? usual;
    const own = byBot ? undefined : OWN_LINE[topic.queue];
    const connectionId = team.connections[own ?? BOT_LINE] ?? 0;
    const { name, isWoman, email } = customer;
    const facts = factsOf(random, { customer: name, isWoman, email, agent: worker.name });
    this.count += 1;
    const conversation = new Conversation(customer, connectionId, facts, `${customer.number} ${this.count}`);
    const clock = {
      at,
      open: (delay: number) => (isHurried ? clock.at : whenOpen(clock.at, this.timeZone, delay)),
    };
    const [first, ...others] = topic.lines;
    if (first) this.send(conversation, first, clock.at, '');
    if (!own) this.answerBot(conversation, topic, clock);
    if (ending === 'waiting') return clock.at;
    this.accept(conversation, topic, worker.email, clock);
    const kept = ending === 'open' ? others.slice(0, this.random.between(1, others.length)) : others;
    for (const [index, line] of kept.entries()) {
      clock.at += this.pauseBefore(line, kept[index - 1] ?? first);
      if (line.by !== 'customer') clock.at = clock.open(random.between(1, 20) * MINUTE);
      this.send(conversation, line, clock.at, line.by === 'customer' ? '' : worker.email);
      if (index === 1) this.tag(conversation, topic, clock.at, worker.email);
    }
    if (ending === 'resolved') this.resolve(conversation, worker.email, clock);
    return clock.at;
  }

  private send(conversation: Conversation, line: Line, at: number, by: string): void {
    const text = 'texts' in line ? this.variety.choose(line) : '';
    this.timeline.plan(at, by, (scope) => conversation.perform(scope, line, text));
  }

  private answerBot(conversation: Conversation, { queue }: Topic, clock: { at: number }): void {
    for (const answer of BOT_ANSWERS[queue]) {
      clock.at += this.random.between(15, 70) * SECOND;
      this.timeline.plan(clock.at, '', (scope) => conversation.write(scope, answer));
    }
  }

  private accept(
    conversation: Conversation,
    { queue }: Topic,
    email: string,
    clock: { at: number; open(delay: number): number },
  ): void {
    clock.at += Math.round(this.random.between(1, 9) * this.random.between(1, 4) * MINUTE * 0.7);
    clock.at = clock.open(this.random.between(2, 45) * MINUTE);
    const queueId = this.team.queues[queue];
    this.timeline.plan(clock.at, email, (scope) => conversation.accept(scope, queueId ? { queueId } : {}));
  }

  private pauseBefore(line: Line, before: Line | undefined): number {
    const { random } = this;
    if (line.by === 'note') return random.between(20, 60) * SECOND;
    if (line.by === 'agent') return random.between(25, 200) * SECOND;
    return before?.by === 'customer' ? random.between(8, 30) * SECOND : random.between(1, 14) * MINUTE;
  }

  private tag(conversation: Conversation, { tags = [] }: Topic, at: number, by: string): void {
    for (const name of tags) {
      const tagId = this.team.tags[name];
      if (tagId) this.timeline.plan(at + 5 * SECOND, by, (scope) => conversation.tag(scope, tagId));
    }
  }

  /** Two of three customers rate, most of them well. */
  private resolve(
    conversation: Conversation,
    by: string,
    clock: { at: number; open(delay: number): number },
  ): void {
    const { random, timeline } = this;
    clock.at += random.between(1, 12) * MINUTE;
    clock.at = clock.open(random.between(10, 40) * MINUTE);
    timeline.plan(clock.at, by, (scope) => conversation.resolve(scope));
    if (!random.chance(0.66)) return;
    const rate = random.chance(0.72) ? '3' : random.chance(0.75) ? '2' : '1';
    clock.at += random.between(40, 1_200) * SECOND;
    timeline.plan(clock.at, '', (scope) => conversation.write(scope, rate));
  }
}
