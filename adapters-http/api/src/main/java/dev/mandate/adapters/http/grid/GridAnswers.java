package dev.mandate.adapters.http.grid;

import dev.mandate.adapters.http.codec.AccountPolicies;
import dev.mandate.adapters.http.codec.WireObjects;
import dev.mandate.adapters.http.json.Json;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.ports.api.custody.TokenBalance;
import io.vavr.collection.Array;
import io.vavr.collection.Seq;
import io.vavr.control.Option;
import java.math.BigDecimal;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Puts the interface's answers into the SDK's words. */
final class GridAnswers {

    private GridAnswers() {}

    /** An account with the fields of both, so that either kind of client finds its own. */
    static ObjectNode account(ObjectNode account) {
        AccountPolicies.of(account);
        return account.set("address", account.get("smart_account_address")).put("type", "signers").putNull("grid_user_id");
    }

    /** The answer of a builder. The SDK expects the programs' logs beside the simulation. */
    static ObjectNode built(ObjectNode built) {
        Option.of(built.get("simulation")).forEach(simulation -> {
            Option<JsonNode> last = Option.of(built.remove("signers"));
            built.set("simulation_logs", simulation.get("logs"));
            last.forEach(signers -> built.set("signers", signers));
        });
        return built;
    }

    /** The answer to a limit that {@code unsent} fields do not bind, with a warning for each. A verdict has none. */
    static ObjectNode unbound(ObjectNode built, Array<String> unsent) {
        if (built.get("warnings") instanceof ArrayNode warnings) {
            unsent.forEach(field -> warnings.addObject()
                    .put("code", field + "_not_sent_by_sdk")
                    .put(
                            "message",
                            "The request has no %s, which @sqds/grid 0.1.2 never sends: %s.".formatted(field, field.equals("destinations")
                                    ? "the limit may pay anybody"
                                    : "the limit does not end by itself"))
                    .put("instruction", 0));
        }
        return built;
    }

    /**
     * The SDK's {@code AccountBalancesData}.
     *
     * @param page from 1; pages after the last are empty, so that a client that pages through comes to an end
     * @param limit the number of entries of a page
     */
    static ObjectNode balances(Address account, BaseUnits lamports, Seq<TokenBalance> tokens, int page, int limit) {
        Array<ObjectNode> all = WireObjects.balances(lamports, tokens);
        Array<ObjectNode> shown = all.drop((int) Math.min(all.size(), (page - 1L) * limit)).take(limit);
        return Json.object()
                .put("address", account.toString())
                .set("balances", Json.array(shown))
                .set("tokens", Json.array(shown))
                .put("lamports", lamports.toString())
                .put("sol", new BigDecimal(WireObjects.decimal(lamports, WireObjects.SOL_DECIMALS)));
    }

    /**
     * The SDK's {@code SplTransfer}.
     *
     * @param environment the server's environment
     */
    static ObjectNode transfer(String account, ObjectNode transfer, String environment) {
        return transfer.has("unreadable") ? transfer : Json.object()
                .set("id", transfer.get("id"))
                .putNull("grid_user_id")
                .put("main_account_address", account)
                .set("mint", transfer.get("token_address"))
                .set("is_token_2022", transfer.get("is_token_2022"))
                .set("signature", transfer.get("transaction_signature"))
                .put("confirmation_status", "confirmed")
                .set("from_address", transfer.get("from_address"))
                .set("to_address", transfer.get("to_address"))
                .set("amount", transfer.get("amount"))
                .set("ui_amount", transfer.get("amount_decimal"))
                .set("decimals", transfer.get("decimals"))
                .set("confirmed_at", transfer.get("confirmed_at"))
                .set("created_at", transfer.get("confirmed_at"))
                .set("updated_at", transfer.get("confirmed_at"))
                .set("direction", transfer.get("direction"))
                .put("environment", environment)
                .set("instruction_index", transfer.get("instruction_index"))
                .set("inner_instruction_index", transfer.get("inner_instruction_index"));
    }
}
