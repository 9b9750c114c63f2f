import { factorPaths } from '@/modules/factors/factor-paths.schema.ts';
import { useI18n } from '../../i18n.tsx';
import { formatMoment } from '../../parts/messages/dates.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { opensDialog } from '../../ui/dialog.tsx';
import { Line, Section } from './security-parts.tsx';

export type PasskeyProps = { id: number; name: string; createdAt: string; lastUsedAt: string | null };

export function Passkeys({ passkeys, isPossible }: { passkeys: PasskeyProps[]; isPossible: boolean }) {
  const i18n = useI18n();
  const { t } = i18n;
  const at = (iso: string) => formatMoment(iso, i18n);
  const add = (
    <Button size="sm" icon="plus" {...opensDialog(factorPaths.newPasskey())}>
      {t('factors:passkey.add')}
    </Button>
  );
  return (
    <Section
      title={t('factors:passkey.title')}
      text={t('factors:passkey.text')}
      action={isPossible ? add : null}
    >
      {passkeys.map(({ id, name, createdAt, lastUsedAt }) => (
        <Line
          key={id}
          title={name}
          text={
            lastUsedAt
              ? t('factors:passkey.used', { at: at(lastUsedAt) })
              : t('factors:passkey.unused', { at: at(createdAt) })
          }
        >
          <div className="flex gap-1">
            <IconButton
              icon="pencil"
              label={t('factors:passkey.renameOne', { name })}
              {...opensDialog(factorPaths.editPasskey(id))}
            />
            <IconButton
              icon="trash"
              label={t('factors:passkey.remove', { name })}
              {...opensDialog(factorPaths.confirmDeletePasskey(id))}
            />
          </div>
        </Line>
      ))}
      {passkeys.length === 0 ? (
        <p className="px-4 py-3 text-muted text-sm">
          {t(isPossible ? 'factors:passkey.none' : 'factors:passkey.impossible')}
        </p>
      ) : null}
    </Section>
  );
}
