import { runCommand } from './command.ts';
import { openFileStore } from './platform/files/open.ts';
import { claimInstallation } from './platform/installation.ts';
import { createSecrets } from './platform/secrets.ts';

/**
 * `node server/claim-installation.ts`: declares the files and the key of this environment to be the database's from now
 * on, after they were moved or lost. Nodes with others no longer start.
 */
await runCommand(async (_, config, { database, logger }) => {
  const secrets = createSecrets(config);
  const changed = await claimInstallation({
    database,
    files: openFileStore(config),
    secrets,
    config,
    logger,
  });
  return [
    changed.files
      ? 'The files of this database are now those of this store'
      : 'The file store was the right one',
    changed.key
      ? 'The key is now the present one; what others sealed stays closed'
      : 'The key was the right one',
  ].join('\n');
});
