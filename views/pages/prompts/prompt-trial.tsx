import { PRICE_CURRENCY } from '@/modules/prompts/prompts.schema.ts';
import type { TrialView } from '@/modules/prompts/prompts.views.ts';
import { promptPaths } from '@/paths.ts';
import { useI18n, useT } from '../../i18n.tsx';
import { Button } from '../../ui/button.tsx';
import { TextArea } from '../../ui/fields/field.tsx';

export function PromptTrialPane() {
  const t = useT();
  return (
    <div className="flex flex-col gap-3">
      <p className="field-hint">{t('prompts:trial.hint')}</p>
      <div id="prompt-talk" className="flex flex-col gap-2" role="log" aria-label={t('prompts:trial.talk')}>
        <Talk value="[]" />
      </div>
      <TextArea name="said" label={t('prompts:trial.said')} rows={2} maxLength={2000} />
      <Button
        id="prompt-try"
        icon="send"
        className="self-start"
        hx-post={promptPaths.trial()}
        hx-include="#prompt-dialog [name]"
        hx-target="#prompt-talk"
        hx-swap="beforeend"
        hx-disable="this"
      >
        {t('prompts:trial.send')}
      </Button>
    </div>
  );
}

type TurnProps = {
  text: string;
  answer?: TrialView;
  /** JSON of the whole conversation, for the next turn. */
  talk: string;
};

export function PromptTrialTurn({ text: question, answer, talk }: TurnProps) {
  const t = useT();
  if (!answer) return <Talk value={talk} isAgain />;
  return (
    <>
      <p className="self-end rounded-box bg-base-200 px-3 py-2 text-sm">{question}</p>
      {answer.error ? (
        <p className="text-error text-sm" role="alert">
          {t(answer.error)}
        </p>
      ) : null}
      {answer.text ? (
        <p className="whitespace-pre-line rounded-box border border-base-300 px-3 py-2 text-sm">
          {answer.text}
        </p>
      ) : null}
      <Facts {...answer} />
      <Talk value={talk} isAgain />
    </>
  );
}

function Facts({ note, tokens, cost }: TrialView) {
  const { t, locale } = useI18n();
  const price =
    cost === null
      ? ''
      : ` · ${new Intl.NumberFormat(locale, { style: 'currency', currency: PRICE_CURRENCY, maximumFractionDigits: 6 }).format(cost)}`;
  return (
    <p className="field-hint">
      {note ? `${note} · ` : ''}
      {t('prompts:trial.tokens', { count: tokens })}
      {price}
    </p>
  );
}

function Talk({ value, isAgain = false }: { value: string; isAgain?: boolean }) {
  return (
    <input
      id="prompt-talk-lines"
      type="hidden"
      name="talk"
      value={value}
      {...(isAgain && { 'hx-swap-oob': 'true' })}
    />
  );
}
