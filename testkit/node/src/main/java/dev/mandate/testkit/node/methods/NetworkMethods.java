package dev.mandate.testkit.node.methods;

import static dev.mandate.testkit.node.methods.NodeView.known;

import dev.mandate.domain.chain.Blockhash;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.ports.spi.chain.BlockhashStatus;
import dev.mandate.ports.spi.chain.LatestBlockhash;
import io.vavr.collection.Array;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;

/** The network, its blocks and its prices. */
final class NetworkMethods {

    private static final int MAX_PRICED_ACCOUNTS = 128;
    private static final int SLOTS_IN_EPOCH = 432_000;

    private final NodeView view;

    NetworkMethods(NodeView view) {
        this.view = view;
    }

    void addTo(Map<String, RpcMethod> methods) {
        methods.put("getHealth", params -> Json.text("ok"));
        methods.put("getVersion", params -> Json.object().put("solana-core", NodeView.version()).put("feature-set", 0));
        methods.put("getGenesisHash", params -> Json.text(view.genesis()));
        methods.put("getSlot", params -> Json.number(view.slot()));
        methods.put("getBlockHeight", params -> Json.number(height()));
        methods.put("getEpochInfo", params -> epoch());
        methods.put("getLatestBlockhash", params -> latestBlockhash());
        methods.put("isBlockhashValid", params -> isValid(new Blockhash(params.address(0).bytes())));
        methods.put("getMinimumBalanceForRentExemption", params ->
                Json.number(known(view.chain().rentExemptMinimum(Math.toIntExact(params.number(0))))));
        methods.put("getFeeForMessage", params -> fee(Params.base64(params.required(0))));
        methods.put("getRecentPrioritizationFees", this::prices);
    }

    private long height() {
        return known(view.chain().blockHeight()) - view.lag();
    }

    private JsonNode epoch() {
        return Json.object()
                .put("absoluteSlot", view.slot())
                .put("blockHeight", height())
                .put("epoch", 1)
                .put("slotIndex", 1)
                .put("slotsInEpoch", SLOTS_IN_EPOCH)
                .put("transactionCount", 1);
    }

    private JsonNode latestBlockhash() {
        LatestBlockhash latest = known(view.chain().latestBlockhash());
        return view.inContext(Json.object()
                .put("blockhash", latest.blockhash().toString())
                .put("lastValidBlockHeight", latest.lastValidBlockHeight()));
    }

    private JsonNode isValid(Blockhash blockhash) {
        return view.inContext(Json.truth(known(view.chain().blockhashStatus(blockhash)) == BlockhashStatus.VALID));
    }

    private JsonNode fee(Bytes message) {
        var fee = view.chain().fees(Array.of(message));
        return view.inContext(fee.isRight() ? Json.number(fee.get().head()) : Json.missing());
    }

    private JsonNode prices(Params params) {
        Array<JsonNode> writable = params.values().path(0).isArray() ? params.list(0, MAX_PRICED_ACCOUNTS) : Array.empty();
        ArrayNode blocks = Json.array();
        known(view.chain().recentUnitPrices(writable.map(Params::address)))
                .forEach(price -> blocks.addObject().put("slot", view.slot()).set("prioritizationFee", Json.number(price)));
        return blocks;
    }
}
