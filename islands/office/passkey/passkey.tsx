import { useT } from '@views/i18n.tsx';
import { useEffect, useRef, useState } from 'react';

export type PasskeyProps = {
  act: 'create' | 'get';
  options: object;
};

export function Passkey({ act, options }: PasskeyProps) {
  const t = useT();
  const field = useRef<HTMLInputElement>(null);
  const [failure, setFailure] = useState<string | null>(null);

  useEffect(() => {
    const form = field.current?.form;
    if (!form) return;
    const hold = (event: SubmitEvent) => {
      if (field.current?.value !== '') return;
      event.preventDefault();
      event.stopImmediatePropagation();
      setFailure(null);
      ask(act, options)
        .then((credential) => {
          if (!field.current) return;
          field.current.value = credential;
          form.requestSubmit();
          // A refused passkey response is invalid: the next attempt asks again.
          field.current.value = '';
        })
        .catch((error: unknown) => setFailure(reasonOf(error)));
    };
    form.addEventListener('submit', hold, { capture: true });
    return () => form.removeEventListener('submit', hold, { capture: true });
  }, [act, options]);

  return (
    <>
      <input ref={field} type="hidden" name="credential" defaultValue="" />
      {failure ? (
        <p role="alert" className="notice tone-error">
          {t(`factors:passkey.${failure}`)}
        </p>
      ) : null}
    </>
  );
}

async function ask(act: PasskeyProps['act'], options: object): Promise<string> {
  const known = globalThis.PublicKeyCredential;
  if (!known?.parseCreationOptionsFromJSON) throw new DOMException('', 'NotSupportedError');
  const credential =
    act === 'create'
      ? await navigator.credentials.create({
          publicKey: known.parseCreationOptionsFromJSON(options as PublicKeyCredentialCreationOptionsJSON),
        })
      : await navigator.credentials.get({
          publicKey: known.parseRequestOptionsFromJSON(options as PublicKeyCredentialRequestOptionsJSON),
        });
  return JSON.stringify((credential as PublicKeyCredential).toJSON());
}

function reasonOf(error: unknown): 'held' | 'unsupported' | 'failed' {
  const name = error instanceof DOMException ? error.name : '';
  if (name === 'InvalidStateError') return 'held';
  return name === 'NotSupportedError' ? 'unsupported' : 'failed';
}
