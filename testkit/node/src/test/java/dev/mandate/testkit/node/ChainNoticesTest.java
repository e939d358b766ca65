package dev.mandate.testkit.node;

import static dev.mandate.testkit.node.NodeCalls.PAYER;
import static dev.mandate.testkit.node.NodeCalls.RECEIVER;
import static dev.mandate.testkit.node.NodeCalls.SOL;
import static dev.mandate.testkit.node.NodeCalls.result;
import static dev.mandate.testkit.node.NodeCalls.sending;
import static dev.mandate.testkit.node.NodeCalls.transfer;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.domain.kernel.Bytes;
import dev.mandate.solana.wire.WireTransaction;
import dev.mandate.testkit.node.methods.Confirmation;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** A client is notified of what happens on the chain, once and at its commitment. */
class ChainNoticesTest {

    private final SolanaTestNode node = SolanaTestNode.builder().start();
    private final BlockingQueue<String> texts = new LinkedBlockingQueue<>();
    private final HttpClient http = HttpClient.newHttpClient();
    private final WebSocket socket =
            http.newWebSocketBuilder().buildAsync(node.webSocketUrl(), new Texts(texts)).join();

    private record Texts(BlockingQueue<String> received) implements WebSocket.Listener {
        @Override
        public @Nullable CompletionStage<?> onText(WebSocket webSocket, CharSequence text, boolean last) {
            received.add(text.toString());
            webSocket.request(1);
            return null;
        }
    }

    @BeforeEach
    void fund() {
        node.airdrop(PAYER.address().toString(), 2 * SOL);
    }

    @AfterEach
    void close() {
        socket.abort();
        node.close();
        http.close();
    }

    private JsonNode ask(String method, String params) throws InterruptedException {
        socket.sendText(NodeCalls.call(method, params).toString(), true).join();
        return next();
    }

    private JsonNode next() throws InterruptedException {
        String text = texts.poll(10, TimeUnit.SECONDS);
        assertNotNull(text, "nothing came");
        return NodeCalls.MAPPER.readTree(text);
    }

    /** Nothing else has come before the answer to another question. */
    private void assertQuiet() throws InterruptedException {
        assertTrue(ask("slotUnsubscribe", "[0]").has("result"));
    }

    private static JsonNode value(JsonNode notice) {
        return notice.get("params").get("result").get("value");
    }

    private static String id(Bytes transaction) {
        return WireTransaction.parse(transaction).get().signatures().head().toString();
    }

    @Test
    void aSignatureIsNoticedOnceItIsConfirmed() throws Exception {
        Bytes transaction = transfer(node, SOL);
        node.chain().delayFinality();
        long confirmed = ask("signatureSubscribe", "[\"" + id(transaction) + "\",{\"commitment\":\"confirmed\"}]").get("result").longValue();
        long finalized = ask("signatureSubscribe", "[\"" + id(transaction) + "\"]").get("result").longValue();
        assertQuiet();

        assertTrue(result(node, "sendTransaction", sending(transaction, "")).isString());

        JsonNode first = next();
        assertEquals("signatureNotification", first.get("method").stringValue());
        assertEquals(confirmed, first.get("params").get("subscription").longValue());
        assertTrue(value(first).get("err").isNull());
        node.chain().finalizeAll();
        assertEquals(finalized, next().get("params").get("subscription").longValue());
        assertEquals(0, node.pubSub().subscriptions());
    }

    @Test
    void aSignatureIsNotNoticedWhileConfirmationIsHeldBack() throws Exception {
        node.confirming(Confirmation.HELD_BACK);
        Bytes transaction = transfer(node, SOL);
        assertTrue(result(node, "sendTransaction", sending(transaction, "")).isString());
        assertTrue(ask("signatureSubscribe", "[\"" + id(transaction) + "\",{\"commitment\":\"confirmed\"}]").has("result"));
        assertQuiet();

        node.confirming(Confirmation.AT_ONCE);

        assertEquals("signatureNotification", next().get("method").stringValue());
    }

    @Test
    void anAccountIsNoticedWheneverItChangesUntilItIsUnsubscribed() throws Exception {
        JsonNode subscription = ask("accountSubscribe", "[\"" + RECEIVER + "\",{\"encoding\":\"base64\"}]").get("result");
        node.airdrop(RECEIVER.toString(), 5);
        assertEquals(5, value(next()).get("lamports").longValue());
        node.advance(Duration.ofSeconds(60));
        assertQuiet();
        node.airdrop(RECEIVER.toString(), 5);
        assertEquals(10, value(next()).get("lamports").longValue());

        assertTrue(ask("accountUnsubscribe", "[" + subscription + "]").get("result").booleanValue());
        node.airdrop(RECEIVER.toString(), 5);
        assertQuiet();
    }

    @Test
    void aForkIsNoticedLikeAnyOtherChange() throws Exception {
        assertTrue(ask("accountSubscribe", "[\"" + RECEIVER + "\"]").has("result"));
        node.chain().delayFinality();
        node.airdrop(RECEIVER.toString(), 5);
        assertEquals(5, value(next()).get("lamports").longValue());

        node.chain().fork();

        assertEquals(0, value(next()).get("lamports").longValue());
    }

    @Test
    void logsAreNoticedOfEachTransactionThatNamesAnAddress() throws Exception {
        assertTrue(ask("logsSubscribe", "[{\"mentions\":[\"" + RECEIVER + "\"]}]").has("result"));
        node.airdrop(PAYER.address().toString(), 1);
        assertQuiet();
        Bytes transaction = transfer(node, 2_000_000);

        assertTrue(result(node, "sendTransaction", sending(transaction, "")).isString());

        JsonNode value = value(next());
        assertEquals(id(transaction), value.get("signature").stringValue());
        assertTrue(value.get("logs").toString().contains("11111111111111111111111111111111"), value::toString);
    }

    @Test
    void logsOfAllTransactionsComeInTheirOrder() throws Exception {
        assertTrue(ask("logsSubscribe", "[\"all\"]").has("result"));
        Bytes first = transfer(node, 2_000_000);
        assertTrue(result(node, "sendTransaction", sending(first, "")).isString());
        Bytes second = transfer(node, 3_000_000);
        assertTrue(result(node, "sendTransaction", sending(second, "")).isString());

        assertEquals(id(first), value(next()).get("signature").stringValue());
        assertEquals(id(second), value(next()).get("signature").stringValue());
    }

    @Test
    void accountsOfAProgramAndSlotsAreNoticed() throws Exception {
        assertTrue(ask("programSubscribe", "[\"11111111111111111111111111111111\"]").has("result"));
        node.airdrop(RECEIVER.toString(), 5);
        assertEquals(RECEIVER.toString(), value(next()).get("pubkey").stringValue());

        assertTrue(ask("slotSubscribe", "[]").has("result"));
        node.expireBlockhashes();
        assertTrue(next().get("params").get("result").get("slot").longValue() > 1_150);
    }

    @Test
    void aSubscriptionThatTheNodeDoesNotHaveIsRefused() throws Exception {
        assertEquals(-32601, ask("voteSubscribe", "[]").get("error").get("code").intValue());
        assertEquals(-32602, ask("accountSubscribe", "[\"nobody\"]").get("error").get("code").intValue());
    }
}
