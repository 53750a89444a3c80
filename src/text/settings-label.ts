/** The client of a configuration file whose settings a command uses. */
export interface SettingsSource {
  /** The configuration file, relative to the current folder, or absolute. */
  readonly file: string;
  /** Name of the client in it. */
  readonly client: string;
}

/** The client and its file, for a person: `client shop of cabinetry.yaml`. */
export function settingsLabel({ client, file }: SettingsSource): string {
  return `client ${client} of ${file}`;
}
