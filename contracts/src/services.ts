/**
 * The services behind the BFF, and how far above PORT each listens when it runs alone. This is the one list of them:
 * targets, addresses, the BFF's clients, its readiness and the tests of the whole derive from it, and
 * docker-compose.yml is held against it.
 */
export const servicePortOffsets = { transfer: 10, payment: 11, ads: 12, signals: 13, notification: 14 } as const;

export type ServiceName = keyof typeof servicePortOffsets;

export const serviceNames = Object.keys(servicePortOffsets) as ServiceName[];

/** The name of the setting that says where a service is. */
export type ServiceUrlSetting = `${Uppercase<ServiceName>}_URL`;

export function urlSettingOf(service: ServiceName): ServiceUrlSetting {
  return `${service.toUpperCase() as Uppercase<ServiceName>}_URL`;
}

/** One thing for each service, under its name. */
export function byService<Thing>(make: (service: ServiceName) => Thing): Record<ServiceName, Thing> {
  return Object.fromEntries(serviceNames.map((name) => [name, make(name)])) as Record<ServiceName, Thing>;
}

/** One thing for each service, under the name of the setting that says where it is. */
export function byUrlSetting<Thing>(make: (service: ServiceName) => Thing): Record<ServiceUrlSetting, Thing> {
  return Object.fromEntries(serviceNames.map((name) => [urlSettingOf(name), make(name)])) as Record<
    ServiceUrlSetting,
    Thing
  >;
}
