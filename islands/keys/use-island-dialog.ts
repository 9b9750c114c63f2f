import { useLayoutEffect } from 'react';

/** Toasts move into the top dialog and must outlive it. */
export function spareToasts(dialog: Element): void {
  const toasts = dialog.querySelector('#toasts');
  if (toasts) document.body.append(toasts);
}

export function useIslandDialog(id: string, onClose: () => void): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: shown once
  useLayoutEffect(() => {
    const dialog = document.getElementById(id) as HTMLDialogElement;
    const closed = () => {
      spareToasts(dialog);
      onClose();
    };
    const pressed = (event: PointerEvent) => {
      if (event.target === dialog && !dialog.querySelector('[data-guard]')) dialog.close();
    };
    dialog.addEventListener('close', closed);
    dialog.addEventListener('pointerdown', pressed);
    dialog.showModal();
    return () => {
      spareToasts(dialog);
      dialog.removeEventListener('close', closed);
      dialog.removeEventListener('pointerdown', pressed);
    };
  }, []);
}
