/** `bun bench/responders.ts`: an agent's pages while 1,000 conversations wait for a model that answers in five seconds. */
import { join } from 'node:path';
import { outbox, prompts, tickets } from '@db/tenant/schema/index.ts';
import { reachOf } from '@test/responders/turn.ts';
import { eq } from 'drizzle-orm';
import { type Scope, systemScope } from '@/core/scope.ts';
import { askResponder } from '@/modules/chatbot/ask-responder.service.ts';
import { createPrompt } from '@/modules/prompts/prompts.service.ts';
import { type Line, limit, main, percentile } from './support/report.ts';
import { type SeededApp, SMALL, seededApp } from './support/seeded.ts';

const CONVERSATIONS = 1_000;
const MODEL_MS = 5_000;
const ROUNDS = 2;
const PHASE_MS = 11_000;
const PAUSE_MS = 40;
const MB = 1024 * 1024;

/** Each responder gets eight requests at once (src/core/queue/outbox.ts); the others wait. */
export async function runResponders(responders = Number(process.argv[2] ?? 4)): Promise<Line[]> {
  const script = join(import.meta.dir, 'support/slow-model.ts');
  const model = Bun.spawn([process.execPath, script, String(MODEL_MS)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const { value } = await model.stdout.getReader().read();
  const url = new TextDecoder().decode(value).trim();
  const seeded = await seededApp({ ...SMALL, messages: 20_000 });
  const { kernel } = seeded.dependencies;
  Object.assign(kernel.services, reachOf(url));
  const scope = await systemScope(kernel, 1);
  const promptIds = await addPrompts(scope, responders, `${url}/v1`);
  const isTurn = eq(outbox.kind, 'machine.turn');
  const times = { without: [] as number[], during: [] as number[] };
  let most = 0;
  let answered = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    times.without.push(...(await pages(seeded)));
    const before = process.memoryUsage.rss();
    await everybodyAsks(scope, promptIds, round);
    times.during.push(...(await pages(seeded)));
    most = Math.max(most, process.memoryUsage.rss() - before);
    answered += CONVERSATIONS - (await scope.db.$count(outbox, isTurn));
    await scope.write((tx) => tx.db.delete(outbox).where(isTurn));
    await kernel.outbox.idle();
  }
  model.kill();
  await seeded.end();
  const [without, during] = [percentile(times.without, 0.95), percentile(times.during, 0.95)];
  const shown = `p95, ${during.toFixed(0)} ÷ ${without.toFixed(0)} ms`;
  const who = `${CONVERSATIONS} conversations wait for ${responders} models of ${MODEL_MS / 1_000} s`;
  return [
    limit(`an agent's page while ${who} ÷ while none does (${shown})`, during / without, '×', 1.5),
    limit(`memory more than before; ${answered} were answered meanwhile`, most / MB, 'MB', 100),
  ];
}

async function addPrompts(scope: Scope, count: number, baseUrl: string): Promise<number[]> {
  const prompt = 'Você atende os clientes de uma loja de bicicletas, com respostas curtas e gentis.';
  for (let n = 0; n < count; n += 1)
    await createPrompt(scope, {
      ...{ name: `Prompt ${n}`, prompt, apiKey: 'sk-bench', baseUrl, queueId: 1, maxMessages: 10 },
    } as Parameters<typeof createPrompt>[1]);
  return (await scope.db.select({ id: prompts.id }).from(prompts)).map(({ id }) => id);
}

async function everybodyAsks(scope: Scope, promptIds: number[], round: number): Promise<void> {
  const ids = Array.from({ length: CONVERSATIONS }, (_, n) => 10 + 2 * (round * CONVERSATIONS + n));
  await scope.write(async (tx) => {
    for (const [n, ticketId] of ids.entries()) {
      const promptId = promptIds[n % promptIds.length] ?? 0;
      const held = { status: 'pending' as const, userId: null, useIntegration: true, promptId };
      const [ticket] = await tx.db
        .update(tickets)
        .set(held)
        .where(eq(tickets.id, ticketId))
        .returning({ messageId: tickets.lastMessageId });
      const incoming = { id: ticketId, messageId: ticket?.messageId ?? 0 };
      await askResponder(tx, incoming, { kind: 'prompt', id: promptId });
    }
  });
}

async function pages({ ask }: SeededApp): Promise<number[]> {
  const times: number[] = [];
  const end = performance.now() + PHASE_MS;
  while (performance.now() < end) {
    const at = performance.now();
    const reply = await ask('/tickets?status=open', 'text/html');
    if (reply.status !== 200) throw new Error(`a page was refused: ${reply.status}`);
    await reply.text();
    times.push(performance.now() - at);
    await Bun.sleep(PAUSE_MS);
  }
  return times;
}

if (import.meta.main) await main(runResponders);
