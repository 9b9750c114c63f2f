/** Excludes forms that save each choice at once, and those that skip morphing and so keep their text. */
const FORM =
  'form:is([data-guard],[hx-post],[hx-put]):not([hx-morph-skip],[hx-trigger^="change"]:has(select,[type="checkbox"]))';

export const typedForm = (field: Element) => field.closest<HTMLFormElement>(FORM);
