package dev.mandate.testkit.node.methods;

import static dev.mandate.testkit.node.methods.NodeView.known;

import dev.mandate.domain.chain.MessageVersion;
import dev.mandate.domain.chain.Signature;
import dev.mandate.ports.spi.chain.Chain;
import dev.mandate.ports.spi.chain.LandedSignature;
import dev.mandate.ports.spi.chain.LandedTransaction;
import dev.mandate.ports.spi.chain.SignatureStatus;
import dev.mandate.solana.wire.CompiledMessage;
import io.vavr.collection.Array;
import io.vavr.collection.Seq;
import io.vavr.control.Option;
import java.util.Locale;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Transactions that landed. */
final class HistoryMethods {

    private static final int MAX_STATUSES = 256;

    private final NodeView view;

    HistoryMethods(NodeView view) {
        this.view = view;
    }

    void addTo(Map<String, RpcMethod> methods) {
        methods.put("getSignatureStatuses", this::statuses);
        methods.put("getSignaturesForAddress", this::history);
        methods.put("getTransaction", params -> landed(params.signature(0), params.config(1)));
    }

    private JsonNode statuses(Params params) {
        ArrayNode values = Json.array();
        known(view.chain().statuses(params.list(0, MAX_STATUSES).map(Params::signature)))
                .map(status -> status.filter(known -> known.slot() <= view.slot()))
                .forEach(status -> values.add(status.map(this::status).getOrElse(Json::missing)));
        return view.inContext(values);
    }

    private JsonNode status(SignatureStatus status) {
        ObjectNode json = Json.object()
                .put("confirmationStatus", level(status))
                .putNull("confirmations")
                .put("slot", status.slot());
        JsonNode err = FailureJson.err(status.failure());
        json.set("err", err);
        json.set("status", outcome(err));
        return json;
    }

    private String level(SignatureStatus status) {
        return view.confirmation() == Confirmation.HELD_BACK ? "processed" : status.finality().name().toLowerCase(Locale.ROOT);
    }

    static ObjectNode outcome(JsonNode err) {
        ObjectNode outcome = Json.object();
        outcome.set(err.isNull() ? "Ok" : "Err", err);
        return outcome;
    }

    private JsonNode history(Params params) {
        JsonNode config = params.config(1);
        Option<Signature> before = Params.option(config, "before").map(text -> Params.signature(config.get("before")));
        Option<Signature> until = Params.option(config, "until").map(text -> Params.signature(config.get("until")));
        int limit = config.path("limit").asInt(Chain.MAX_HISTORY);
        if (limit < 1 || limit > Chain.MAX_HISTORY) {
            throw NodeError.invalidParams("limit: 1 to " + Chain.MAX_HISTORY);
        }
        ArrayNode values = Json.array();
        if (view.confirmation() == Confirmation.HELD_BACK) {
            return values;
        }
        Seq<LandedSignature> listed = known(view.chain().history(params.address(0), before, limit))
                .getOrElseThrow(() -> new NodeError(NodeError.TRANSACTION_NOT_FOUND, "Transaction not found"))
                .filter(landed -> landed.slot() <= view.slot())
                .takeUntil(landed -> until.contains(landed.signature()));
        Seq<String> levels = known(view.chain().statuses(listed.map(LandedSignature::signature)))
                .map(status -> status.map(this::level).getOrElse("processed"));
        listed.zip(levels).forEach(entry -> values.add(listed(entry._1, entry._2)));
        return values;
    }

    private static JsonNode listed(LandedSignature landed, String level) {
        ObjectNode json = Json.object()
                .put("signature", landed.signature().toString())
                .put("slot", landed.slot())
                .put("confirmationStatus", level)
                .putNull("memo");
        json.set("blockTime", Json.time(landed.time()));
        json.set("err", FailureJson.err(landed.failure()));
        return json;
    }

    private JsonNode landed(Signature signature, JsonNode config) {
        Array<LandedTransaction> found = known(view.chain().landed(signature))
                .filter(landed -> view.confirmation() == Confirmation.AT_ONCE)
                .toArray();
        return found.isEmpty() ? Json.missing() : landed(found.head(), config);
    }

    private JsonNode landed(LandedTransaction landed, JsonNode config) {
        CompiledMessage message = CompiledMessage.parse(landed.message()).get();
        int version = switch (message.version()) {
            case LEGACY -> -1;
            case V0 -> 0;
            case V1 -> 1;
        };
        if (config.path("maxSupportedTransactionVersion").asInt(-1) < version) {
            throw new NodeError(
                    NodeError.UNSUPPORTED_VERSION,
                    "Transaction version (" + version + ") is not supported by the requesting client. "
                            + "Please try the request again with the following configuration parameter: \"maxSupportedTransactionVersion\": "
                            + version);
        }
        ObjectNode json = new LandedJson(view, landed, message).of(Params.option(config, "encoding").getOrElse("json"));
        if (message.version() == MessageVersion.LEGACY) {
            return json.put("version", "legacy");
        }
        return json.put("version", version);
    }
}
