import { startLateReload } from './late-reload.ts';
import { startLayers } from './layers.ts';
import { startSlowAnswers } from './slow-answers.ts';
import { typedForm } from './typed-form.ts';
import { startUnreachable } from './unreachable.ts';

export async function startSignedIn(): Promise<void> {
  startSlowAnswers();
  startStoringForms();
  startUnreachable();
  startLateReload();
  // Before layers, which would remove the history entry of a dialog that is not restored yet.
  if (sessionStorage.getItem('form')) await import('./stored-forms.ts').then((forms) => forms.bringBack());
  startLayers();
}

function startStoringForms(): void {
  const note = ({ target }: Event) => {
    const form = typedForm(target as Element);
    if (form) void import('./stored-forms.ts').then((forms) => forms.noteTyping(form));
  };
  for (const type of ['input', 'change']) document.addEventListener(type, note);
}
