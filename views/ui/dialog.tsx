import type { ReactNode } from 'react';
import { useT } from '../i18n.tsx';
import { Button, type ButtonVariant, IconButton } from './button.tsx';
import { Icon } from './icon.tsx';

/** htmx attributes of whatever opens a dialog: the answer is put into `#dialogs` and shown. */
export function opensDialog(href: string): Record<string, string> {
  return { 'hx-get': href, 'hx-target': '#dialogs', 'hx-swap': 'beforeend', 'aria-haspopup': 'dialog' };
}

const WIDTHS = { sm: 'max-w-sm', md: 'max-w-lg', lg: 'max-w-3xl' };

type DialogProps = {
  id: string;
  title: string;
  size?: keyof typeof WIDTHS;
  footer?: ReactNode;
  children: ReactNode;
};

/** A modal window. islands/dialog.ts shows it when it arrives and removes it when it is closed. */
export function Dialog({ id, title, size = 'md', footer, children }: DialogProps) {
  return (
    <dialog id={id} className="dialog" aria-labelledby={`${id}-title`}>
      <div className={`dialog-box ${WIDTHS[size]}`}>
        <DialogHead id={id} title={title} />
        <div className="dialog-body">{children}</div>
        {footer ? <footer className="dialog-foot">{footer}</footer> : null}
      </div>
    </dialog>
  );
}

function DialogHead({ id, title }: { id: string; title: string }) {
  const t = useT();
  return (
    <header className="dialog-head">
      <h2
        id={`${id}-title`}
        className="wrap-anywhere line-clamp-3 min-w-0 text-balance font-semibold text-lg"
      >
        {title}
      </h2>
      <IconButton icon="x" label={t('common:close')} data-close="" className="-mr-2" />
    </header>
  );
}

type DialogFormProps = {
  id: string;
  title: string;
  /** Where the form goes; relative to the site, not below /api. */
  action: string;
  method?: 'post' | 'put' | 'patch' | 'delete';
  submitLabel?: string;
  size?: keyof typeof WIDTHS;
  /** What is wrong with the form as a whole, translated. */
  error?: string;
  /** A click beside it closes the window: for forms in which nothing can be lost. */
  isGuarded?: boolean;
  files?: boolean;
  /** Whoever sends it may be asked first who they are; then it is sent as it stands. */
  asksForProof?: boolean;
  footer?: ReactNode;
  children?: ReactNode;
};

/** For the form or button of an act that takes a fresh proof (`requireFreshProof`): it goes on by itself after it. */
export function goesOnProven(id: string, event: 'submit' | 'click'): Record<string, string> {
  return { id, 'hx-trigger': `${event}, proven:${id} from:document` };
}

/**
 * For the button of a sheet that takes a fresh proof (`answerCsv`): the page stays, and the browser saves the file. htmx believes that
 * the page is left then, so nothing may be disabled or turn until the answer.
 */
export function downloadsProven(id: string, href: string): Record<string, string> {
  return { ...goesOnProven(id, 'click'), 'hx-get': href, 'hx-swap': 'none', 'hx-indicator': '#none' };
}

/**
 * The server validates, in the reader's language instead of the browser's. A 422 answers with the same dialog, which
 * is merged into this one (chosen files and focus stay); success answers 204 with `HX-Trigger: dialog:close`.
 */
export function DialogForm({ submitLabel, footer, ...form }: DialogFormProps) {
  const t = useT();
  const foot = (
    <>
      {footer ? <div className="mr-auto min-w-0">{footer}</div> : null}
      <Button variant="ghost" data-close="">
        {t('common:cancel')}
      </Button>
      <Button type="submit" variant="primary">
        {submitLabel ?? t('common:save')}
      </Button>
    </>
  );
  return <FormFrame {...form} foot={foot} />;
}

type FormFrameProps = Omit<DialogFormProps, 'submitLabel' | 'footer'> & { what?: string; foot: ReactNode };

function FormFrame({
  id,
  title,
  action,
  method = 'post',
  size = 'md',
  error,
  isGuarded = true,
  files = false,
  asksForProof = false,
  what,
  foot,
  children,
}: FormFrameProps) {
  return (
    <dialog id={id} className="dialog" aria-labelledby={`${id}-title`} data-what={what}>
      <form
        noValidate
        className={`dialog-box ${WIDTHS[size]}`}
        autoComplete="off"
        encType={files ? 'multipart/form-data' : undefined}
        {...{ [`hx-${method}`]: action }}
        hx-target={`#${id}`}
        hx-swap="outerMorph"
        hx-disable="find button[type=submit]"
        hx-sync="this:drop"
        {...(isGuarded && { 'data-guard': '' })}
        {...(asksForProof && goesOnProven(`${id}-form`, 'submit'))}
      >
        <DialogHead id={id} title={title} />
        <div className="dialog-body">
          <FormError text={error} />
          {children}
        </div>
        <footer className="dialog-foot">{foot}</footer>
      </form>
    </dialog>
  );
}

/** What is wrong with a form as a whole; announced when it appears. */
export function FormError({ text }: { text?: string }) {
  if (!text) return null;
  return (
    <div role="alert" className="notice tone-error">
      <Icon name="alert-triangle" size={18} />
      <span>{text}</span>
    </div>
  );
}

type ConfirmDialogProps = Pick<
  DialogFormProps,
  'id' | 'title' | 'action' | 'method' | 'submitLabel' | 'size' | 'error' | 'asksForProof' | 'children'
> & {
  /** What is lost: its name, its number or how many; said on a line of its own where the title does not. */
  what: string;
  text?: ReactNode;
  /** 'danger' by default, which no other form has. */
  submitVariant?: ButtonVariant;
};

/** The focus is on the button that goes back, also where something has to be typed. It sends DELETE by default. */
export function ConfirmDialog({
  what,
  text,
  method = 'delete',
  size = 'sm',
  submitLabel,
  submitVariant = 'danger',
  children,
  ...form
}: ConfirmDialogProps) {
  const t = useT();
  const foot = (
    <>
      <Button variant="ghost" data-close="" autoFocus>
        {t('common:cancel')}
      </Button>
      <Button type="submit" variant={submitVariant}>
        {submitLabel ?? t('common:delete')}
      </Button>
    </>
  );
  return (
    <FormFrame {...form} method={method} size={size} isGuarded={false} what={what} foot={foot}>
      {form.title.includes(what) ? null : <Lost what={what} />}
      <p className="text-pretty">{text ?? t('common:confirmDelete')}</p>
      {children}
    </FormFrame>
  );
}

/** Also of dialogs that no form is in. */
export function Lost({ what }: { what: string }) {
  return (
    <p className="wrap-anywhere mb-2 line-clamp-3 font-semibold" dir="auto">
      {what}
    </p>
  );
}
