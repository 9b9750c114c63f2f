export function topDialog(): HTMLDialogElement | undefined {
  return [...document.querySelectorAll<HTMLDialogElement>('dialog[open]')].at(-1);
}

function showArrived(): void {
  for (const dialog of document.querySelectorAll<HTMLDialogElement>('#dialogs > dialog:not([open])')) {
    dialog.showModal();
    focusFirst(dialog);
    dialog.addEventListener('close', () => removeDialog(dialog), { once: true });
    dialog.addEventListener('pointerdown', (event) => {
      // A click outside a form would discard what was typed.
      if (event.target === dialog && !dialog.querySelector('[data-guard]')) dialog.close();
    });
  }
  topDialog()?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
}

/** No field is focused on a phone, because its keyboard would hide the form. */
function focusFirst(dialog: HTMLDialogElement): void {
  const field =
    dialog.querySelector<HTMLElement>('[autofocus]') ??
    dialog.querySelector<HTMLElement>(
      '.dialog-body :is(input:not([type=hidden],[name=pane]),select,textarea)',
    );
  if (field && matchMedia('(pointer: coarse)').matches) return;
  (field ?? dialog.querySelector<HTMLElement>('.dialog-foot [data-close]'))?.focus();
}

export function removeDialog(dialog: HTMLDialogElement): void {
  const toasts = dialog.querySelector('#toasts');
  if (toasts) document.body.append(toasts);
  dialog.remove();
}

/** `data-close` and a `dialog:close` event (`HX-Trigger`) close the dialog around them, never one opened since. */
export function startDialogs(): void {
  document.addEventListener('htmx:after:swap', showArrived);
  document.addEventListener('click', (event) => {
    const button = (event.target as Element).closest('[data-close]');
    button?.closest('dialog')?.close();
  });
  document.addEventListener('dialog:close', (event) => {
    if (event.target instanceof Element) event.target.closest('dialog')?.close();
  });
}
