/* The texts of docs/configuration.md that are written by hand, as Markdown. */

/** Before the keys of a client. */
export const HEAD = `# \`cabinetry.yaml\`

<!-- Written by \`npm run configuration\` from docs/cabinetry.schema.json. -->

## What does a configuration look like?

\`\`\`yaml
# yaml-language-server: $schema=./node_modules/cabinetry/docs/cabinetry.schema.json
clients:
  billing:
    contract: https://platform.example/v1/billing
    out: src/billing
    vendor: acme
  shop:
    contract: contracts/shop.yaml
    out: src/shop
    name: ShopApi
    operations:
      listOrders: { pagination: { style: cursor, items: data, next: meta.next, cursor: page_token } }
      createOrder: { idempotency: { header: X-Request-Id } }
\`\`\`

The first line lets editors complete and check the file. YAML aliases are not supported.

## Which clients does \`generate\` write?

| command | clients |
| --- | --- |
| \`cabinetry generate\` | all, in the order of the file |
| \`cabinetry generate --check\` | compares all |
| \`cabinetry generate --client billing\` | one; \`--client\` can be repeated |
| \`cabinetry generate -o src/shop\` | the one with this folder |
| \`cabinetry generate CONTRACT -o src/shop\` | this contract, with the settings of the client that has this folder |
| \`cabinetry generate --config FILE\` | all of another file; by default it is \`cabinetry.yaml\` in the current folder |

A client that fails does not stop the others. The exit code is the highest one.

## Which setting applies?

1. The option of the command line. With several clients, add \`--client\`.
2. \`cabinetry.yaml\`.
3. The previous run: a setting that \`cabinetry.yaml\` does not have is recorded in \`manifest.json\` of the client. What the file says of a contract is recorded for one purpose: \`generate\` and \`--check\` list what a change of it changes for callers.
4. What the contract shows.
5. The default.

A setting that you remove from \`cabinetry.yaml\` returns to its default; a \`name\` stays, for \`names.lock.json\` has it.

\`inspect CONTRACT\` and \`diff OLD NEW\` use the settings of the client with this contract or folder, and print its name. Without one, \`diff\` uses those of the only client of the file. Where several have the contract, choose one with \`--client\`.`;

/** Before the keys of an operation. */
export const OVERRIDES = `\`operations\` says what the contract does not say of an operation, or says otherwise. \`false\` switches a trait off.

- Every entry is checked against the contract. One that does not fit is an error with its line, and the nearest name.
- A header that the contract does not declare is still sent.
- \`cabinetry inspect --verbose\` shows for every trait whether the contract or the configuration decided, and why.
- \`cabinetry diff\` reads both contracts with the same entries. An entry that does not fit a contract has no effect there; for NEW it is a warning.`;

/** After everything. */
export const FOOT = `[Comparing contracts](diff.md) explains the settings of \`diff\`.`;

/** After the keys of a client. */
export const OVERLAYS = `## How do I correct a contract of others?

\`\`\`yaml
clients:
  shop:
    contract: https://shop.example/openapi.json
    out: src/shop
    overlays: [shop.overlay.yaml]
    lenient: true
\`\`\`

\`\`\`yaml
# shop.overlay.yaml
overlay: 1.1.0
info: { title: What the contract lacks, version: 1.0.0 }
actions:
  - target: $.paths['/orders'].get
    update: { operationId: listOrders, tags: [orders] } # members are added, lists appended, other values replaced
  - target: $.paths['/orders'].post.parameters[?@.name == 'debug']
    remove: true
  - target: $.paths['/returns'].get.responses
    copy: $.paths['/orders'].get.responses # from 1.1 on
\`\`\`

\`generate --overlay shop.overlay.yaml\` does the same without a configuration file; it can be repeated, and takes the place of \`overlays\`.
\`inspect\` and \`diff\` have the same option.

An overlay changes the document that \`contract\` names, not the files that it refers to. \`target\` is a JSONPath (RFC 9535). An action that selects
nothing is a warning. The client's \`openapi.json\` has the result.`;

/** After the keys of a client. */
export const ACCEPT = `## How do I accept a warning?

\`\`\`yaml
clients:
  shop:
    contract: contracts/shop.yaml
    out: src/shop
    accept:
      document/info: true
      response/no-content: [GET /orders/latest, POST /exports]
      schema/empty-enum: ["#/components/schemas/Order"]
\`\`\`

- A key is the id of a [rule](diagnostics.md). \`true\` accepts its warnings everywhere. A list accepts those of operations, by operationId
  or method and path, and those below JSON pointers.
- An accepted warning is an info: \`--strict\` does not fail on it, and \`--verbose\` prints it. The client is the same.
- An entry without a warning is a warning itself, \`config/unused-acceptance\`: remove it, or correct the operation.
- Where \`inspect\` prints lines for a trait, prefer these: they say what the service does.`;

/** After the keys of a client. */
export const ALIKE = `## How do I configure many operations that are alike?

Where one sentence of \`inspect\` is about many operations, one scheme can say how all of them are paged. This one serves every operation that takes
\`offset\` and returns a list in \`data\`; no response of the contract declares the token of the next page:

\`\`\`yaml
clients:
  tasks:
    contract: contracts/tasks.yaml
    out: src/tasks
    pagination:
      - { style: cursor, items: data, next: { member: next_page.offset, undeclared: true }, cursor: offset }
\`\`\`

An overlay can add what all of the responses lack, so that the token has a type as well:

\`\`\`yaml
clients:
  tasks:
    contract: contracts/tasks.yaml
    out: src/tasks
    overlays: [pages.overlay.yaml]
\`\`\`

\`\`\`yaml
# pages.overlay.yaml
overlay: 1.1.0
info: { title: Tokens of next pages, version: 1.0.0 }
actions:
  - target: $.paths.*.get.responses['200'].content[?@.schema.properties.data.type == 'array']
    update:
      schema:
        properties:
          next_page:
            type: object
            properties:
              offset: { type: string, description: Leads to the next page. }
\`\`\`

- Run \`inspect\` again: it prints the operations that are now paged, and the lines for the others.
- \`target\` follows no \`$ref\`. Where responses are shared components, name these: \`$.components.responses\` or \`$.components.schemas\`.
- \`{ style: link }\` serves what responds with a list, or declares the header \`Link\`. A list in an object needs \`items\` besides.
- \`operations\` decides for one operation what a scheme or an overlay says of all: \`pagination: false\`.`;

/** After the keys of a client. */
export const SELECTION = `## How do I generate a part of a large API?

\`\`\`yaml
clients:
  github:
    contract: contracts/github.json
    out: src/github
    include: { tags: [gists], paths: ["/users/*"], operations: [repos/get, "GET /rate_limit"] }
    exclude: { paths: ["/gists/*/comments/**"] }
\`\`\`

The client has the operations that match any entry of \`include\` and none of \`exclude\`. It also has what they need: models with
subtypes, errors, credentials, and operations that it calls for them (the status and the result of a background operation, the read before
a change, the token exchange, capabilities). \`--verbose\` lists such operations.

A \`$ref\` without a target is refused where a selected operation needs it. Elsewhere it is the info \`reference/unselected\`. A path item without a
target is always refused: Cabinetry cannot tell which operations it has.

\`--include\` and \`--exclude\` of \`generate\`, \`inspect\` and \`diff\` take the place of the key of that name: \`tag:gists\`, a path, or an operation. They are
not recorded: the next run needs them again, or the key. Under them, entries of \`operations\` for other operations of the contract have no effect;
\`--verbose\` lists these.

\`\`\`sh
cabinetry generate contracts/github.json -o src/github --include tag:gists --include "/users/*" --exclude "/gists/*/comments/**"
\`\`\`

- Webhooks are selected by tag or \`operationId\`.
- An entry that matches nothing is an error. For \`diff\`, it must match something in one of the two contracts.
- \`--check\`, \`inspect\` and \`diff\` see the same part.`;

/** After the keys of a client. */
export const HEADERS = `## How do I read a protected contract?

\`\`\`yaml
clients:
  billing:
    contract: https://platform.example/v1/billing
    out: src/billing
    headers:
      X-Api-Key: env:BILLING_KEY
      Authorization: { env: BILLING_TOKEN, prefix: "Bearer ", hosts: [schemas.platform.example] }
\`\`\`

The headers go to the server of \`contract\` (scheme, host and port) and to \`hosts\`, over plain \`http\` only where \`contract\` uses it. A redirect or a
\`$ref\` to another server gets none. Values are in no output, no error and no file. A variable that is not set ends with exit code 2.

References may reach the host of \`contract\` and the \`hosts\` of its headers. For another host, add \`--allow-host HOST\` to \`generate\`, \`inspect\` or
\`diff\`.`;
