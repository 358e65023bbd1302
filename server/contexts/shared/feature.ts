import type { FastifyInstance } from 'fastify';
import type { Engine } from '../../engine/engine.ts';
import type { Config } from '../../platform/config.ts';
import type { Logger } from '../../platform/logger.ts';

/** The parts that a feature is given to build its calls with. */
export interface FeatureContext {
  readonly engine: Engine;
  readonly config: Config;
  readonly logger: Logger;
}

/** Handles a feature's calls. */
export type Feature = (app: FastifyInstance, context: FeatureContext) => void | Promise<void>;
