import { afterAll, expect } from 'bun:test';
import { messages, tickets } from '@db/tenant/schema/index.ts';
import { and, eq, inArray } from 'drizzle-orm';
import type { Page } from 'playwright-core';
import { patchTicket } from '@/modules/tickets/work/tickets.service.ts';
import type { PersonName } from '../support/people.ts';
import { customer, leadTo, scopeOf } from './support/customers.ts';
import { deskOf, isAlive, reads } from './support/desk.ts';
import {
  isShown,
  type Meant,
  type Named,
  openByHand,
  play,
  randomSteps,
  told,
  watchChanges,
} from './support/random-hand.ts';
import { slowLine, withoutPrefetch } from './support/slow-line.ts';
import { browserTests, type Stage, until } from './support.ts';

/** Another run: RANDOM_SEED=… */
const SEED = Number(process.env.RANDOM_SEED ?? 20_260_310);
const SEQUENCES = 200;
const LATENCIES = [0, 400, 600, 1500];
const HANDS: PersonName[] = ['ana', 'rui', 'bia'];
const NAMES = ['Abel', 'Beatriz', 'Celso'];

const lines = LATENCIES.flatMap((latency) => [true, false].map((prefetches) => ({ latency, prefetches })));
/** Two rounds for each line, so that no test takes long. */
const rounds = [...lines, ...lines];

const textOf = (body: string) => body.replace(/^\*[^*]+\*\n/, '');
const spaced = (text: string) => text.replace(/\s+/g, ' ').trim();

async function sentTo(stage: Stage, people: Named[]): Promise<Map<Named, string[]>> {
  const scope = await stage.scope();
  const ids = people.map(({ ticketId }) => ticketId);
  const rows = await scope.db.query.messages.findMany({
    where: and(inArray(messages.ticketId, ids), eq(messages.fromMe, true)),
  });
  return new Map(
    people.map((one) => [
      one,
      rows.filter(({ ticketId }) => ticketId === one.ticketId).map(({ body }) => spaced(textOf(body))),
    ]),
  );
}

async function closedOf(stage: Stage, people: Named[]): Promise<string[]> {
  const scope = await stage.scope();
  const ids = people.map(({ ticketId }) => ticketId);
  const rows = await scope.db.query.tickets.findMany({ where: inArray(tickets.id, ids) });
  return people
    .filter(({ ticketId }) => rows.find(({ id }) => id === ticketId)?.status === 'closed')
    .map(({ name }) => name);
}

/** What waits as a draft is sent now, to whoever it waits for. */
async function sendDrafts(page: Page, { texts, mayClose }: Meant): Promise<void> {
  const { field } = deskOf(page);
  for (const whom of new Set(texts.map((one) => one.whom))) {
    if (mayClose.has(whom)) continue;
    await openByHand(page, whom);
    await isShown(page, whom);
    if ((await field.inputValue()).trim()) await field.press('Enter');
    await until('an empty field', async () => (await field.inputValue()) === '');
  }
}

/** All that acts on a ticket is loaded and listens, so that each later press asks the server at once. */
async function resolveOnce(stage: Stage, page: Page, whom: Named): Promise<void> {
  await openByHand(page, whom);
  await isShown(page, whom);
  await page.waitForFunction(() => !document.querySelector('[data-island]:not([data-alive])'));
  await deskOf(page).action('resolve').first().click();
  await until('a resolved ticket', async () => (await closedOf(stage, [whom])).length === 1);
  await deskOf(page).pane.waitFor({ state: 'detached' });
}

/** Nothing is left of what was sent when everything that was meant for this customer is taken away. */
function strange(sent: string[], texts: string[]): string[] {
  const longestFirst = texts.map(spaced).sort((a, b) => b.length - a.length);
  return (
    sent
      .map((body) => longestFirst.reduce((left, text) => left.replaceAll(text, ''), body))
      // Shift+E before the conversation has come is a letter of its text.
      .filter((left) => !/^[E ]*$/.test(left))
  );
}

browserTests('random hands on slow lines', { line: true }, (check) => {
  const cared = new Map<PersonName, Named[]>();
  const typed = new Map<Named, string[]>();
  let led: Promise<void> | undefined;
  let resolved = 0;
  let played = 0;
  let hasFailed = false;

  const peopleOf = async (stage: Stage, hand: PersonName) => {
    const known = cared.get(hand) ?? [];
    for (const first of NAMES.slice(known.length)) {
      const name = `${first} de ${hand}`;
      known.push({ ...(await customer(stage, { name, of: hand })), name });
    }
    cared.set(hand, known);
    return known;
  };

  const hear = async (stage: Stage, { phone, contactId }: Named, body: string) => {
    await phone.send(stage.owner, { text: body });
    const scope = await stage.scope();
    await until('the message', () =>
      scope.db.query.messages.findFirst({
        where: and(eq(messages.contactId, contactId), eq(messages.body, body)),
      }),
    );
  };

  const reopen = async (stage: Stage, hand: PersonName, people: Named[]) => {
    const names = await closedOf(stage, people);
    const scope = await scopeOf(stage, hand);
    for (const { ticketId, name } of people) {
      if (!names.includes(name)) continue;
      await patchTicket(scope, { ticketId, status: 'open', userId: stage.cast.userId[hand] });
    }
  };

  const sequence = async (
    stage: Stage,
    hand: PersonName,
    page: Page,
    seed: number,
    answered: () => Promise<unknown>,
  ) => {
    const people = await peopleOf(stage, hand);
    await reopen(stage, hand, people);
    for (const { name } of people) await deskOf(page).row(name).waitFor();
    await reads(deskOf(page).count('assigned'), String(people.length));
    const steps = randomSteps(seed, people.length);
    let heard = 0;
    const meant = await play(page, steps, people, (whom) => {
      heard += 1;
      return hear(stage, whom, `oi ${seed}.${heard}`);
    });
    for (const { whom, text } of meant.texts) typed.set(whom, [...(typed.get(whom) ?? []), text]);
    await until('what had to be resolved', async () => {
      const names = await closedOf(stage, people);
      return [...meant.mustClose].every(({ name }) => names.includes(name));
    });
    await answered();
    await sendDrafts(page, meant);
    await answered();
    const left = () =>
      meant.texts.filter(({ whom, text }) => !meant.mayClose.has(whom) && !hasCome(whom, text));
    await until('every text on its phone', () => left().length === 0).catch(() => undefined);
    const sent = await sentTo(stage, people);
    const closed = await closedOf(stage, people);
    const got = {
      lost: left().map(({ whom, text }) => `${text} to ${whom.name}`),
      twice: meant.texts
        .filter(({ whom, text }) => countIn(sent.get(whom), text) > 1)
        .map(({ text }) => text),
      strange: people.flatMap((one) => strange(sent.get(one) ?? [], typed.get(one) ?? [])),
      wronglyClosed: closed.filter((name) => ![...meant.mayClose].some((one) => one.name === name)),
    };
    if (Object.values(got).some((list) => list.length > 0))
      throw new Error(
        `RANDOM_SEED=${SEED}, sequence ${seed - SEED}: ${JSON.stringify(got)}\n${told(steps, people)}`,
      );
    resolved += meant.mustClose.size;
  };

  for (const [round, { latency, prefetches }] of rounds.entries()) {
    const begin = Math.floor((SEQUENCES * round) / rounds.length);
    const end = Math.floor((SEQUENCES * (round + 1)) / rounds.length);
    const how = prefetches ? 'conversations fetched beforehand' : 'nothing fetched beforehand';
    check(`61–64 sequences ${begin} to ${end - 1}, ${latency} ms, ${how}`, async (stage) => {
      let next = begin;
      if (hasFailed) throw new Error('a former sequence failed');
      led ??= leadTo(stage, 'Vendas');
      await led;
      const sit = async (hand: PersonName) => {
        const people = await peopleOf(stage, hand);
        await reopen(stage, hand, people);
        const { page } = await stage.signIn(hand);
        if (!prefetches) await withoutPrefetch(page);
        const answered = watchChanges(page);
        await page.goto('/tickets');
        await isAlive(page, 'ticket-list');
        await resolveOnce(stage, page, people[0] as Named);
        await reopen(stage, hand, people);
        await slowLine(page, latency);
        while (next < end && !hasFailed) {
          next += 1;
          await sequence(stage, hand, page, SEED + next - 1, answered);
          played += 1;
        }
      };
      const ends = await Promise.allSettled(
        HANDS.map((hand) =>
          sit(hand).catch((error) => {
            hasFailed = true;
            throw error;
          }),
        ),
      );
      const failure = ends.find((one) => one.status === 'rejected');
      if (failure) throw failure.reason;
    });
  }

  check('all sequences were played, and Resolve closed what it was pressed for', async () => {
    expect(played).toBe(SEQUENCES);
    expect(resolved).toBeGreaterThan(SEQUENCES / 10);
  });

  afterAll(() => process.stderr.write(`random hands: RANDOM_SEED=${SEED}, ${played} sequences\n`));
});

const hasCome = ({ phone }: Named, text: string): boolean =>
  phone.received.some((message) => spaced(message.text).includes(spaced(text)));

const countIn = (bodies: string[] = [], text: string): number =>
  bodies.filter((body) => body.includes(spaced(text))).length;
