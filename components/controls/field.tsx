import type { InputHTMLAttributes, ReactNode, SelectHTMLAttributes } from "react";

const BOX =
  "w-full rounded-lg border border-line-strong bg-raised px-3 py-1.5 text-ink text-sm transition-colors placeholder:text-ink-faint focus:border-ink-faint disabled:opacity-50 max-sm:min-h-11";

interface FieldProps {
  label: string;
  hint?: string | undefined;
  className?: string;
  children: ReactNode;
}

/** A label over its control, with a hint under it. */
function Field({ label, hint, className = "", children }: FieldProps) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is the child
    <label className={`flex flex-col gap-1 ${className}`}>
      <span className="text-ink-soft text-sm">{label}</span>
      {children}
      {hint && <span className="text-ink-faint text-xs">{hint}</span>}
    </label>
  );
}

type TextFieldProps = Omit<FieldProps, "children"> &
  Omit<InputHTMLAttributes<HTMLInputElement>, "onChange"> & { onText: (text: string) => void };

export function TextField({ label, hint, className, onText, ...rest }: TextFieldProps) {
  return (
    <Field label={label} hint={hint} {...(className === undefined ? {} : { className })}>
      <input {...rest} onChange={(event) => onText(event.target.value)} className={BOX} />
    </Field>
  );
}

type ChoiceFieldProps = Omit<FieldProps, "children"> &
  Omit<SelectHTMLAttributes<HTMLSelectElement>, "onChange"> & {
    options: Array<{ value: string; label: string }>;
    onChoose: (value: string) => void;
  };

export function ChoiceField({ label, hint, className, options, onChoose, ...rest }: ChoiceFieldProps) {
  return (
    <Field label={label} hint={hint} {...(className === undefined ? {} : { className })}>
      <select {...rest} onChange={(event) => onChoose(event.target.value)} className={BOX}>
        {options.map((each) => (
          <option key={each.value} value={each.value}>
            {each.label}
          </option>
        ))}
      </select>
    </Field>
  );
}
