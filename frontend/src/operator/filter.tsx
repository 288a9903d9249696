import { useSearchParams } from 'react-router-dom';
import { SelectField } from '../ui/field.tsx';

/** The kinds of rows that a list can be asked for, and the one it is; undefined is all of them. */
interface Filter<Kind extends string> {
  names: Readonly<Record<Kind, string>>;
  kind: Kind | undefined;
  choose: (kind: string) => void;
}

/** Which kind of rows is asked for, by the names of all of them. It stands in the address, as the search does. */
export function useFilter<Kind extends string>(key: string, names: Readonly<Record<Kind, string>>): Filter<Kind> {
  const [params, setParams] = useSearchParams();
  const asked = params.get(key);
  return {
    names,
    kind: (Object.keys(names) as Kind[]).find((each) => each === asked),
    choose(kind) {
      const next = new URLSearchParams(params);
      if (kind) next.set(key, kind);
      else next.delete(key);
      setParams(next, { replace: true });
    },
  };
}

/** Where the kind is chosen, beside the search. */
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
