import { expect, test } from 'bun:test';
import { withDom } from '@test/support/dom.ts';
import { until } from '@test/support/until.ts';
import { useCommands } from './use-commands.ts';

withDom();

function Bar() {
  const { commands } = useCommands('', () => undefined);
  return <p>{commands.map(({ label }) => label).join()}</p>;
}

test('a conversation that loads while the bar is open brings its commands into it', async () => {
  const { fixture } = await import('../workspace/fixture.test-support.tsx');
  document.body.innerHTML = `<div id="workspace-pane" inert><div id="ticket-header"><header>
    <button data-ticket-action="snooze">Adiar</button></header></div></div>`;
  const pane = document.getElementById('workspace-pane');
  const bar = await fixture(Bar, {}, () => []);
  expect(bar.host.textContent).not.toContain('Adiar');
  await bar.act(() => pane?.removeAttribute('inert'));
  await until('the command is offered', () => bar.host.textContent?.includes('Adiar'));
  await bar.act(() => pane?.setAttribute('inert', ''));
  await until('the command is gone', () => !bar.host.textContent?.includes('Adiar'));
  await bar.end();
});
