import { expect } from 'bun:test';
import { createQuickMessage } from '@/modules/quick-messages/quick-messages.service.ts';
import { createTag } from '@/modules/tags/tags.service.ts';
import { CONVERSATION_TASKS, Hand, type Scene, type Task } from './support/agent-tasks.ts';
import { TICKET_TASKS } from './support/agent-ticket-tasks.ts';
import { customer, leadTo, scopeOf } from './support/customers.ts';
import { isAlive, workspaceOf } from './support/workspace.ts';
import { browserTests, type Fixture } from './support.ts';

const PAGE = 'docs/agent-hour.md';
const TASKS = [...TICKET_TASKS, ...CONVERSATION_TASKS];

async function begin(fixture: Fixture, { from }: Task, name: string): Promise<Scene> {
  const of = from === 'waiting' ? undefined : from === 'colleague' ? ('bia' as const) : ('ana' as const);
  const found = await customer(fixture, { name, ...(of && { of }) });
  const { page, context } = await fixture.signIn('ana');
  await context.grantPermissions(['clipboard-read', 'clipboard-write', 'microphone']);
  const workspace = workspaceOf(page);
  await page.goto(from === 'waiting' ? '/tickets?status=pending' : `/tickets/${found.uuid}`);
  await isAlive(page, 'ticket-list');
  await page.locator('[data-island="command-bar"][data-alive]').waitFor();
  if (from !== 'waiting')
    for (const island of ['conversation', 'composer'] as const) await isAlive(page, island);
  if (!from) await workspace.field.focus();
  if (from !== 'colleague') await workspace.row(name).waitFor();
  return { ...found, page, workspace, fixture, name, hand: new Hand(page) };
}

const printed = new Map<Task, number>();

function table(): string {
  const rows = TASKS.map((task, at) => {
    const theirs = task.whatsapp === null ? 'not possible' : task.whatsapp;
    return `| ${at + 1} | ${task.what} | ${printed.get(task)} | ${theirs} |`;
  });
  return ['| | task | here | WhatsApp Web |', '| --: | --- | --: | --: |', ...rows].join('\n');
}

browserTests('the agent’s hour', { line: true }, (check) => {
  let isReady = false;
  for (const [at, task] of TASKS.entries())
    check(`${at + 1} ${task.what}`, async (fixture) => {
      if (!isReady) {
        isReady = true;
        await leadTo(fixture, 'Vendas');
        await customer(fixture, { name: 'Destino Certo', of: 'ana' });
        const ana = await scopeOf(fixture, 'ana');
        await createTag(ana, { name: 'Cliente antigo', color: '#0f766e', kanban: false });
        const text = { shortcode: 'prazo', message: 'Entregamos em 7 a 12 dias úteis.' };
        await createQuickMessage(ana, { ...text, geral: false, status: true });
      }
      const scene = await begin(fixture, task, `Tarefa ${at + 1}.`);
      await task.run(scene);
      printed.set(task, scene.hand.count);
      expect(scene.hand.count).toBeLessThanOrEqual(4);
    });

  check('the page shows these figures', async () => {
    if (process.env.AGENT_HOUR) await Bun.write(process.env.AGENT_HOUR, table());
    expect(await Bun.file(PAGE).text()).toContain(table());
  });
});
