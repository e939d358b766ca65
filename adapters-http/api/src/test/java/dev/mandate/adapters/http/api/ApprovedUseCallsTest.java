package dev.mandate.adapters.http.api;

import static dev.mandate.adapters.http.api.HttpFixture.quoted;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.adapters.http.exchange.Headers;
import dev.mandate.adapters.http.exchange.Reply;
import dev.mandate.client.P256KeyPair;
import dev.mandate.domain.authority.ChallengeId;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.chain.Message;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.ports.spi.program.TransactionFormat;
import dev.mandate.solana.format.SolanaFormat;
import dev.mandate.solana.squadsv4.SquadsV4;
import io.vavr.collection.Array;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** A managed signer uses a limit that the engine keeps by approving the transaction, as the public SDK does: it has no call for an intent. */
class ApprovedUseCallsTest {

    private static final long SOL = 1_000_000_000;

    private final HttpFixture fixture = new HttpFixture();
    private final TransactionFormat format = new SolanaFormat();
    private final P256KeyPair own = P256KeyPair.generate();

    /** Somebody with an account by e-mail. */
    private record User(String account, String signer, P256KeyPair session) {

        private String path() {
            return "/api/grid/v1/accounts/" + account;
        }
    }

    private User ann;

    @BeforeEach
    void signIn() throws GeneralSecurityException {
        ann = user("ann@example.com");
    }

    private User user(String address) throws GeneralSecurityException {
        ObjectNode started = fixture.servedInEnvelope("POST", "/api/grid/v1/accounts", quoted("{'type':'email','email':'%s'}").formatted(address));
        String code = HttpFixture.code(new ChallengeId(started.get("otp_id").stringValue())).digits();
        ObjectNode made = fixture.servedInEnvelope("POST", "/api/grid/v1/accounts/verify", quoted(
                        "{'email':'%s','otp_code':'%s','provider':'privy','kms_provider_config':{'encryption_public_key':'%s'}}")
                .formatted(address, code, own.publicKeySpki()));
        JsonNode sealed = made.at("/authentication/0/session/session/encrypted_authorization_key");
        User user = new User(
                made.get("address").stringValue(),
                made.at("/policies/signers/0/address").stringValue(),
                own.openAuthorizationKey(sealed.get("encapsulated_key").stringValue(), sealed.get("ciphertext").stringValue()));
        fixture.fund(user.account(), 10 * SOL);
        fixture.fund(user.signer(), SOL);
        return user;
    }

    private static String approved(ObjectNode built, User by) {
        JsonNode payload = built.at("/kms_payloads/0");
        return quoted("{'transaction':'%s','kms_payloads':[{'provider':'privy','signature':'%s'}]}")
                .formatted(built.get("transaction").stringValue(), by.session().signKmsPayload(payload.get("payload").stringValue()));
    }

    private ObjectNode submitted(ObjectNode built, User by) {
        return fixture.servedInEnvelope("POST", by.path() + "/submit", approved(built, by));
    }

    /** A limit of 5,000,000 lamports for {@code spender}, as the SDK creates it. */
    private String limit(String period, String spender) {
        ObjectNode made = fixture.servedInEnvelope("POST", ann.path() + "/spending-limit", quoted(
                        "{'amount':5000000,'mint':'11111111111111111111111111111111','period':'%s','spending_limit_signers':['%s']}")
                .formatted(period, spender));
        assertEquals("confirmed", submitted(made, ann).get("status").stringValue());
        return ann.path() + "/spending-limit/" + made.get("spending_limit_address").stringValue() + "/transactions";
    }

    private String use(String amount, String signer) {
        return quoted("{'amount':'%s','signer_address':'%s','recipient_address':'%s'}").formatted(amount, signer, fixture.carol.address());
    }

    private long carols() {
        return fixture.lamports(fixture.carol.address());
    }

    @ParameterizedTest
    @ValueSource(strings = {"one_time", "yearly"})
    void theUseIsPaidOnceItsSignerHasApprovedIt(String period) {
        String path = limit(period, ann.signer());
        long before = carols();

        ObjectNode built = fixture.servedInEnvelope("POST", path, use("2000000", ann.signer()));

        assertEquals(quoted("['%s']").formatted(ann.signer()), built.get("transaction_signers").toString());
        assertEquals(ann.signer(), built.at("/kms_payloads/0/address").stringValue());
        assertEquals(1, built.get("kms_payloads").size());
        assertEquals("confirmed", submitted(built, ann).get("status").stringValue());
        assertEquals(before + 2_000_000, carols());
    }

    @Test
    void theSameSubmitIsTheSameUse() {
        String path = limit("yearly", ann.signer());
        ObjectNode built = fixture.servedInEnvelope("POST", path, use("2000000", ann.signer()));
        long before = carols();

        JsonNode first = submitted(built, ann).get("transaction_signature");

        assertEquals(first, submitted(built, ann).get("transaction_signature"));
        assertEquals(before + 2_000_000, carols());
        fixture.refused(422, "limit_exceeded", "POST", path, use("3000001", ann.signer()), "amount");
        assertEquals("confirmed", submitted(fixture.servedInEnvelope("POST", path, use("3000000", ann.signer())), ann).get("status").stringValue());
        assertEquals(before + 5_000_000, carols());
    }

    /** What is built reserves nothing: of uses that exceed the limit together those that are submitted first are paid. */
    @Test
    void usesThatExceedTheLimitTogetherAreNotBothPaid() {
        for (String period : Array.of("one_time", "yearly")) {
            String path = limit(period, ann.signer());
            Array<ObjectNode> built = Array.fill(2, () -> fixture.servedInEnvelope("POST", path, use("3000000", ann.signer())));
            long before = carols();
            assertFalse(built.get(0).get("transaction").equals(built.get(1).get("transaction")));

            assertEquals("confirmed", submitted(built.get(0), ann).get("status").stringValue());
            Reply second = fixture.ask(fixture.acme, "POST", ann.path() + "/submit", approved(built.get(1), ann));

            assertTrue(second.status() >= 400, () -> HttpFixture.json(second).toString());
            assertEquals(before + 3_000_000, carols());
        }
    }

    @Test
    void withoutTheApprovalThePolicyKeyDoesNotSign() {
        ObjectNode built = fixture.servedInEnvelope("POST", limit("yearly", ann.signer()), use("2000000", ann.signer()));
        long before = carols();

        ObjectNode refused = fixture.refusal(
                422,
                "signatures_missing",
                "POST",
                ann.path() + "/submit",
                quoted("{'transaction':'%s','kms_payloads':[]}").formatted(built.get("transaction").stringValue()));

        assertEquals("Signatures are missing: %s.".formatted(ann.signer()), refused.at("/details/0/message").stringValue(), refused::toString);
        assertEquals(before, carols());
    }

    private ObjectNode changed(ObjectNode built, UnaryOperator<Message> change) {
        Message message = format.resolve(format.parse(HttpFixture.transaction(built)).get(), Array.empty()).get();
        Bytes transaction = format.compile(change.apply(message)).get().transaction();
        return built.deepCopy().put("transaction", HttpFixture.base64(transaction));
    }

    private static Message with(Message message, Array<Instruction> instructions) {
        return new Message(message.version(), message.feePayer(), message.lifetime(), instructions, Array.empty());
    }

    private static boolean isUse(Instruction instruction) {
        return instruction.program().equals(SquadsV4.PROGRAM);
    }

    /** The amount follows the eight bytes of the discriminator. */
    private static Instruction paying(long amount, Instruction use) {
        byte[] data = use.data().toArray();
        for (int i = 0; i < 8; i++) {
            data[8 + i] = (byte) (amount >>> (8 * i));
        }
        return new Instruction(use.program(), use.accounts(), Bytes.of(data));
    }

    /** The approved payload names the hash of the message that was built. */
    @Test
    void anApprovalHoldsForNoOtherTransaction() {
        ObjectNode built = fixture.servedInEnvelope("POST", limit("yearly", ann.signer()), use("1000000", ann.signer()));
        long before = carols();

        ObjectNode more = changed(built, message -> with(
                message, Array.ofAll(message.instructions()).map(one -> isUse(one) ? paying(2_000_000, one) : one)));

        fixture.refused(422, "approval_invalid", "POST", ann.path() + "/submit", approved(more, ann));
        assertEquals(before, carols());
    }

    /** A stamp approves whatever the body holds, so it may approve what was never built here. */
    @Test
    void aStampedTransactionUsesTheLimitOnceAtMost() {
        ObjectNode built = fixture.servedInEnvelope("POST", limit("yearly", ann.signer()), use("3000000", ann.signer()));
        long before = carols();
        Array<ObjectNode> wrong = Array.of(
                changed(built, message -> with(message, Array.ofAll(message.instructions()).appendAll(
                        Array.ofAll(message.instructions()).filter(ApprovedUseCallsTest::isUse).map(one -> paying(2_000_000, one))))),
                changed(built, message -> with(message, Array.ofAll(message.instructions())
                        .map(one -> isUse(one) ? paying(6_000_000, one) : one))),
                changed(built, message -> with(message, Array.ofAll(message.instructions())
                        .map(one -> isUse(one)
                                ? new Instruction(one.program(), one.accounts().append(one.accounts().get(1)), one.data())
                                : one))));

        for (ObjectNode transaction : wrong) {
            Reply reply = stamped(transaction, ann);
            assertTrue(reply.status() >= 400, () -> HttpFixture.json(reply).toString());
        }
        assertEquals(before, carols());
        assertEquals(200, stamped(built, ann).status());
        assertEquals(before + 3_000_000, carols());
    }

    private Reply stamped(ObjectNode built, User by) {
        String body = quoted("{'transaction':'%s','kms_payloads':[{'provider':'privy','address':'%s','public_key':'%s'}]}")
                .formatted(built.get("transaction").stringValue(), by.signer(), by.session().publicKeyHex());
        return fixture.ask(
                Headers.NONE
                        .with("authorization", "Bearer " + fixture.acme)
                        .with("x-stamp", by.session().stamp(body.getBytes(StandardCharsets.UTF_8))),
                "POST",
                "/api/v1/smart-accounts/" + ann.account() + "/submit",
                body);
    }

    @Test
    void aManagedSignerWhoIsNotEntitledUsesNothing() throws GeneralSecurityException {
        User eve = user("eve@example.com");
        String path = limit("yearly", ann.signer());
        long before = carols();

        fixture.refused(422, "not_entitled", "POST", path, use("1000000", eve.signer()), "signer_address");
        ObjectNode built = fixture.servedInEnvelope("POST", path, use("1000000", ann.signer()));
        ObjectNode hers = changed(built, message -> new Message(
                message.version(), Address.of(eve.signer()), message.lifetime(), message.instructions(), Array.empty()));
        Reply reply = stamped(hers, eve);

        assertTrue(reply.status() >= 400, () -> HttpFixture.json(reply).toString());
        assertEquals(before, carols());
    }

    /** The engine holds no key of theirs, so their approval is an intent. So is that of a managed signer for whom another one pays. */
    @Test
    void externalSignersAndOtherPayersNeedAnIntent() {
        String path = limit("yearly", fixture.alice.address().toString());
        fixture.refused(422, "intent_required", "POST", path, use("1000000", fixture.alice.address().toString()), "intent");

        String paid = use("1000000", ann.signer())
                .replace("}", quoted(",'fee_config':{'currency':'sol','payer_address':'%s'}}").formatted(fixture.bob.address()));
        fixture.refused(422, "intent_required", "POST", limit("yearly", ann.signer()), paid, "intent");
    }
}
