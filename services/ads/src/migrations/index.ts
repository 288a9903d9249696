import type { Migrations } from '@xrp-bridge/runtime';
import * as posts from './0001-posts.ts';

export const migrations: Migrations = { '0001_posts': posts };
