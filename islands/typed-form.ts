/** One that saves each choice at once has no words to keep, and one that skips merging keeps them already. */
const FORM =
  'form:is([data-guard],[hx-post],[hx-put]):not([hx-morph-skip],[hx-trigger^="change"]:has(select,[type="checkbox"]))';

/** The form whose words are kept until it is saved, if `field` stands in one and is the first that changes in it. */
export const typedForm = (field: Element) => field.closest<HTMLFormElement>(FORM);
