import { FormError } from '../../ui/dialog.tsx';
import { useAdvice } from '../errors/advice.ts';

export type Refusal = { text: string; code: string };

export function RefusalNotice({ of: refusal }: { of: Refusal | undefined }) {
  const advice = useAdvice(refusal?.code ?? '');
  return <FormError text={refusal && `${refusal.text} ${advice}`.trim()} />;
}
