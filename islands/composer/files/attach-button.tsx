import { useT } from '@views/i18n.tsx';
import { IconButton } from '@views/ui/button.tsx';
import { useRef } from 'react';

export function AttachButton({
  isEnabled,
  onFiles,
}: {
  isEnabled: boolean;
  onFiles: (files: File[]) => void;
}) {
  const t = useT();
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <IconButton
        icon="paperclip"
        label={t('messages:attach')}
        disabled={!isEnabled}
        onClick={() => input.current?.click()}
      />
      <input
        ref={input}
        type="file"
        multiple
        hidden
        tabIndex={-1}
        aria-hidden="true"
        onChange={(event) => {
          onFiles([...(event.currentTarget.files ?? [])]);
          event.currentTarget.value = '';
        }}
      />
    </>
  );
}
