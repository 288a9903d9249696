import packageJson from '../../../package.json' with { type: 'json' };

/** The product's version, from the root package.json: https://semver.org */
export const version = packageJson.version;
