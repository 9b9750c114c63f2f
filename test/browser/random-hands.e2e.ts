import { afterAll, expect } from 'bun:test';
import { messages, tickets } from '@db/tenant/schema/index.ts';
import { and, eq, inArray } from 'drizzle-orm';
import type { Page } from 'playwright-core';
import { patchTicket } from '@/modules/tickets/work/tickets.service.ts';
import type { PersonName } from '../support/people.ts';
import { customer, leadTo, scopeOf } from './support/customers.ts';
import {
  isShown,
  type Meant,
  type Named,
  openByHand,
  play,
  randomSteps,
  reported,
  watchChanges,
} from './support/random-hand.ts';
import { slowLine, withoutPrefetch } from './support/slow-line.ts';
import { isAlive, reads, workspaceOf } from './support/workspace.ts';
import { browserTests, type Fixture, until } from './support.ts';

/** Repeat a run with RANDOM_SEED=… */
const SEED = Number(process.env.RANDOM_SEED ?? 20_260_310);
/** A release plays 200 (scripts/test.ts). */
const SEQUENCES = Number(process.env.RANDOM_SEQUENCES ?? 48);
const LATENCIES = [0, 400, 600, 1500];
const HANDS: PersonName[] = ['ana', 'rui', 'bia'];
const NAMES = ['Abel', 'Beatriz', 'Celso'];

const lines = LATENCIES.flatMap((latency) => [true, false].map((prefetches) => ({ latency, prefetches })));
/** At most a dozen sequences in a round, so that no test takes long. */
const rounds = Array.from({ length: Math.ceil(SEQUENCES / (12 * lines.length)) }, () => lines).flat();

const textOf = (body: string) => body.replace(/^\*[^*]+\*\n/, '');
const spaced = (text: string) => text.replace(/\s+/g, ' ').trim();

async function sentTo(fixture: Fixture, people: Named[]): Promise<Map<Named, string[]>> {
  const scope = await fixture.scope();
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

async function closedOf(fixture: Fixture, people: Named[]): Promise<string[]> {
  const scope = await fixture.scope();
  const ids = people.map(({ ticketId }) => ticketId);
  const rows = await scope.db.query.tickets.findMany({ where: inArray(tickets.id, ids) });
  return people
    .filter(({ ticketId }) => rows.find(({ id }) => id === ticketId)?.status === 'closed')
    .map(({ name }) => name);
}

/** Sends every draft to its own conversation. */
async function sendDrafts(page: Page, { texts, mayClose }: Meant): Promise<void> {
  const { field } = workspaceOf(page);
  for (const whom of new Set(texts.map((one) => one.whom))) {
    if (mayClose.has(whom)) continue;
    await openByHand(page, whom);
    await isShown(page, whom);
    if ((await field.inputValue()).trim()) await field.press('Enter');
    await until('an empty field', async () => (await field.inputValue()) === '');
  }
}

/** Waits until all ticket actions are loaded, so that each later press reaches the server at once. */
async function resolveOnce(fixture: Fixture, page: Page, whom: Named): Promise<void> {
  await openByHand(page, whom);
  await isShown(page, whom);
  await page.waitForFunction(() => !document.querySelector('[data-island]:not([data-alive])'));
  await workspaceOf(page).action('resolve').first().click();
  await until('a resolved ticket', async () => (await closedOf(fixture, [whom])).length === 1);
  await workspaceOf(page).pane.waitFor({ state: 'detached' });
}

/** Returns what was sent and was not meant for this customer. */
function strange(sent: string[], texts: string[]): string[] {
  const longestFirst = texts.map(spaced).sort((a, b) => b.length - a.length);
  return (
    sent
      .map((body) => longestFirst.reduce((left, text) => left.replaceAll(text, ''), body))
      // Shift+E before the conversation has loaded is a letter of its text.
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

  const peopleOf = async (fixture: Fixture, hand: PersonName) => {
    const known = cared.get(hand) ?? [];
    for (const first of NAMES.slice(known.length)) {
      const name = `${first} de ${hand}`;
      known.push({ ...(await customer(fixture, { name, of: hand })), name });
    }
    cared.set(hand, known);
    return known;
  };

  const onEvent = async (fixture: Fixture, { phone, contactId }: Named, body: string) => {
    await phone.send(fixture.owner, { text: body });
    const scope = await fixture.scope();
    await until('the message', () =>
      scope.db.query.messages.findFirst({
        where: and(eq(messages.contactId, contactId), eq(messages.body, body)),
      }),
    );
  };

  const reopen = async (fixture: Fixture, hand: PersonName, people: Named[]) => {
    const names = await closedOf(fixture, people);
    const scope = await scopeOf(fixture, hand);
    for (const { ticketId, name } of people) {
      if (!names.includes(name)) continue;
      await patchTicket(scope, { ticketId, status: 'open', userId: fixture.people.userId[hand] });
    }
  };

  const sequence = async (
    fixture: Fixture,
    hand: PersonName,
    page: Page,
    seed: number,
    answered: () => Promise<unknown>,
    expectProblems: (pattern: RegExp) => void,
  ) => {
    const people = await peopleOf(fixture, hand);
    await reopen(fixture, hand, people);
    for (const { name } of people) await workspaceOf(page).row(name).waitFor();
    await reads(workspaceOf(page).count('assigned'), String(people.length));
    const steps = randomSteps(seed, people.length);
    let received = 0;
    const meant = await play(page, steps, people, (whom) => {
      received += 1;
      return onEvent(fixture, whom, `oi ${seed}.${received}`);
    });
    // A reply that arrives after its ticket was closed is refused and stays a draft.
    for (const { ticketId } of meant.mayClose)
      expectProblems(new RegExp(`409 \\(Conflict\\) \\(\\S+/api/messages/${ticketId}\\)`));
    for (const { whom, text } of meant.texts) typed.set(whom, [...(typed.get(whom) ?? []), text]);
    const known = () => `RANDOM_SEED=${SEED}, sequence ${seed - SEED}, of ${hand}`;
    await until('what had to be resolved', async () => {
      const names = await closedOf(fixture, people);
      return [...meant.mustClose].every(({ name }) => names.includes(name));
    }).catch((cause) => {
      throw new Error(`${known()}: a press of Resolve did nothing\n${reported(steps, people)}`, { cause });
    });
    await answered();
    await sendDrafts(page, meant);
    await answered();
    const left = () =>
      meant.texts.filter(({ whom, text }) => !meant.mayClose.has(whom) && !hasCome(whom, text));
    await until('every text on its phone', () => left().length === 0).catch(() => undefined);
    const sent = await sentTo(fixture, people);
    const closed = await closedOf(fixture, people);
    const got = {
      lost: left().map(({ whom, text }) => `${text} to ${whom.name}`),
      twice: meant.texts
        .filter(({ whom, text }) => countIn(sent.get(whom), text) > 1)
        .map(({ text }) => text),
      strange: people.flatMap((one) => strange(sent.get(one) ?? [], typed.get(one) ?? [])),
      wronglyClosed: closed.filter((name) => ![...meant.mayClose].some((one) => one.name === name)),
    };
    if (Object.values(got).some((list) => list.length > 0))
      throw new Error(`${known()}: ${JSON.stringify(got)}\n${reported(steps, people)}`);
    resolved += meant.mustClose.size;
  };

  for (const [round, { latency, prefetches }] of rounds.entries()) {
    const begin = Math.floor((SEQUENCES * round) / rounds.length);
    const end = Math.floor((SEQUENCES * (round + 1)) / rounds.length);
    const how = prefetches ? 'conversations fetched beforehand' : 'nothing fetched beforehand';
    check(`61–64 sequences ${begin} to ${end - 1}, ${latency} ms, ${how}`, async (fixture) => {
      let next = begin;
      if (hasFailed) throw new Error('a former sequence failed');
      led ??= leadTo(fixture, 'Vendas');
      await led;
      const sit = async (hand: PersonName) => {
        const people = await peopleOf(fixture, hand);
        await reopen(fixture, hand, people);
        const { page, expectProblems } = await fixture.signIn(hand);
        if (!prefetches) await withoutPrefetch(page);
        const answered = watchChanges(page);
        await page.goto('/tickets');
        await isAlive(page, 'ticket-list');
        await resolveOnce(fixture, page, people[0] as Named);
        await reopen(fixture, hand, people);
        await slowLine(page, latency);
        while (next < end && !hasFailed) {
          next += 1;
          await sequence(fixture, hand, page, SEED + next - 1, answered, expectProblems);
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
