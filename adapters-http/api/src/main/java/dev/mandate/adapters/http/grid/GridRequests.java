package dev.mandate.adapters.http.grid;

import dev.mandate.adapters.http.error.ServerCode;
import dev.mandate.adapters.http.exchange.Call;
import dev.mandate.adapters.http.exchange.Query;
import dev.mandate.adapters.http.json.FieldPath;
import dev.mandate.adapters.http.json.ObjectReader.Unknown;
import dev.mandate.adapters.http.json.JsonSchema;
import dev.mandate.adapters.http.json.Shape;
import dev.mandate.adapters.http.json.Shapes;
import dev.mandate.adapters.http.json.Wording;
import dev.mandate.ports.api.refusal.Problem;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.Locale;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Puts the SDK's requests into the words of the interface. Bodies are changed in place. */
final class GridRequests {

    private static final Array<String> PERIODS =
            Array.of("ONE_TIME", "DAY", "DAILY", "WEEK", "WEEKLY", "MONTH", "MONTHLY", "YEARLY");

    private static final Shape<String> PERIOD = Shapes.word(PERIODS.map(GridRequests::small)
            .appendAll(PERIODS)
            .toLinkedMap(word -> word, word -> word.toUpperCase(Locale.ROOT)))
            .named("GridPeriod");

    private static final Wording AMOUNT = Wording.of("amount").reading(Shapes.described(
            JsonSchema.ANY.with("type", Array.of("string", "integer")).with("pattern", "^(0|[1-9][0-9]{0,19})$").with("minimum", 0).named("GridAmount"),
            GridRequests::amount));

    static final GridProfile SIGNERS =
            GridProfile.PLAIN.with("smart_account_signers", Wording.of("signers", "smart_account_signers"));

    static final GridProfile LIMIT = GridProfile.PLAIN
            .with("token_address", Wording.of("mint", "token_address"))
            .with("amount", AMOUNT)
            .with("period", Wording.of("period").reading(PERIOD.map(GridRequests::text)));

    static final GridProfile USE = GridProfile.PLAIN
            .with("amount", AMOUNT)
            .with("destination", Wording.of("recipient_address"))
            .with("signer", Wording.of("signer_address"));

    private static final GridProfile TRANSACTION =
            GridProfile.PLAIN.with("transaction_signers", Wording.of("transaction_signers", "account_signers"));

    private static final Array<String> SETTINGS =
            Array.of("signers", "smart_account_signers", "threshold", "time_lock", "rent_collector", "admin_address");

    /** Rails that end at a bank. This service sends nothing there, so a list of such transfers is empty. */
    private static final Array<String> BANK_RAILS = Array.of("ach_push", "ach_pull", "sepa", "faster_payments", "wire");

    private static final Array<String> CHAIN_RAILS = Array.of("solana", "smart_account");

    private static final Array<String> BANK_STATES = Array.of(
            "awaiting_funds", "in_review", "funds_received", "payment_submitted", "payment_processed", "canceled", "error",
            "undeliverable", "returned", "refunded");

    private static final Array<String> BANK_CURRENCIES = Array.of("usd", "eur");

    private GridRequests() {}

    private static String small(String word) {
        return word.toLowerCase(Locale.ROOT);
    }

    private static JsonNode text(String text) {
        return JsonNodeFactory.instance.stringNode(text);
    }

    /** A string, or a number without fraction. */
    private static Either<Array<Problem>, JsonNode> amount(FieldPath spot, JsonNode value) {
        return value.isIntegralNumber()
                ? Either.right(text(value.bigIntegerValue().toString()))
                : value.isNumber()
                        ? Either.left(Array.of(new Problem(
                                spot.path(), ServerCode.WRONG_TYPE, spot + " must be a string, or a number without fraction or exponent.")))
                        : Either.right(value);
    }

    /** A request of any builder. */
    static ObjectNode builder(ObjectNode body) {
        if (body.get("fee_config") instanceof ObjectNode fee) {
            var unused = fee.remove("self_managed_fees");
        }
        return body;
    }

    /** A change of settings. */
    static ObjectNode settings(ObjectNode body) {
        unsaid(body).forEach(body::remove);
        without(body.path("signers"), "role", "provider");
        without(body.path("smart_account_signers"), "role", "provider");
        return builder(body);
    }

    /** The settings that are null because nothing is said of them. Where the admin is all that is said, null takes the admin away. */
    static Array<String> unsaid(ObjectNode body) {
        return Array.of("rent_collector", "admin_address")
                .filter(name -> body.has(name) && body.get(name).isNull())
                .filter(name -> name.equals("rent_collector") || SETTINGS.exists(other -> !other.equals(name) && body.has(other)));
    }

    /** The fields that bind a limit and are not in the request. The SDK 0.1.2 never sends them when it creates one. */
    static Array<String> unboundBy(ObjectNode body) {
        return Array.of("destinations", "expiration").reject(body::hasNonNull);
    }

    /** A transaction to prepare. Its payer may stand beside the terms of the fee. */
    static Call prepare(Call call) {
        Option<JsonNode> payer = call.body().toOption().flatMap(body -> Option.of(body.get("payer_address"))).filter(said -> !said.isNull());
        boolean isBeside = payer.isDefined() && !call.body().get().path("fee_config").hasNonNull("payer_address");
        GridProfile profile = payer.map(said -> TRANSACTION.with("fee_config", Wording.of("fee_config").reading((spot, fee) -> paidBy(said, fee))))
                .getOrElse(TRANSACTION);
        return call.worded(GridRequests::transaction)
                .of(isBeside ? profile.with("fee_config.payer_address", Wording.of("payer_address")) : profile);
    }

    private static ObjectNode transaction(ObjectNode body) {
        Array.of("account_signers", "transaction_signers")
                .filter(name -> body.path(name).isArray() && body.path(name).isEmpty())
                .forEach(body::remove);
        if (body.has("account_signers") && body.get("account_signers").equals(body.get("transaction_signers"))) {
            var unused = body.remove("transaction_signers");
        }
        Option.of(body.remove("payer_address"))
                .filter(payer -> !payer.isNull() && !body.hasNonNull("fee_config"))
                .forEach(payer -> body.putObject("fee_config"));
        return builder(body);
    }

    private static Either<Array<Problem>, JsonNode> paidBy(JsonNode payer, JsonNode fee) {
        FieldPath spot = FieldPath.body(Unknown.REFUSED).field("payer_address");
        return Shapes.ADDRESS.read(spot, payer).flatMap(address -> !(fee instanceof ObjectNode terms)
                ? Either.right(fee)
                : terms.hasNonNull("payer_address") && !terms.get("payer_address").equals(payer)
                        ? Either.left(Array.of(new Problem(
                                spot.path(),
                                ServerCode.SPELLED_TWICE,
                                "fee_config.payer_address and payer_address are one field, and say different things.")))
                        : Either.right(terms.set("payer_address", payer)));
    }

    /** A signed transaction. A signed payload that is no base64 says nothing here. */
    static ObjectNode submission(ObjectNode body) {
        FieldPath spot = FieldPath.body(Unknown.REFUSED).field("kms_signed_payload");
        body.path("kms_payloads").forEach(entry -> {
            if (entry instanceof ObjectNode given && given.has(spot.path()) && Shapes.BASE64.read(spot, given.get(spot.path())).isLeft()) {
                var unused = given.remove(spot.path());
            }
        });
        return body;
    }

    /** Returns whether the query selects only bank transfers, of which there are none. The SDK sends its {@code payment_rail} as {@code type}. */
    static boolean ofBanks(Query query) {
        Array<String> rails = Array.of("type", "payment_rail")
                .flatMap(name -> word(query, name, BANK_RAILS.appendAll(CHAIN_RAILS)));
        Option<String> state = word(query, "status", BANK_STATES);
        Option<String> currency = word(query, "currency", BANK_CURRENCIES);
        return rails.exists(BANK_RAILS::contains) || state.isDefined() || currency.isDefined();
    }

    private static Option<String> word(Query query, String name, Array<String> known) {
        Option<String> text = query.text(name);
        if (text.exists(word -> !known.contains(word))) {
            query.reject(name, name + " must be one of " + known.mkString(", ") + ".");
        }
        return text;
    }

    /** Removes fields without effect from the objects of a list. */
    private static void without(JsonNode list, String... names) {
        list.forEach(entry -> {
            if (entry instanceof ObjectNode object) {
                var unused = object.remove(Array.of(names).asJava());
            }
        });
    }
}
