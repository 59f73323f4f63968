/* The parts that forms are made of. */
import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';

type TextBox = { currentTarget: HTMLInputElement | HTMLTextAreaElement };

/* A text that counts when the user leaves it. Until then it is the user's: the page may be drawn anew many times a second
 * and does not touch it. A field that goes away, because the engine has moved meanwhile, leaves its text behind. */
export function useDraft(value: string, keep: (text: string) => void) {
  const draft = useRef<string | null>(null), latest = useRef({ value, keep }), [, redraw] = useState(0);
  latest.current = { value, keep };
  const take = (): void => {
    const text = draft.current;
    draft.current = null;
    if (text !== null && text !== latest.current.value) latest.current.keep(text);
  };
  useEffect(() => take, []);
  const leave = (): void => {
    take();
    redraw((n) => n + 1);
  };
  return { value: draft.current ?? value, onInput: (event: TextBox): void => { draft.current = event.currentTarget.value; }, onChange: leave, onBlur: leave };
}

/* Before another game comes to the table: what is being typed belongs to this one. */
export function leaveField(): void {
  const field = document.activeElement;
  if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) field.blur();
}

export function Field(props: { label: string; children: ComponentChildren }) {
  return <label class="field"><span>{props.label}</span>{props.children}</label>;
}

export function Choices<T extends string>(props: { label: string; value: T; of: [T, string][]; name: string; onChange: (value: T) => void }) {
  return (
    <fieldset class="choice">
      <legend>{props.label}</legend>
      <div class="segments">
        {props.of.map(([value, text]) => (
          <label key={value} class={value === props.value ? 'on' : ''}>
            <input type="radio" name={props.name} value={value} checked={value === props.value} onChange={() => props.onChange(value)} />
            {text}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

export function NumberField(props: { name: string; label: string; value: number; min: number; max: number; onChange: (value: number) => void }) {
  return (
    <Field label={props.label}>
      <input type="number" name={props.name} min={props.min} max={props.max} value={props.value}
        onInput={(event) => props.onChange(Math.max(props.min, Math.min(props.max, Number(event.currentTarget.value) || props.min)))} />
    </Field>
  );
}

export function Select(props: { label: string; name: string; value: string; of: [string, string][]; onChange: (value: string) => void }) {
  return (
    <Field label={props.label}>
      <select name={props.name} value={props.value} onChange={(event) => props.onChange(event.currentTarget.value)}>
        {props.of.map(([value, text]) => <option key={value} value={value}>{text}</option>)}
      </select>
    </Field>
  );
}

export function Check(props: { name: string; label: string; checked: boolean; onChange: (checked: boolean) => void }) {
  return <label class="check"><input type="checkbox" name={props.name} checked={props.checked} onChange={(event) => props.onChange(event.currentTarget.checked)} />{props.label}</label>;
}
