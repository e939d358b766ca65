package dev.mandate.testkit.node.methods;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.ports.spi.chain.AccountData;
import dev.mandate.ports.spi.chain.ChainFault;
import dev.mandate.ports.spi.chain.LatestBlockhash;
import dev.mandate.ports.spi.chain.Simulation;
import dev.mandate.ports.spi.keys.SignatureCheck;
import dev.mandate.solana.crypto.StrictEd25519;
import dev.mandate.solana.wire.CompiledMessage;
import dev.mandate.solana.wire.WireTransaction;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.Locale;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Transactions that are tried and sent, and airdrops. */
final class SendingMethods {

    private static final SignatureCheck SIGNATURES = new StrictEd25519();

    private final NodeView view;

    SendingMethods(NodeView view) {
        this.view = view;
    }

    void addTo(Map<String, RpcMethod> methods) {
        methods.put("simulateTransaction", params -> simulate(transaction(params), params.config(1)));
        methods.put("sendTransaction", params -> send(transaction(params), params.config(1)));
        methods.put("requestAirdrop", params -> view.ledger()
                .requestAirdrop(params.address(0), BaseUnits.ofUnsignedBits(params.number(1)))
                .map(Json::text)
                .getOrElseThrow(() -> new NodeError(NodeError.METHOD_NOT_FOUND, "Method not found")));
    }

    static WireTransaction transaction(Params params) {
        JsonNode text = params.required(0);
        String encoding = Params.option(params.config(1), "encoding").getOrElse("base58");
        Bytes bytes = switch (encoding) {
            case "base58" -> Params.base58(text);
            case "base64" -> Params.base64(text);
            default -> throw new NodeError(
                    NodeError.INVALID_PARAMS, "unsupported encoding: " + encoding + ". Supported encodings: base58, base64");
        };
        return WireTransaction.parse(bytes).getOrElseThrow(problem -> new NodeError(
                NodeError.INVALID_PARAMS, "failed to deserialize solana_transaction::versioned::VersionedTransaction: " + problem));
    }

    private JsonNode simulate(WireTransaction transaction, JsonNode config) {
        boolean replaces = config.path("replaceRecentBlockhash").asBoolean(false);
        if (config.path("sigVerify").asBoolean(false)) {
            if (replaces) {
                throw new NodeError(NodeError.INVALID_PARAMS, "sigVerify may not be used with replaceRecentBlockhash");
            }
            requireSigned(transaction);
        }
        LatestBlockhash latest = NodeView.known(view.chain().latestBlockhash());
        Bytes tried = replaces ? replaced(transaction, latest).serialize() : transaction.serialize();
        ObjectNode value = result(accepted(view.chain().simulate(tried)));
        value.set("accounts", accountsAfter(tried, config.path("accounts")));
        if (replaces) {
            value.putObject("replacementBlockhash")
                    .put("blockhash", latest.blockhash().toString())
                    .put("lastValidBlockHeight", latest.lastValidBlockHeight());
        }
        return view.inContext(value);
    }

    private static WireTransaction replaced(WireTransaction transaction, LatestBlockhash latest) {
        CompiledMessage message = transaction.message().withLifetime(latest.blockhash());
        return WireTransaction.unsigned(message);
    }

    private JsonNode accountsAfter(Bytes transaction, JsonNode wanted) {
        if (!wanted.isObject()) {
            return Json.missing();
        }
        Array<Address> addresses = Array.ofAll(wanted.path("addresses").values()).map(Params::address);
        io.vavr.collection.Map<Address, AccountData> after = accepted(view.ledger()
                .accountsAfter(transaction, addresses)
                .getOrElseThrow(() -> NodeError.invalidParams("this node's chain does not tell accounts after a simulation")));
        AccountJson json = new AccountJson(address -> after.get(address).orElse(() -> view.account(address)), AccountJson.TooLong.REFUSED);
        ArrayNode values = Json.array();
        addresses.forEach(address -> values.add(json.ofAny(after.get(address), wanted, "base64")));
        return values;
    }

    private static ObjectNode result(Simulation simulation) {
        ObjectNode value = Json.object();
        value.putNull("accounts");
        value.set("err", FailureJson.err(simulation.failure()));
        value.putNull("innerInstructions");
        simulation.loadedAccountsDataSize().forEach(size -> value.put("loadedAccountsDataSize", size));
        value.set("logs", Json.texts(simulation.logs()));
        value.putNull("replacementBlockhash");
        value.putNull("returnData");
        return value.put("unitsConsumed", simulation.computeUnits());
    }

    private JsonNode send(WireTransaction transaction, JsonNode config) {
        if (!config.path("skipPreflight").asBoolean(false)) {
            requireSigned(transaction);
            requireSuccess(accepted(view.chain().simulate(transaction.serialize())));
        }
        // A node does not report whether the transaction lands.
        return accepted(view.ledger().broadcast().pass(transaction.serialize()).map(passed -> Json.text(transaction.signatures().head())));
    }

    private static void requireSigned(WireTransaction transaction) {
        Bytes signed = transaction.message().serialize();
        boolean all = transaction.message()
                .requiredSigners()
                .zip(transaction.signatures())
                .forAll(each -> SIGNATURES.check(each._1, signed, each._2) == SignatureCheck.Verdict.VALID);
        if (!all) {
            throw new NodeError(NodeError.SIGNATURE_FAILURE, "Transaction signature verification failure");
        }
    }

    private static void requireSuccess(Simulation preflight) {
        preflight.failure().forEach(failure -> {
            throw new NodeError(
                    NodeError.PREFLIGHT_FAILURE,
                    String.format(Locale.ROOT, "Transaction simulation failed: %s", FailureJson.sentence(failure)),
                    Option.some(result(preflight)));
        });
    }

    /** If the chain reports malformed input, a node reports an invalid parameter. */
    private static <T> T accepted(Either<ChainFault, T> answer) {
        return answer.getOrElseThrow(fault -> new NodeError(NodeError.INVALID_PARAMS, "failed to deserialize"));
    }
}
