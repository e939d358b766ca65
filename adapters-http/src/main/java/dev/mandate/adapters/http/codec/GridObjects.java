package dev.mandate.adapters.http.codec;

import dev.mandate.adapters.http.json.Json;
import java.math.BigDecimal;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** How answers to the public SDK spell what its types say otherwise than the interface. */
public final class GridObjects {

    private GridObjects() {}

    /**
     * Signers with a role and a provider, which its {@code AccountSigner} has. The chain knows no roles: everybody is told as primary, and
     * keeps their key themselves.
     *
     * @param neutral the same in the interface's spelling, which stay as they are
     */
    public static ArrayNode signers(JsonNode neutral) {
        ArrayNode array = Json.array();
        neutral.forEach(signer -> array.add(
                ((ObjectNode) signer.deepCopy()).put("role", "primary").put("provider", "external")));
        return array;
    }

    /**
     * Its {@code AccountBalancesData}.
     *
     * @param balances SOL first
     * @param page from 1; beyond the last there is nothing, so that who asks for page after page comes to an end
     * @param limit how many a page holds
     */
    public static ObjectNode balances(ObjectNode object, ArrayNode balances, int page, int limit) {
        ArrayNode shown = Json.array();
        for (long at = (page - 1L) * limit; at < Math.min(balances.size(), (long) page * limit); at++) {
            shown.add(balances.get((int) at));
        }
        JsonNode sol = balances.get(0);
        object.set("balances", shown);
        object.set("tokens", shown.deepCopy());
        return object.put("lamports", sol.get("amount").stringValue())
                .put("sol", new BigDecimal(sol.get("amount_decimal").stringValue()));
    }
}
