package dev.mandate.app.serve;

import static dev.mandate.app.serve.ServeFixture.json;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.client.IntentBody;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Message;
import dev.mandate.domain.chain.MessageVersion;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.ports.spi.chain.AccountQuery;
import dev.mandate.simulator.keys.KeyRing;
import dev.mandate.simulator.keys.TestKey;
import dev.mandate.solana.format.SolanaFormat;
import dev.mandate.solana.programs.SystemProgram;
import dev.mandate.testkit.node.SolanaTestNode;
import dev.mandate.testkit.node.faults.NodeFault;
import dev.mandate.testsupport.svm.SvmNode;
import dev.mandate.testsupport.svm.SvmRig;
import dev.mandate.testsupport.svm.SvmSetup;
import io.vavr.collection.Array;
import io.vavr.collection.HashMap;
import io.vavr.control.Option;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Base64;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.node.ObjectNode;

/** The life of a durable nonce through the whole server, on a node with the real programs. */
@Tag("svm")
class DurableNonceOnSvmTest {

    private static final long SOL = 1_000_000_000;

    @TempDir
    private Path folder = Path.of("");

    private final SvmRig rig = SvmRig.start(SvmSetup.squadsV4()).getOrElseGet(missing -> Assumptions.abort(missing.explanation()));
    private final SolanaTestNode node = SvmNode.on(0, rig);
    private final TestKey alice = TestKey.of("alice");
    private final TestKey bob = TestKey.of("bob");
    private final TestKey fresh = TestKey.of("fresh nonce");
    private final Address shop = TestKey.of("shop").address();
    private Option<ServeFixture> server = Option.none();
    private String path = "";
    private String account = "";

    @AfterEach
    void stop() {
        server.forEach(ServeFixture::close);
        node.close();
        rig.close();
    }

    @Test
    void aNonceIsCreatedAllowedUsedTwiceAndProvesThatATransactionCannotLandAnyMore() throws Exception {
        anAccountStands();
        assertEquals("confirmed", submitted(signed(call("POST", path + "/nonce-accounts/create", """
                {"nonce_account":"%s","authority":"%s"}""".formatted(fresh.address(), alice.address())))));
        String allowed = call("POST", path + "/nonce-accounts", """
                {"nonce_account":"%s","intent":%s}""".formatted(fresh.address(), intent())).get("status").stringValue();
        assertEquals("allowed", allowed);

        Bytes first = payment(1);
        rig.chain().advance(3 * 86_400);
        assertEquals("confirmed", submitted(first));
        assertEquals("confirmed", submitted(payment(2)));
        assertEquals(3 * SOL, received());

        Bytes lost = payment(1);
        Bytes other = payment(2);
        node.failing(methods -> Option.when(methods.contains("sendTransaction"), new NodeFault.Cut()));
        ObjectNode pending = submit(lost);
        assertTrue(rig.chain().sendWithoutPreflight(other).isRight());
        node.failing(methods -> Option.none());
        rig.chain().advance(3_600);
        String status = "";
        for (int tries = 0; tries < 60 && !status.equals("expired"); tries++) {
            Thread.sleep(500);
            status = call("GET", "/api/v1/submissions/" + pending.get("submission_id").stringValue(), "").get("status").stringValue();
        }

        assertEquals("expired", status);
        assertEquals(5 * SOL, received());
        assertEquals("confirmed", submitted(payment(1)));
    }

    private void anAccountStands() throws Exception {
        rig.reset(UnixTime.of(Instant.now()));
        server = Option.some(new ServeFixture(folder, HashMap.of(
                Setting.CHAIN, "rpc",
                Setting.RPC_URL_DEVNET, node.providerUrl().toString(),
                Setting.DEFAULT_NETWORK, "devnet",
                Setting.VAULT_PASSPHRASE_FILE, PassphraseFixture.in(folder).toString())));
        String operator = call("GET", "/api/v1/service", "").at("/networks/devnet/fee_payer").stringValue();
        Array.of(alice.address(), bob.address(), Address.of(operator)).forEach(one -> rig.chain().fund(one, BaseUnits.of(10 * SOL)));
        rig.chain().fund(shop, BaseUnits.of(SOL));
        account = call("POST", "/api/v1/smart-accounts", """
                {"threshold":2,"smart_account_signers":[{"address":"%s","permissions":["CAN_INITIATE","CAN_VOTE","CAN_EXECUTE"]},
                {"address":"%s","permissions":["CAN_VOTE"]}]}""".formatted(alice.address(), bob.address()))
                .get("smart_account_address")
                .stringValue();
        rig.chain().fund(Address.of(account), BaseUnits.of(20 * SOL));
        path = "/api/v1/smart-accounts/" + account;
    }

    private String intent() {
        IntentBody intent = IntentBody.of("nonce_account_allow", "devnet", account, Instant.now().plusSeconds(600))
                .with("nonce_account", fresh.address().toString());
        for (TestKey key : Array.of(alice, bob)) {
            intent = intent.signedBy(key.address().toString(), key.sign(Bytes.of(intent.bytes())).bytes().toArray());
        }
        return intent.json();
    }

    /** A payment to the shop by the nonce, signed by both. */
    private Bytes payment(long sol) throws Exception {
        Bytes draft = new SolanaFormat()
                .compile(new Message(
                        MessageVersion.LEGACY,
                        Address.of(account),
                        rig.chain().latestBlockhash().get().blockhash(),
                        Array.of(SystemProgram.transfer(Address.of(account), shop, BaseUnits.of(sol * SOL))),
                        Array.empty()))
                .get()
                .transaction();
        return signed(call("POST", "/api/v0/smart_account/transaction/prepare", """
                {"smart_account_address":"%s","transaction":"%s","fee_config":{"currency":"sol"},"transaction_signers":["%s","%s"],"nonce_account":"%s"}"""
                .formatted(account, base64(draft), alice.address(), bob.address(), fresh.address())));
    }

    private Bytes signed(ObjectNode built) {
        byte[] unsigned = Base64.getDecoder().decode(built.get("transaction").stringValue());
        return KeyRing.of(alice, bob, fresh).sign(Bytes.of(unsigned));
    }

    private String submitted(Bytes transaction) throws Exception {
        return submit(transaction).get("status").stringValue();
    }

    private ObjectNode submit(Bytes transaction) throws Exception {
        return call("POST", path + "/submit", "{\"transaction\":\"" + base64(transaction) + "\",\"kms_payloads\":[]}");
    }

    private static String base64(Bytes bytes) {
        return Base64.getEncoder().encodeToString(bytes.toArray());
    }

    /** What the shop got. */
    private long received() {
        return rig.chain().accounts(AccountQuery.ofAnyOwner(Array.of(shop))).get().owned().get(shop).get().lamports().bits() - SOL;
    }

    private ObjectNode call(String method, String at, String body) throws IOException, InterruptedException {
        ServeFixture to = server.get();
        HttpResponse<String> reply = to.client().send(
                to.request(at)
                        .header("x-service-network", "devnet")
                        .method(method, body.isEmpty() ? HttpRequest.BodyPublishers.noBody() : HttpRequest.BodyPublishers.ofString(body))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
        assertTrue(reply.statusCode() < 300, () -> method + " " + at + " " + body + "\n" + reply.body());
        return json(reply);
    }
}
