/**
 * `bun bench/inbound.ts [messages]`: backlogs through the server by processor time, alternating with Baileys alone, and
 * with a bot, rules and webhooks alternating with a server without. With a webhook a backlog ends when its receiver has
 * all messages. All take one backlog before they are compared: in the first one most of the code is compiled.
 */

import { join } from 'node:path';
import { type Fixture, openFixture } from '@test/crash/fixture.ts';
import { openFile } from '@/core/db/open-file.ts';
import { installConsoleFilter } from '@/whatsapp/console-filter.ts';
import { app, baileys, type Spent, takeAlternately } from './support/backlogs.ts';
import { startReceiver } from './support/receiver.ts';
import { type Line, main, share } from './support/report.ts';

const CUSTOMERS = 20;

const BUDGETS = [
  ['bot', 'with the bot deciding', 0.9],
  ['rule that does not match', 'with a rule that does not match', 0.95],
  ['rule that tags', 'with a rule that tags', 0.8],
  ['webhook', 'with a webhook told of each message', 0.7],
  ['webhook switched off', 'with a webhook switched off', 0.97],
] as const;
type Case = (typeof BUDGETS)[number][0] | 'plain';

export async function runInbound(messages = Number(process.argv[2] ?? 2_000)): Promise<Line[]> {
  installConsoleFilter();
  const receiver = startReceiver();
  const openApp = async () => {
    const allowed = `127.0.0.1:${receiver.port}`;
    const fixture = await openFixture({ customers: CUSTOMERS, env: { ALLOWED_INTERNAL_HOSTS: allowed } });
    await addRulesAndWebhook(fixture, receiver.url);
    await fixture.running.stop();
    return fixture;
  };
  const start = (fixture: Fixture, one: Case) => {
    prepare(fixture.dataDir, one);
    return app(fixture, one === 'webhook' ? receiver : undefined);
  };
  const compare = (what: string, of: keyof Spent, [ours, other]: [Spent, Spent], atLeast: number) => {
    const rate = (spent: Spent) => (messages * 1_000) / spent[of];
    return share(what, rate(ours), rate(other), 'msg/cpu s', atLeast);
  };

  const [alone, bare] = [await openApp(), await openFixture({ customers: CUSTOMERS })];
  const both = await takeAlternately(messages, start(alone, 'plain'), await baileys(bare));
  await Promise.all([alone.end(), bare.end()]);
  const first = compare(`the first ${messages} after a start`, 'first', both, 0);
  const lines = [
    compare(`messages in → stored, backlogs of ${messages}`, 'backlogs', both, 0.5),
    compare('the same one by one', 'oneByOne', both, 0.5),
    { ...first, budget: '–', isMet: null },
  ];
  // Both files grow alike, because the price of a message depends on their size.
  const [special, plain] = [await openApp(), await openApp()];
  for (const [one, what, atLeast] of BUDGETS) {
    const pair = await takeAlternately(messages, start(special, one), start(plain, 'plain'));
    lines.push(compare(`the same ${what}`, 'backlogs', pair, atLeast));
  }
  await Promise.all([special.end(), plain.end(), receiver.stop()]);
  return lines;
}

const UNMATCHED = 'Unmatched';
const TAGGING = 'Tagging';

async function addRulesAndWebhook({ api }: Fixture, url: string): Promise<void> {
  const { id: tagId } = await api.call<{ id: number }>('POST', '/tags', { name: 'Busy', color: '#111111' });
  const actions = [{ type: 'tag', tagId }];
  for (const [name, word] of [
    [UNMATCHED, 'cancelamento'],
    [TAGGING, 'busy'],
  ]) {
    const happening = { type: 'words', words: [word] };
    await api.call('POST', '/rules', { name, isActive: true, happening, actions });
  }
  await api.call('POST', '/webhooks', { name: 'Bench', url, events: ['message.received'] });
}

/** Customers wait for an agent, or are at the bot's menu. Only the rule or webhook of this case is on. */
function prepare(dataDir: string, of: Case): void {
  using database = openFile(join(dataDir, 'companies/1/company.db'));
  database.exec(
    "UPDATE tickets SET status = 'pending', user_id = NULL, queue_id = NULL, chatbot = 0, bot = NULL",
  );
  for (const table of ['connection_queues', 'ticket_tags']) database.exec(`DELETE FROM ${table}`);
  if (of === 'bot') {
    database.exec(
      "INSERT OR IGNORE INTO queues (name, color) VALUES ('Vendas', '#111111'), ('Suporte', '#222222')",
    );
    database.exec('INSERT INTO connection_queues SELECT connections.id, queues.id FROM connections, queues');
  }
  const rule = { 'rule that does not match': UNMATCHED, 'rule that tags': TAGGING }[of as string] ?? '';
  database.exec(`UPDATE rules SET is_active = (name = '${rule}')`);
  const events = of.startsWith('webhook') ? '["message.received"]' : '["payment.received"]';
  database.exec(`UPDATE webhooks SET is_active = ${of === 'webhook' ? 1 : 0}, events = '${events}'`);
}

if (import.meta.main) await main(runInbound);
