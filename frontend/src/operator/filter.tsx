import { useSearchParams } from 'react-router-dom';
import { SelectField } from '../ui/field.tsx';

/** The kinds of rows in a list, and the selected kind. Undefined selects all kinds. */
interface Filter<Kind extends string> {
  names: Readonly<Record<Kind, string>>;
  kind: Kind | undefined;
  choose: (kind: string) => void;
}

/** Returns the kind that is selected in the URL, and a setter. */
export function useFilter<Kind extends string>(key: string, names: Readonly<Record<Kind, string>>): Filter<Kind> {
  const [params, setParams] = useSearchParams();
  const selected = params.get(key);
  return {
    names,
    kind: (Object.keys(names) as Kind[]).find((each) => each === selected),
    choose(kind) {
      const next = new URLSearchParams(params);
      if (kind) next.set(key, kind);
      else next.delete(key);
      setParams(next, { replace: true });
    },
  };
}

/** Shows the select for the kind, beside the search. */
export function FilterField<Kind extends string>({ label, filter }: { label: string; filter: Filter<Kind> }) {
  return (
    <SelectField small label={label} value={filter.kind ?? ''} onChange={(event) => filter.choose(event.target.value)}>
      <option value="">All</option>
      {Object.entries<string>(filter.names).map(([kind, name]) => (
        <option key={kind} value={kind}>
          {name}
        </option>
      ))}
    </SelectField>
  );
}
