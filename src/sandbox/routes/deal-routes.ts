import type { OperationStarter } from "../operations/start-operation.js";
import type { CursorCodec } from "../pages/cursor-codec.js";
import { readPage } from "../pages/read-page.js";
import { jsonResponse } from "../server/sandbox-response.js";
import { requireParameter } from "../server/call.js";
import type { Handlers } from "../server/handler.js";
import { findProject, type CabinetEntry } from "../state/cabinet-entry.js";
import { filterDeals } from "../state/deal-filter.js";
import { exportDeals } from "../state/export-deals.js";
import { importDeals, type DealImport } from "../state/import-deals.js";
import type { ContextSelection, Deal, DealFilter, UpstreamId } from "../state/models.js";

interface DealSearchRequest extends ContextSelection {
  readonly filter?: DealFilter;
  readonly order?: "newest_first" | "oldest_first";
  readonly limit?: number;
  readonly cursor?: string;
}

interface DealImportRequest extends ContextSelection, DealImport {
  readonly reason: string;
}

interface DealExportRequest extends ContextSelection {
  readonly reason: string;
  readonly filter?: DealFilter;
  readonly includeContacts?: boolean;
}

/**
 * Deals: search in pages, import and export in the background.
 * @param defaultLimit the contract's default page limit
 */
export function createDealRoutes(
  entry: CabinetEntry,
  cursors: CursorCodec,
  starter: OperationStarter,
  nextId: () => UpstreamId,
  defaultLimit: number,
): Pick<Handlers, "searchDeals" | "importDeals" | "exportDeals"> {
  return {
    searchDeals: (call) => {
      const { limit = defaultLimit, cursor, ...search } = call.body as DealSearchRequest;
      const cabinetId = requireParameter(call, "cabinetId");
      const deals = filterDeals(entry.enterContext(call, cabinetId, search).deals, search.filter);
      const oldestFirst = search.order === "oldest_first";
      const sequence = {
        items: oldestFirst ? deals : deals.reverse(),
        keyOf: ({ dealId }: Deal) => dealId,
        order: oldestFirst ? "ascending" : "descending",
      } as const;
      const filters = { cabinetId, ...search };
      return jsonResponse(200, readPage(cursors, call, sequence, { limit, cursor, filters }));
    },
    importDeals: (call) => {
      const request = call.body as DealImportRequest;
      const cabinetId = requireParameter(call, "cabinetId");
      const context = entry.enterContext(call, cabinetId, request);
      if (request.projectId !== undefined) findProject(context, request.projectId);
      return starter.start(call, {
        kind: "deal_import",
        scope: "cabinet:deals:write",
        cabinetId,
        credential: call.caller.credential,
        reason: request.reason,
        total: request.contacts.length,
        execute: (at) => importDeals(context, request, at, nextId),
      });
    },
    exportDeals: (call) => {
      const { reason, filter, includeContacts = true, ...selection } = call.body as DealExportRequest;
      const cabinetId = requireParameter(call, "cabinetId");
      const context = entry.enterContext(call, cabinetId, selection);
      return starter.start(call, {
        kind: "deal_export",
        scope: "cabinet:exports:run",
        cabinetId,
        credential: call.caller.credential,
        reason,
        total: null,
        execute: () => exportDeals(filterDeals(context.deals, filter), includeContacts),
      });
    },
  };
}
