import type { ApiModel, WebhookModel } from "../model/api-model.js";
import type { WebhookPlan } from "./client-plan.js";
import type { ModelTypes } from "./types/plan-model-types.js";
import { unionType } from "./types/type-builders.js";

/**
 * The payload of each webhook and callback. Requests of one name (two methods, two media types, the callback of two
 * operations) are one: what arrives under that name is any of them.
 */
export function planWebhooks({ webhooks }: ApiModel, types: ModelTypes): readonly WebhookPlan[] {
  const byName = new Map<string, readonly WebhookModel[]>();
  for (const webhook of webhooks) byName.set(webhook.name, [...(byName.get(webhook.name) ?? []), webhook]);
  return [...byName].flatMap(([name, requests]) => {
    const payloads = requests.flatMap(
      ({ body }) => body?.content.flatMap(({ schema }) => schema ?? []) ?? [],
    );
    if (payloads.length === 0) return [];
    const texts = requests.flatMap(({ summary, description }) => [summary ?? [], description ?? []].flat());
    return [
      {
        name,
        doc: { text: [...new Set(texts)], tags: [] },
        payload: unionType(payloads.map((schema) => types.typeOf(schema, "answer"))),
      },
    ];
  });
}
