import { button, header, row, type Scene, type Task } from './agent-tasks.ts';
import { customer } from './customers.ts';
import { counts, hasFocus } from './workspace.ts';

const gone = ({ workspace }: Scene) => workspace.pane.waitFor({ state: 'detached' });

export const TICKET_TASKS: Task[] = [
  {
    what: 'take the customer who waits, by pointer',
    whatsapp: 1,
    from: 'waiting',
    run: async ({ hand, workspace, name }) => {
      await hand.click(workspace.row(name).locator('[data-action="accept"]'));
      await hasFocus(workspace.field);
    },
  },
  {
    what: 'take the first customer who waits, by keys',
    whatsapp: 1,
    from: 'waiting',
    run: async ({ hand, workspace }) => {
      await hand.press('j', 'Shift+A');
      await hasFocus(workspace.field);
    },
  },
  {
    what: 'open another conversation by pointer',
    whatsapp: 1,
    run: async ({ hand, workspace }) => {
      await hand.click(workspace.row('Destino').locator('[data-open]'));
      await workspace.pane.getByText('Destino').first().waitFor();
    },
  },
  {
    what: 'open the next conversation by keys',
    whatsapp: 1,
    run: async ({ hand, page, uuid }) => {
      await hand.press('Escape', 'j', 'Enter');
      await page.waitForURL((url) => !url.pathname.includes(uuid));
    },
  },
  {
    what: 'find a person and open the conversation',
    whatsapp: 2,
    run: async ({ hand, page }) => {
      await hand.press('Control+k');
      await hasFocus(page.getByRole('combobox', { name: /^Ir para/ }));
      await hand.type('destino certo');
      await page.getByRole('option', { name: /Destino Certo/, selected: true }).waitFor();
      await hand.press('Enter');
      await page.locator('#ticket-header').getByText('Destino Certo').first().waitFor();
    },
  },
  {
    what: 'peek at a conversation without marking it read',
    whatsapp: null,
    from: 'waiting',
    run: async ({ hand, page, workspace, name }) => {
      await workspace.row(name).hover();
      await hand.click(workspace.row(name).locator('[data-peek]'));
      await page.getByRole('dialog', { name: `Espiando: ${name}` }).waitFor();
    },
  },
  {
    what: 'transfer to a queue',
    whatsapp: null,
    run: async (scene) => {
      await scene.hand.command('transf sup', 'Transferir para a fila Suporte');
      await scene.workspace.toast('Atendimento transferido.').waitFor();
    },
  },
  {
    what: 'transfer to a colleague',
    whatsapp: null,
    run: async (scene) => {
      await scene.hand.command('transf bia', 'Transferir para Bia');
      await scene.workspace.toast('Atendimento transferido.').waitFor();
    },
  },
  {
    what: 'snooze until tomorrow at nine',
    whatsapp: null,
    run: async (scene) => {
      await scene.hand.command('adiar amanh', 'Adiar até amanhã às 9:00');
      await scene.workspace.toast('Atendimento adiado.').waitFor();
    },
  },
  {
    what: 'add a tag (a label there)',
    whatsapp: 4,
    run: async ({ hand, workspace }) => {
      await hand.command('tag antig', 'Tag: adicionar Cliente antigo');
      await workspace.toast('Tag adicionada.').waitFor();
    },
  },
  {
    what: 'write an internal note',
    whatsapp: null,
    run: async ({ hand, page, workspace }) => {
      await hand.click(page.locator('#ticket-header header [data-drawer-toggle]').first());
      await hand.click(page.locator('#contact-drawer').getByLabel('Nova observação'));
      await hand.type('Cliente de muitos anos');
      await hand.click(button(page, 'Adicionar observação'));
      await workspace.toast('Observação adicionada').waitFor();
    },
  },
  {
    what: 'merge two contacts of one person',
    whatsapp: null,
    run: async (scene) => {
      const { hand, page, workspace, fixture } = scene;
      await customer(fixture, { name: `Repetido ${scene.name}`, of: 'ana' });
      await hand.command('unir', 'Unir este contato a outro');
      await hasFocus(page.locator('#merge-with'));
      await hand.type('Repetido');
      await page
        .getByRole('option', { name: /Repetido/ })
        .first()
        .waitFor();
      await hand.press('Enter', 'Enter');
      await workspace.toast(/unido/i).waitFor();
    },
  },
  {
    what: 'see the customer’s details',
    whatsapp: 1,
    run: async ({ hand, page }) => {
      await hand.click(page.locator('#ticket-header header [data-drawer-toggle]').first());
      await page.locator('#contact-drawer').waitFor();
    },
  },
  {
    what: 'resolve (archive there)',
    whatsapp: 1,
    run: async (scene) => {
      await scene.hand.click(header(scene, 'resolve'));
      await gone(scene);
    },
  },
  {
    what: 'resolve and open who waits longest',
    whatsapp: null,
    run: async (scene) => {
      await customer(scene.fixture, { name: `Espera ${scene.name}` });
      await scene.hand.click(header(scene, 'resolveNext'));
      await scene.page.waitForURL(
        ({ pathname }) => /[/]tickets[/]./.test(pathname) && !pathname.includes(scene.uuid),
      );
    },
  },
  {
    what: 'undo that it was resolved',
    whatsapp: 1,
    run: async (scene) => {
      await header(scene, 'resolve').click();
      await gone(scene);
      await scene.page.locator('.toast-undo').waitFor();
      await scene.hand.press('Shift+Z');
      await scene.workspace.field.waitFor();
    },
  },
  {
    what: 'return to the queue',
    whatsapp: null,
    run: async (scene) => {
      await scene.hand.click(header(scene, 'return'));
      await gone(scene);
    },
  },
  {
    what: 'take over a colleague’s conversation',
    whatsapp: null,
    from: 'colleague',
    run: async ({ hand, page, workspace }) => {
      await hand.click(page.locator('[data-notice=colleague] [data-take]'));
      await hasFocus(workspace.field);
    },
  },
  {
    what: 'mark as unread',
    whatsapp: 1,
    run: async (scene) => {
      await row(scene, 'unread');
      await scene.workspace.row(scene.name).locator('.count-badge, [data-unread]').first().waitFor();
    },
  },
  {
    what: 'pin',
    whatsapp: 1,
    run: async (scene) => {
      await row(scene, 'pin');
      await scene.workspace.row(scene.name).getByRole('img', { name: 'Fixado' }).waitFor();
    },
  },
  {
    what: 'resolve three at once (archive there)',
    whatsapp: 6,
    run: async ({ hand, page, workspace, name, fixture }) => {
      for (const more of ['Dois', 'Três']) await customer(fixture, { name: `${more} ${name}`, of: 'ana' });
      await workspace.row(`Três ${name}`).hover();
      await hand.click(workspace.row(`Três ${name}`).locator('[data-select]'));
      await hand.click(workspace.row(name).last().locator('[data-select]'), ['Shift']);
      await hand.click(page.getByRole('toolbar').getByRole('button', { name: 'Resolver' }));
      await workspace.toast('3 atendimentos resolvidos.').waitFor();
    },
  },
  {
    what: 'show one queue only',
    whatsapp: null,
    run: async ({ hand, page }) => {
      await hand.click(page.locator('[popovertarget="queue-filter"]'));
      await hand.click(page.locator('#queue-filter').getByRole('menuitemcheckbox', { name: 'Suporte' }));
      await page.waitForURL(/queueIds/);
    },
  },
  {
    what: 'switch to the dark theme',
    whatsapp: 4,
    run: async ({ hand, page }) => {
      await hand.click(button(page, 'Mudar entre tema claro e escuro'));
      await counts(page.locator('html[data-theme=dark]'), 1);
      await button(page, 'Mudar entre tema claro e escuro').click();
    },
  },
];
