import { Fragment } from 'react';

/** Shows a domain name, which wraps only before a dot. */
export function Domain({ name }: { name: string }) {
  return (
    <span>
      {name.split(/(?=\.)/).map((part) => (
        <Fragment key={part}>
          <wbr />
          {part}
        </Fragment>
      ))}
    </span>
  );
}
