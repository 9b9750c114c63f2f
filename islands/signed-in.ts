import { typedForm } from './forms/typed-form.ts';
import { startSlowAnswers } from './http/slow-responses.ts';
import { startUnreachable } from './live/connection-notice.ts';
import { startLateReload } from './page/late-reload.ts';
import { startLayers } from './page/layers.ts';
import { startSettingsAnchor } from './page/settings-anchor.ts';
import { startUndo } from './page/undo.ts';
import { startWaitingLists } from './page/waiting-lists.ts';
import { loadErrorTexts } from './texts.ts';

export async function startSignedIn(): Promise<void> {
  startSlowAnswers();
  startStoringForms();
  startUndo();
  startUnreachable();
  startWaitingLists();
  startLateReload();
  startSettingsAnchor();
  // Only what is pressed can be refused.
  for (const press of ['pointerdown', 'keydown'])
    addEventListener(press, () => void loadErrorTexts(), { once: true });
  // Before layers, which would remove the history entry of a dialog that is not restored yet.
  if (sessionStorage.getItem('form'))
    await import('./forms/stored-forms.ts').then((forms) => forms.bringBack());
  startLayers();
}

function startStoringForms(): void {
  const note = ({ target }: Event) => {
    const form = typedForm(target as Element);
    if (form) void import('./forms/stored-forms.ts').then((forms) => forms.noteTyping(form));
  };
  for (const type of ['input', 'change']) document.addEventListener(type, note);
  // It must be there when the form is sent.
  const watch = () => void import('./forms/stored-forms.ts').then((forms) => forms.watch());
  if (document.querySelector('form[hx-put]')) watch();
  document.addEventListener('focusin', ({ target }) => {
    if ((target as HTMLInputElement).form?.matches('[hx-post],[hx-put]')) watch();
  });
}
