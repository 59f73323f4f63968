/* The frame of every dialog: the focus stays inside and goes back where it was. */
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { ComponentChildren } from 'preact';
import type { Controller } from './controller';

export function Frame(props: { controller: Controller; title: string; wide?: boolean; children: ComponentChildren }) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const before = document.activeElement as HTMLElement | null;
    (box.current?.querySelector('[autofocus], input, select, button, textarea') as HTMLElement | null)?.focus();
    return () => before?.focus?.();
  }, []);
  const close = (): void => props.controller.set({ dialog: null, ask: null, file: null, newFrom: null });
  const onKey = (event: KeyboardEvent): void => {
    event.stopPropagation();
    if (event.key === 'Escape') return close();
    if (event.key !== 'Tab' || !box.current) return;
    const all = [...box.current.querySelectorAll<HTMLElement>('button, input, select, textarea, a[href]')].filter((e) => !e.hasAttribute('disabled'));
    const first = all[0], last = all[all.length - 1];
    if (event.shiftKey && document.activeElement === first) { last?.focus(); event.preventDefault(); }
    else if (!event.shiftKey && document.activeElement === last) { first?.focus(); event.preventDefault(); }
  };
  return (
    <div class="shade" onPointerDown={(event) => event.target === event.currentTarget && close()}>
      <div class={`dialog${props.wide ? ' wide' : ''}`} role="dialog" aria-modal="true" aria-label={props.title} ref={box} onKeyDown={onKey}>
        <div class="dialog-head">
          <h2>{props.title}</h2>
          <button type="button" class="quiet" aria-label={props.controller.t('close')} onClick={close}>✕</button>
        </div>
        {props.children}
      </div>
    </div>
  );
}
