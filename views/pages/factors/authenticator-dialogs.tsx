import { factorPaths } from '@/modules/factors/factor-paths.schema.ts';
import { useT } from '../../i18n.tsx';
import { QrImage } from '../../parts/connections/qr-image.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog, Dialog, DialogForm } from '../../ui/dialog.tsx';
import { Field } from '../../ui/fields/field.tsx';

type Errors = Record<string, string>;

export type AuthenticatorDialogProps = {
  secret: string;
  encrypted: string;
  image: { size: number; path: string } | null;
  errors?: Errors;
};

export function AuthenticatorDialog({ secret, encrypted, image, errors = {} }: AuthenticatorDialogProps) {
  const t = useT();
  return (
    <DialogForm
      id="factor-dialog"
      title={t('factors:authenticator.add')}
      action={factorPaths.authenticator()}
      asksForPassword
      submitLabel={t('factors:authenticator.switchOn')}
    >
      <p className="text-pretty">{t('factors:authenticator.scan')}</p>
      <div className="flex flex-col items-center gap-2">
        {image ? <QrImage label={t('factors:authenticator.qr')} {...image} /> : null}
        <p className="text-center text-muted text-sm">{t('factors:authenticator.byHand')}</p>
        <output className="break-all text-center font-mono text-sm">{inFours(secret)}</output>
      </div>
      <input type="hidden" name="sealed" value={encrypted} />
      <CodeField error={errors.code} hint={t('factors:authenticator.firstCode')} isFirst />
    </DialogForm>
  );
}

export function SwitchOffDialog({ errors = {} }: { errors?: Errors }) {
  const t = useT();
  return (
    <ConfirmDialog
      id="factor-dialog"
      title={t('factors:switchOff.title')}
      what={t('factors:switchOff.what')}
      text={t('factors:switchOff.text')}
      action={factorPaths.removeAuthenticator()}
      method="post"
      submitLabel={t('factors:switchOff.submit')}
    >
      <CodeField error={errors.code} hint={t('factors:codeHint')} />
    </ConfirmDialog>
  );
}

export function NewCodesDialog({ errors = {} }: { errors?: Errors }) {
  const t = useT();
  return (
    <DialogForm
      id="factor-dialog"
      title={t('factors:newCodes.title')}
      action={factorPaths.recoveryCodes()}
      submitLabel={t('factors:newCodes.submit')}
      size="sm"
    >
      <p className="text-pretty">{t('factors:newCodes.text')}</p>
      <CodeField error={errors.code} hint={t('factors:codeHint')} isFirst />
    </DialogForm>
  );
}

export function RecoveryCodesDialog({ codes }: { codes: string[] }) {
  const t = useT();
  const all = codes.join('\n');
  return (
    <Dialog
      id="factor-dialog"
      title={t('factors:recovery.title')}
      footer={
        <>
          <Button icon="copy" data-copy={all} data-copied={t('common:copied')}>
            {t('factors:recovery.copy')}
          </Button>
          <Button variant="primary" data-close="">
            {t('factors:recovery.saved')}
          </Button>
        </>
      }
    >
      <p className="text-pretty">{t('factors:recovery.text')}</p>
      <ol
        className="mt-4 grid grid-cols-2 gap-x-6 gap-y-2 font-mono"
        aria-label={t('factors:recovery.title')}
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
    </Dialog>
  );
}

type CodeFieldProps = { error: string | undefined; hint: string; isFirst?: boolean };

function CodeField({ error, hint, isFirst = false }: CodeFieldProps) {
  const t = useT();
  return (
    <Field
      name="code"
      label={t('factors:code')}
      hint={hint}
      error={error}
      autoComplete="one-time-code"
      maxLength={64}
      {...(isFirst && { autoFocus: true })}
      required
    />
  );
}

function inFours(secret: string): string {
  return (secret.match(/.{1,4}/g) ?? []).join(' ');
}
