import { type LineView, simulatorPaths } from '@demo/phones/simulator.schema.ts';
import { useT } from '@views/i18n.tsx';
import { DialogForm } from '@views/ui/dialog.tsx';
import { Field, Select, TextArea } from '@views/ui/fields/field.tsx';
import { formatNumber } from '@/schemas/phone-number.schema.ts';

type PairingProps = { line: LineView; value?: string; error?: string };

export function QrDialog({ line, value, error }: PairingProps) {
  const t = useT();
  return (
    <DialogForm
      id="sim-qr"
      title={t('simulator:qr.title', { name: line.name })}
      action={simulatorPaths.qr(line)}
      submitLabel={t('simulator:lines.link')}
    >
      <TextArea
        name="qr"
        label={t('simulator:qr.label')}
        hint={t('simulator:qr.hint')}
        defaultValue={value}
        error={error}
        required
      />
    </DialogForm>
  );
}

export function CodeDialog({ line, value, error }: PairingProps) {
  const t = useT();
  return (
    <DialogForm
      id="sim-code"
      title={t('simulator:code.title', { name: line.name })}
      action={simulatorPaths.code(line)}
      submitLabel={t('simulator:lines.link')}
      size="sm"
    >
      <p>{t('simulator:code.text', { number: formatNumber(line.number) })}</p>
      <Field
        name="code"
        label={t('simulator:code.label')}
        defaultValue={value}
        error={error}
        maxLength={12}
        required
      />
    </DialogForm>
  );
}

export type OwnMessageDialogProps = {
  line: LineView;
  people: { number: string; name: string }[];
  values?: Record<string, string>;
  errors?: Record<string, string>;
};

export function OwnMessageDialog({ line, people, values = {}, errors = {} }: OwnMessageDialogProps) {
  const t = useT();
  return (
    <DialogForm
      id="sim-own"
      title={t('simulator:own.title', { name: line.name })}
      action={simulatorPaths.ownMessages(line)}
      submitLabel={t('simulator:send')}
    >
      <Select
        name="to"
        label={t('simulator:own.to')}
        options={people.map(({ number, name }) => ({ value: number, label: name }))}
        defaultValue={values.to}
        error={errors.to}
        required
      />
      <TextArea
        name="text"
        label={t('simulator:own.text')}
        hint={t('simulator:own.hint')}
        rows={3}
        defaultValue={values.text}
        error={errors.text}
        maxLength={4096}
        required
      />
    </DialogForm>
  );
}
