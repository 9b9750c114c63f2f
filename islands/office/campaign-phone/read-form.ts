import type { Picture } from '@views/pages/campaigns/plan-panel.tsx';
import type { Media, Written } from './campaign-phone.tsx';

export type Shown = { written: Written; picture: Picture; media: Media | null };

/** The open variant, the chosen file and the person of the plan. Unchanged parts stay the same objects. */
export function readForm(steps: HTMLElement, known: Media | null, before: Shown): Shown {
  const number =
    steps.querySelector<HTMLInputElement>('[name="pane"]:checked')?.value.replace('msg', '') ?? '1';
  const textOf = (name: string) =>
    steps.querySelector<HTMLTextAreaElement>(`textarea[name="${name}${number}"]`)?.value ?? '';
  const asks = steps.querySelector<HTMLInputElement>('[name="confirmation"][type="checkbox"]')?.checked;
  const written = { text: textOf('message'), question: asks ? textOf('confirmationMessage') : '' };
  const plan = steps.querySelector<HTMLElement>('#campaign-plan')?.dataset.example;
  const picture = plan ? (JSON.parse(plan) as Picture) : before.picture;
  return { written, picture, media: mediaOf(steps, known, before.media) };
}

let shownFile: { file: File; media: Media } | undefined;

function mediaOf(steps: HTMLElement, known: Media | null, before: Media | null): Media | null {
  const file = steps.querySelector<HTMLInputElement>('[name="file"]')?.files?.[0];
  if (!file) {
    const isRemoved = steps.querySelector<HTMLInputElement>('[name="removeMedia"][type="checkbox"]')?.checked;
    return isRemoved ? null : known;
  }
  if (shownFile?.file === file) return shownFile.media;
  if (before?.href?.startsWith('blob:')) URL.revokeObjectURL(before.href);
  const href = file.type.startsWith('image/') ? URL.createObjectURL(file) : null;
  shownFile = { file, media: { name: file.name, href } };
  return shownFile.media;
}
