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
  // Only what is pressed can be refused or sent.
  for (const press of ['pointerdown', 'keydown'])
    addEventListener(
      press,
      () => {
        void loadErrorTexts();
        watchForms();
      },
      { once: true },
    );
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
  if (document.querySelector('form[hx-put], dialog, [hx-target="#dialogs"].htmx-request')) watchForms();
}

/** Its script locks forms while they are sent. The press that opened a dialog may have come before this one. */
function watchForms(): void {
  import('./forms/stored-forms.ts').then(
    (forms) => forms.watch(),
    () => undefined,
  );
}
