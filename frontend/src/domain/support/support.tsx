import { useQuery } from '@tanstack/react-query';
import { configQuery } from '../../lib/api/config.ts';
import { SupportLine } from '../../ui/support-line.tsx';

/** Shows how to contact the support. Renders nothing until the configuration is loaded. */
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
