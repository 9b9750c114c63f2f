import type { ReactNode } from 'react';
import { useT } from '../i18n.tsx';
import { Button } from './button.tsx';

type Step = { key: string; label: string; isWrong?: boolean };

type StepsProps = {
  label: string;
  steps: readonly Step[];
  open: string;
  /** Parts with `data-step`, the numbers of the steps that show them; parts without one are always shown. */
  children: ReactNode;
};

/** One form in steps. They are radio buttons, so that they work, and everything is sent, without a script. */
export function Steps({ label, steps, open, children }: StepsProps) {
  const wrong = steps.find(({ isWrong }) => isWrong)?.key;
  return (
    <div className="steps" data-field="" data-steps="">
      <fieldset className="steps-row" aria-label={label}>
        {steps.map(({ key, label: name, isWrong }, index) => (
          <label key={key} data-wrong={isWrong ? '' : undefined}>
            <input
              type="radio"
              // A morph would keep the old selection; a new id opens the refused step.
              id={key === wrong ? `step-${key}-wrong` : `step-${key}`}
              name="step"
              value={key}
              defaultChecked={key === (wrong ?? open)}
              className="sr-only"
            />
            <span className="steps-number" aria-hidden="true">
              {index + 1}
            </span>
            <span className="steps-name">{name}</span>
          </label>
        ))}
      </fieldset>
      {children}
    </div>
  );
}

type StepButtonsProps = {
  /** Saving is offered only in the last step. */
  savesAtEnd: boolean;
  submit: ReactNode;
};

/** islands/forms/steps.ts moves between the steps. */
export function StepButtons({ savesAtEnd, submit }: StepButtonsProps) {
  const t = useT();
  return (
    <div className="steps-buttons" data-field="">
      <Button variant="ghost" icon="arrow-left" data-go="back">
        {t('common:steps.back')}
      </Button>
      <Button variant="ghost" data-close="">
        {t('common:cancel')}
      </Button>
      <span className="grow" />
      <Button variant={savesAtEnd ? 'primary' : 'default'} data-go="next">
        {t('common:steps.next')}
      </Button>
      <Button type="submit" variant="primary" data-at-end={savesAtEnd ? '' : undefined}>
        {submit}
      </Button>
    </div>
  );
}
