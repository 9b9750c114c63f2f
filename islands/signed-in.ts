import { startLateReload } from './late-reload.ts';
import { startLayers } from './layers.ts';
import { startSlowAnswers } from './slow-answers.ts';
import { typedForm } from './typed-form.ts';
import { startUnreachable } from './unreachable.ts';

/** What every page of somebody who is signed in has, a moment after it is painted. */
export async function startSignedIn(): Promise<void> {
  startSlowAnswers();
  startKeeping();
  startUnreachable();
  startLateReload();
  // Before layers, which would take the entry of a dialog that is not there yet.
  if (sessionStorage.getItem('form')) await import('./kept-forms.ts').then((kept) => kept.bringBack());
  startLayers();
}

function startKeeping(): void {
  const note = ({ target }: Event) => {
    const form = typedForm(target as Element);
    if (form) void import('./kept-forms.ts').then((kept) => kept.noteTyping(form));
  };
  for (const type of ['input', 'change']) document.addEventListener(type, note);
}
