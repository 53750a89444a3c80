import type { CursorCodec } from "../pages/cursor-codec.js";
import { readPage, type PageRequest } from "../pages/read-page.js";
import { jsonResponse } from "../server/sandbox-response.js";
import { integerParameter, requireParameter, textParameter, type Call } from "../server/call.js";
import type { Handlers } from "../server/handler.js";
import type { CabinetEntry } from "../state/cabinet-entry.js";
import type { Cabinet } from "../state/models.js";

interface CabinetSearchRequest {
  readonly query: string;
  readonly limit?: number;
  readonly cursor?: string;
}

/** Discovery of cabinets and of their contexts. @param defaultLimit the contract's default page limit */
export function createCabinetRoutes(
  entry: CabinetEntry,
  cursors: CursorCodec,
  defaultLimit: number,
): Pick<Handlers, "listCabinets" | "searchCabinets" | "getCabinetContext"> {
  function readCabinets(call: Call, matches: (cabinet: Cabinet) => boolean, request: PageRequest) {
    const items = entry
      .visible(call.caller)
      .map(({ cabinet }) => cabinet)
      .filter(matches);
    const sequence = { items, keyOf: (cabinet: Cabinet) => cabinet.cabinetId, order: "ascending" } as const;
    return jsonResponse(200, readPage(cursors, call, sequence, request));
  }
  return {
    listCabinets: (call) => {
      const limit = integerParameter(call, "limit");
      return readCabinets(call, () => true, { limit, cursor: textParameter(call, "cursor"), filters: null });
    },
    searchCabinets: (call) => {
      const { query, limit = defaultLimit, cursor } = call.body as CabinetSearchRequest;
      const wanted = query.toLowerCase();
      const matches = ({ login, name }: Cabinet) => `${login}\n${name}`.toLowerCase().includes(wanted);
      return readCabinets(call, matches, { limit, cursor, filters: query });
    },
    getCabinetContext: (call) => {
      const cabinetId = requireParameter(call, "cabinetId");
      const { contexts } = entry.enter(call, cabinetId);
      return jsonResponse(200, {
        cabinetId,
        selectionRequired: contexts.length > 1,
        contexts: contexts.map(({ namespaceId, placementId, name }) => ({ namespaceId, placementId, name })),
      });
    },
  };
}
