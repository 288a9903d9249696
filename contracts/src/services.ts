/**
 * The services behind the BFF.
 * The value is the offset from PORT of a service that runs alone. Targets, URLs, the BFF's clients, its readiness and
 * the system tests are derived from this list, and a test compares docker-compose.yml with it.
 */
export const servicePortOffsets = { transfer: 10, payment: 11, ads: 12, signals: 13, notification: 14 } as const;

export type ServiceName = keyof typeof servicePortOffsets;

export const serviceNames = Object.keys(servicePortOffsets) as ServiceName[];

/** Name of the setting that contains the URL of a service. */
export type ServiceUrlSetting = `${Uppercase<ServiceName>}_URL`;

export function urlSettingOf(service: ServiceName): ServiceUrlSetting {
  return `${service.toUpperCase() as Uppercase<ServiceName>}_URL`;
}

/** Builds a record with one value for each service. */
export function byService<Thing>(make: (service: ServiceName) => Thing): Record<ServiceName, Thing> {
  return Object.fromEntries(serviceNames.map((name) => [name, make(name)])) as Record<ServiceName, Thing>;
}

/** Builds a record with one value for each service, by the name of the service's URL setting. */
export function byUrlSetting<Thing>(make: (service: ServiceName) => Thing): Record<ServiceUrlSetting, Thing> {
  return Object.fromEntries(serviceNames.map((name) => [urlSettingOf(name), make(name)])) as Record<
    ServiceUrlSetting,
    Thing
  >;
}
