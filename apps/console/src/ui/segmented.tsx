interface SegmentedProps<Value extends string> {
  readonly label: string;
  /** Name of the group, unique on the page. */
  readonly name: string;
  readonly value: Value;
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  readonly onChange: (value: Value) => void;
}

/** A choice of a few values: radio buttons, so arrow keys work. */
export function Segmented<Value extends string>({ label, name, value, options, onChange }: SegmentedProps<Value>) {
  return (
    <fieldset class="segmented">
      <legend class="off-screen">{label}</legend>
      {options.map((option) => (
        <label key={option.value}>
          <input type="radio" name={name} checked={option.value === value} onChange={() => onChange(option.value)} />
          <span>{option.label}</span>
        </label>
      ))}
    </fieldset>
  );
}
