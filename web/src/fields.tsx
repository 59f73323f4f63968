/* The parts that forms are made of. */
import type { ComponentChildren } from 'preact';

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
