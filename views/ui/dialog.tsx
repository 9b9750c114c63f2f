import type { ReactNode } from 'react';
import { useT } from '../i18n.tsx';
import { Button, type ButtonVariant, IconButton } from './button.tsx';
import { FormValues } from './fields/form-values.tsx';
import { Icon } from './icons/icon.tsx';

/** htmx attributes for a dialog's opener: the response is put into `#dialogs` and shown. */
export function opensDialog(href: string): Record<string, string> {
  return {
    'hx-get': href,
    'hx-target': '#dialogs',
    'hx-swap': 'beforeend',
    'hx-sync': 'this:drop',
    'aria-haspopup': 'dialog',
  };
}

export function opensAtOnce({ href, page }: { href: string; page: string }): Record<string, string> {
  return {
    'hx-get': href,
    'hx-trigger': 'load',
    'hx-select': 'dialog',
    'hx-swap': 'beforeend',
    'hx-replace-url': page,
  };
}

const WIDTHS = { sm: 'max-w-sm', md: 'max-w-lg', lg: 'max-w-3xl' };

type DialogProps = {
  id: string;
  title: string;
  size?: keyof typeof WIDTHS;
  footer?: ReactNode;
  /** Nothing in it takes the focus: a keyboard scrolls the text itself. */
  isText?: boolean;
  children: ReactNode;
};

export function Dialog({ id, title, size = 'md', footer, isText = false, children }: DialogProps) {
  return (
    <dialog id={id} className="dialog" aria-labelledby={`${id}-title`}>
      <div className={`dialog-box ${WIDTHS[size]}`}>
        <DialogHeader id={id} title={title} />
        <div className="dialog-body" {...(isText && { tabIndex: 0 })}>
          {children}
        </div>
        {footer ? <footer className="dialog-foot">{footer}</footer> : null}
      </div>
    </dialog>
  );
}

function DialogHeader({ id, title }: { id: string; title: string }) {
  const t = useT();
  return (
    <header className="dialog-head">
      <h2
        id={`${id}-title`}
        className="wrap-anywhere line-clamp-3 min-w-0 text-balance font-semibold text-lg"
      >
        {title}
      </h2>
      <IconButton icon="x" label={t('common:close')} keys="Escape" data-close="" className="-mr-2" />
    </header>
  );
}

type DialogFormProps = {
  id: string;
  title: string;
  /** Relative to the site, not below /api. */
  action: string;
  method?: 'post' | 'put' | 'patch' | 'delete';
  submitLabel?: string;
  /** Instead of "Cancel", where what is sent is a cancellation. */
  closeLabel?: string;
  size?: keyof typeof WIDTHS;
  values?: Record<string, unknown>;
  errors?: Record<string, string | undefined>;
  /** Error of the whole form, translated. */
  error?: string;
  /** If false, a click outside closes it: for forms in which nothing can be lost. */
  isGuarded?: boolean;
  files?: boolean;
  /** The sender may have to reauthenticate first; then the form is sent unchanged. */
  asksForPassword?: boolean;
  footer?: ReactNode;
  /** Replaces all buttons below the form. */
  buttons?: ReactNode;
  children?: ReactNode;
};

/** For a form or button that needs `requireRecentAuthentication`: it continues by itself after reauthentication. */
export function goesOnProven(id: string, event: 'submit' | 'click'): Record<string, string> {
  return { id, 'hx-trigger': `${event}, proven:${id} from:document` };
}

/** For a CSV that needs reauthentication: the page stays, so nothing may be disabled until the answer. */
export function downloadsProven(id: string, href: string): Record<string, string> {
  return { ...goesOnProven(id, 'click'), 'hx-get': href, 'hx-swap': 'none', 'hx-indicator': '#none' };
}

/** A 422 answers with the same dialog, morphed; success with 204 and `HX-Trigger: dialog:close`. */
export function DialogForm({ submitLabel, closeLabel, footer, buttons, ...form }: DialogFormProps) {
  const t = useT();
  const foot = (
    <>
      {footer ? <div className="mr-auto min-w-0">{footer}</div> : null}
      <Button variant="ghost" data-close="">
        {closeLabel ?? t('common:cancel')}
      </Button>
      <Button type="submit" variant="primary">
        {submitLabel ?? t('common:save')}
      </Button>
    </>
  );
  return <FormFrame {...form} foot={buttons ?? foot} />;
}

type FormFrameProps = Omit<DialogFormProps, 'submitLabel' | 'closeLabel' | 'footer' | 'buttons'> & {
  what?: string;
  foot: ReactNode;
};

function FormFrame({
  id,
  title,
  action,
  method = 'post',
  size = 'md',
  values,
  errors,
  error,
  isGuarded = true,
  files = false,
  asksForPassword = false,
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
        {...(asksForPassword && goesOnProven(`${id}-form`, 'submit'))}
      >
        <DialogHeader id={id} title={title} />
        <div className="dialog-body">
          <FormError text={error ?? errors?.form} />
          <FormValues values={values} errors={errors}>
            {children}
          </FormValues>
        </div>
        <footer className="dialog-foot">{foot}</footer>
      </form>
    </dialog>
  );
}

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
  'id' | 'title' | 'action' | 'method' | 'submitLabel' | 'size' | 'error' | 'asksForPassword' | 'children'
> & {
  /** Names the deleted record by name, number or count; on its own line if the title does not say it. */
  what: string;
  text?: ReactNode;
  submitVariant?: ButtonVariant;
};

/** The cancel button has the focus, even if something must be typed. Sends DELETE by default. */
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

export function Lost({ what }: { what: string }) {
  return (
    <p className="wrap-anywhere mb-2 line-clamp-3 font-semibold" dir="auto">
      {what}
    </p>
  );
}
