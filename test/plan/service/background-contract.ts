/** What a contract has whose `exports.start` starts work; every text is YAML. */
export interface BackgroundContract extends StateOperation {
  readonly method?: string;
  /** Status of the response of the start, its headers, links and members. */
  readonly started?: string;
  readonly headers?: string;
  readonly links?: string;
  readonly accepted?: string;
  /** Content of that response, in place of JSON with these members. */
  readonly content?: string;
  /** Further responses of the start. */
  readonly others?: string;
  /** Further paths. */
  readonly more?: string;
}

/** The operation that gives the state: `GET /jobs/{jobId}`. */
interface StateOperation {
  readonly noun?: string;
  readonly parameter?: string;
  readonly statusLinks?: string;
  /** Keywords of the schema of its response. */
  readonly status?: string;
  /** Content of its response, in place of JSON with this schema. */
  readonly state?: string;
}

/** States of success and of failure, and what is known of a failure. */
export const JOB =
  "properties: { jobId: { type: string }, status: { enum: [queued, running, succeeded, failed] }, " +
  "error: { type: object, properties: { code: { type: string }, retryable: { type: boolean }, hint: {} } } }";

/** A create that responds with 202, and the operation that gives its state. */
export function backgroundContract(given: BackgroundContract): string {
  const {
    method = "post",
    started = "202",
    headers = "Location: {}",
    links = "",
    accepted = "jobId: { type: string }",
    content = `application/json: { schema: { type: object, properties: { ${accepted} } } }`,
    others = "",
    more = "",
  } = given;
  return `
paths:
  /exports:
    ${method}:
      operationId: startExport
      tags: [exports]
      responses:
        '${started}':
          description: Started
          headers: { ${headers} }
          links: { ${links} }
          content: { ${content} }
        ${others}
${stateOperation(given)}
${more}`;
}

/** The path of the operation that gives the state of what was started. */
export function stateOperation({
  noun = "job",
  parameter = `${noun}Id`,
  statusLinks = "",
  status = JOB,
  state = `application/json: { schema: { type: object, ${status} } }`,
}: StateOperation): string {
  return `  /${noun}s/{${parameter}}:
    get:
      operationId: getJob
      tags: [jobs]
      parameters: [{ in: path, name: ${parameter}, required: true, schema: { type: string } }]
      responses:
        '200':
          description: Job
          links: { ${statusLinks} }
          content: { ${state} }`;
}
