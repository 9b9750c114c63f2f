import type { Locator, Page } from 'playwright-core';
import type { Fixture } from '../support.ts';
import type { Customer } from './customers.ts';
import { picture } from './files.ts';
import { give } from './give-files.ts';
import { counts, hasFocus, type workspaceOf } from './workspace.ts';

/** A key with its modifiers is one, a click is one; hovering and typed text are none. */
export class Hand {
  count = 0;
  constructor(readonly page: Page) {}
  async press(...keys: string[]): Promise<void> {
    for (const key of keys) {
      this.count += 1;
      await this.page.keyboard.press(key);
    }
  }
  async click(target: Locator, modifiers: 'Shift'[] = []): Promise<void> {
    this.count += 1;
    await target.click({ modifiers });
  }
  async paste(...names: string[]): Promise<void> {
    this.count += 1;
    const files = await Promise.all(names.map((name) => picture(`${name}.jpg`, '#2a6fdb')));
    await give(this.page, 'paste', files);
    await counts(this.page.locator('[data-attachment]'), names.length);
  }
  type(text: string): Promise<void> {
    return this.page.keyboard.type(text);
  }
  async command(text: string, name: string): Promise<void> {
    await this.press('Control+k');
    await hasFocus(this.page.getByRole('combobox', { name: /^Ir para/ }));
    await this.type(text);
    await this.page.getByRole('option', { name, selected: true }).waitFor();
    await this.press('Enter');
  }
}

export type Scene = {
  hand: Hand;
  page: Page;
  workspace: ReturnType<typeof workspaceOf>;
  fixture: Fixture;
} & Customer & { name: string };

/** `whatsapp`: the same task in WhatsApp Web with its fewest keys and clicks; null where it has none. */
export type Task = {
  what: string;
  whatsapp: number | null;
  /** Begins in the list of waiting tickets, or in the conversation of a colleague; otherwise in one's own. */
  from?: 'waiting' | 'colleague';
  run: (scene: Scene) => Promise<void>;
};

const menu = async ({ hand, page, workspace }: Scene, text: string, entry: string) => {
  await workspace.bubble(text).hover();
  await hand.click(workspace.bubble(text).locator('[data-message-menu]'));
  await hand.click(
    page.getByRole('menu', { name: 'Opções da mensagem' }).getByRole('menuitem', { name: entry }),
  );
};
const row = async ({ hand, page, workspace, name }: Scene, entry: string) => {
  await workspace.row(name).hover();
  await hand.click(workspace.row(name).locator('[data-row-menu]'));
  await hand.click(page.locator(`#row-menu [data-menu="${entry}"]`));
};
const own = async ({ workspace }: Scene, text: string) => {
  await workspace.write(text);
  await workspace.ticks(workspace.bubble(text), 2, 3).waitFor();
};
const button = (page: Page, name: string) =>
  page.getByRole('button', { name, exact: true }).filter({ visible: true });
const header = ({ page }: Scene, action: string) =>
  page.locator(`#ticket-header [data-ticket-action="${action}"]`).filter({ visible: true });

const writing: Task[] = [
  {
    what: 'answer',
    whatsapp: 1,
    run: async ({ hand, phone }) => {
      await hand.type('Bom dia');
      await hand.press('Enter');
      await phone.waitFor(({ text }) => text.includes('Bom dia'));
    },
  },
  {
    what: 'answer in two lines',
    whatsapp: 2,
    run: async ({ hand, phone }) => {
      await hand.type('Segue');
      await hand.press('Shift+Enter');
      await hand.type('o endereço');
      await hand.press('Enter');
      await phone.waitFor(({ text }) => text.includes('Segue\no endereço'));
    },
  },
  {
    what: 'send a copied picture',
    whatsapp: 2,
    run: async ({ hand, phone }) => {
      await hand.paste('uma');
      await hand.press('Enter');
      await phone.waitFor(({ type }) => type === 'imageMessage');
    },
  },
  {
    what: 'send a copied picture with a caption',
    whatsapp: 2,
    run: async ({ hand, phone }) => {
      await hand.paste('uma');
      await hand.type('a frente');
      await hand.press('Enter');
      await phone.waitFor(({ type, text }) => type === 'imageMessage' && text.includes('a frente'));
    },
  },
  {
    what: 'send four copied pictures',
    whatsapp: 2,
    run: async ({ hand, workspace }) => {
      await hand.paste('a', 'b', 'c', 'd');
      await hand.press('Enter');
      await workspace.pane.getByRole('group', { name: 'Álbum com 4 fotos' }).waitFor();
    },
  },
  {
    what: 'send a file from the disk, without its dialog',
    whatsapp: 3,
    run: async ({ hand, page, phone }) => {
      await hand.click(page.locator('[aria-controls="composer-tools"]'));
      const chosen = page.waitForEvent('filechooser');
      await hand.click(button(page, 'Anexar arquivos'));
      await (await chosen).setFiles([await picture('f.jpg', '#2a6fdb')]);
      await page.locator('[data-attachment]').waitFor();
      await hand.press('Enter');
      await phone.waitFor(({ type }) => type === 'imageMessage');
    },
  },
  {
    what: 'quote a message',
    whatsapp: 3,
    run: async ({ hand, workspace, phone }) => {
      await workspace.bubble('Bom dia!').hover();
      await hand.click(workspace.bubble('Bom dia!').locator('[data-reply]'));
      await hand.type('Esta');
      await hand.press('Enter');
      await phone.waitFor(({ message }) => Boolean(message.extendedTextMessage?.contextInfo?.stanzaId));
    },
  },
  {
    what: 'send a quick message',
    whatsapp: 2,
    run: async ({ hand, page, phone }) => {
      await hand.type('/praz');
      await page.getByRole('option', { name: /^\/prazo/ }).waitFor();
      await hand.press('Enter', 'Enter');
      await phone.waitFor(({ text }) => text.includes('7 a 12 dias'));
    },
  },
  {
    what: 'add an emoji by its name',
    whatsapp: 1,
    run: async ({ hand, page, workspace }) => {
      await hand.click(button(page, 'Emojis'));
      const picker = page.locator('emoji-picker');
      await hasFocus(picker);
      await hand.type('coração');
      await hand.click(picker.getByRole('option').or(picker.getByRole('menuitem')).first());
      await workspace.field.waitFor();
    },
  },
  {
    what: 'send a voice note',
    whatsapp: 2,
    run: async ({ hand, page }) => {
      await hand.click(button(page, 'Gravar áudio'));
      await page.locator('[data-recorder] [role=timer]').waitFor();
      await hand.click(page.locator('[data-recorder]').getByRole('button', { name: 'Enviar' }));
    },
  },
  {
    what: 'send a text tomorrow at nine',
    whatsapp: null,
    run: async ({ hand, page, workspace }) => {
      await hand.type('Lembrete: amanhã vence');
      await hand.click(page.locator('[data-send-later]'));
      await hand.click(page.locator('dialog[open]').getByRole('button', { name: 'Amanhã 9:00' }));
      await hand.click(page.locator('dialog[open]').getByRole('button', { name: 'Agendar' }));
      await workspace.toast('Agendamento criado').waitFor();
    },
  },
];

const messages: Task[] = [
  {
    what: 'react to a message',
    whatsapp: 2,
    run: async ({ hand, page, workspace, phone }) => {
      await workspace.bubble('Bom dia!').hover();
      await hand.click(workspace.bubble('Bom dia!').locator('[data-message-menu]'));
      await hand.click(page.getByRole('menuitemradio', { name: 'Reagir com ❤️' }));
      await phone.waitFor(({ message }) => message.reactionMessage?.text === '❤️');
    },
  },
  {
    what: 'edit one’s last message',
    whatsapp: 2,
    run: async (scene) => {
      await own(scene, 'Temos sin');
      await scene.hand.press('Control+ArrowUp');
      await hasFocus(scene.page.getByRole('textbox', { name: 'Editar' }));
      await scene.page.getByRole('textbox', { name: 'Editar' }).fill('Temos sim');
      await scene.hand.press('Enter');
      await scene.workspace.bubble('Temos sim').waitFor();
    },
  },
  {
    what: 'delete a message for everybody',
    whatsapp: 3,
    run: async (scene) => {
      await own(scene, 'Engano');
      await menu(scene, 'Engano', 'Apagar');
      await scene.hand.click(scene.page.locator('#delete-message [data-delete]'));
      await scene.workspace.bubble('Mensagem apagada').waitFor();
    },
  },
  {
    what: 'forward a message to somebody',
    whatsapp: 5,
    run: async (scene) => {
      const { hand, page, workspace } = scene;
      await menu(scene, 'Bom dia!', 'Encaminhar');
      await hasFocus(page.getByRole('searchbox', { name: /Procurar contato/ }));
      await hand.type('Destino');
      await hand.click(page.locator('#forward-message').getByRole('button', { name: /Destino/ }));
      await workspace.toast(/Destino/).waitFor();
    },
  },
  {
    what: 'copy a message',
    whatsapp: 2,
    run: async (scene) => {
      await menu(scene, 'Bom dia!', 'Copiar');
      await scene.workspace.toast('Copiado').waitFor();
    },
  },
  {
    what: 'search in the conversation',
    whatsapp: 1,
    run: async ({ hand, page }) => {
      await hand.click(page.locator('#ticket-header header > [data-conversation-search]'));
      await hasFocus(page.locator('[data-search-panel] input'));
      await hand.type('bom');
      await page.locator('[data-hit]').first().waitFor();
    },
  },
];

export const CONVERSATION_TASKS = [...writing, ...messages];
export { button, header, row };
