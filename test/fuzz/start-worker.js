/* A worker does not inherit the loader of TypeScript: it registers its own, then becomes the script it is given. */
import { workerData } from "node:worker_threads";
import { register } from "tsx/esm/api";

register();
await import(workerData);
