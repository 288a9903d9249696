import { useQuery } from '@tanstack/react-query';
import { configQuery } from '../../lib/api/config.ts';
import { SupportLine } from '../../ui/support-line.tsx';

/** How to reach a person; nothing until it is known. */
export function Support() {
  const { data: config } = useQuery(configQuery);
  return (
    config && (
      <p>
        <SupportLine support={config.support} />
      </p>
    )
  );
}
