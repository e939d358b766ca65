package dev.mandate.testkit.node;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Blockhash;
import dev.mandate.domain.chain.Message;
import dev.mandate.domain.chain.MessageVersion;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.simulator.keys.TestKey;
import dev.mandate.simulator.keys.TestTransactions;
import dev.mandate.solana.programs.SystemProgram;
import io.vavr.collection.Array;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Base64;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Calls of a node, and a transfer to send. */
final class NodeCalls {

    static final JsonMapper MAPPER = JsonMapper.builder().build();
    static final long SOL = 1_000_000_000;
    static final TestKey PAYER = TestKey.of("payer");
    static final Address RECEIVER = TestKey.of("receiver").address();

    private static final HttpClient HTTP = HttpClient.newHttpClient();

    private NodeCalls() {}

    /** Returns a call; {@code params} is the JSON of its array. */
    static JsonNode call(String method, String params) {
        return MAPPER.readTree("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"" + method + "\",\"params\":" + params + "}");
    }

    /** Returns the result without the network. */
    static JsonNode result(SolanaTestNode node, String method, String params) {
        JsonNode answer = node.answer(call(method, params));
        if (!answer.has("result")) {
            throw new AssertionError(method + " answered " + answer);
        }
        return answer.get("result");
    }

    static JsonNode error(SolanaTestNode node, String method, String params) {
        JsonNode answer = node.answer(call(method, params));
        if (!answer.has("error")) {
            throw new AssertionError(method + " answered " + answer);
        }
        return answer.get("error");
    }

    static HttpResponse<String> post(URI url, String body) throws IOException, InterruptedException {
        return HTTP.send(
                HttpRequest.newBuilder(url)
                        .header("Content-Type", "application/json")
                        .POST(HttpRequest.BodyPublishers.ofString(body))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    /** Returns a transfer of {@link #PAYER} to {@link #RECEIVER}. */
    static Bytes transfer(SolanaTestNode node, long lamports) {
        return transfer(node.chain().latestBlockhash().get().blockhash(), lamports);
    }

    static Bytes transfer(Blockhash blockhash, long lamports) {
        return TestTransactions.signed(
                new Message(
                        MessageVersion.LEGACY,
                        PAYER.address(),
                        blockhash,
                        Array.of(SystemProgram.transfer(PAYER.address(), RECEIVER, BaseUnits.of(lamports))),
                        Array.empty()),
                Array.of(PAYER));
    }

    static String base64(Bytes bytes) {
        return Base64.getEncoder().encodeToString(bytes.toArray());
    }

    /** Returns the parameters of {@code sendTransaction}. */
    static String sending(Bytes transaction, String config) {
        return "[\"" + base64(transaction) + "\",{\"encoding\":\"base64\"" + (config.isEmpty() ? "" : ",") + config + "}]";
    }

    static String quoted(Object value) {
        return "[\"" + value + "\"]";
    }
}
