package dev.mandate.adapters.http.api;

import static dev.mandate.adapters.http.api.HttpFixture.quoted;
import static java.util.stream.Collectors.joining;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.adapters.http.exchange.Headers;
import dev.mandate.adapters.http.exchange.Reply;
import dev.mandate.client.Secp256k1KeyPair.Format;
import dev.mandate.client.Secp256k1KeyPair;
import java.io.IOException;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.Base64;
import org.bouncycastle.asn1.sec.SECNamedCurves;
import org.bouncycastle.crypto.signers.StandardDSAEncoding;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Signers by a secp256k1 key, over HTTP: a managed signer is bound to each. */
final class Secp256k1SignerCallsTest {

    private static final long SOL = 1_000_000_000;
    private static final BigInteger ORDER = SECNamedCurves.getByName("secp256k1").getN();

    private final HttpFixture fixture = new HttpFixture();
    private final Secp256k1KeyPair ann = Secp256k1KeyPair.generate();

    private static String listed(Secp256k1KeyPair key, Format format) {
        return quoted("{'public_key':'%s','key_scheme':'SECP256K1','signature_format':'%s','permissions':['CAN_INITIATE','CAN_VOTE','CAN_EXECUTE']}")
                .formatted(key.publicKeyHex(), format);
    }

    private ObjectNode created(Format format) {
        return fixture.served(
                "POST", "/api/v1/smart-accounts", quoted("{'smart_account_signers':[%s],'threshold':1}").formatted(listed(ann, format)));
    }

    private static String account(ObjectNode created) {
        return created.get("smart_account_address").stringValue();
    }

    private static String signer(JsonNode answer) {
        return answer.at("/signers/0/address").stringValue();
    }

    private ObjectNode payment(ObjectNode created, long lamports) {
        String account = account(created);
        fixture.fund(account, 2 * SOL);
        fixture.fund(signer(created), SOL);
        return fixture.served("POST", "/api/v0/smart_account/transaction/prepare", quoted(
                        "{'smart_account_address':'%s','transaction':'%s','fee_config':{'currency':'sol'},'transaction_signers':['%s']}")
                .formatted(account, fixture.draft(account, HttpFixture.transfer(account, fixture.bob.address(), lamports)), signer(created)));
    }

    private static String signature(ObjectNode built, Secp256k1KeyPair by, Format format) {
        return by.signKmsPayload(built.at("/kms_payloads/0/payload").stringValue(), format);
    }

    private static String submission(ObjectNode built, String signature) {
        return quoted("{'transaction':'%s','kms_payloads':[{'provider':'external','address':'%s','signature':'%s'}]}")
                .formatted(
                        built.get("transaction").stringValue(), built.at("/kms_payloads/0/address").stringValue(), signature);
    }

    private static String submitPath(ObjectNode created) {
        return "/api/v1/smart-accounts/" + account(created) + "/submit";
    }

    /** The other signature of the same key and content: n - S instead of S. */
    private static String withHighS(String signature) throws IOException {
        BigInteger[] numbers = StandardDSAEncoding.INSTANCE.decode(ORDER, Base64.getDecoder().decode(signature));
        return Base64.getEncoder().encodeToString(StandardDSAEncoding.INSTANCE.encode(ORDER, numbers[0], ORDER.subtract(numbers[1])));
    }

    @ParameterizedTest
    @EnumSource(Format.class)
    void anAccountPaysOnceTheKeyApproves(Format format) {
        ObjectNode created = created(format);
        ObjectNode built = payment(created, SOL);
        String submission = submission(built, signature(built, ann, format));

        ObjectNode landed = fixture.served("POST", submitPath(created), submission);

        assertEquals("external", built.at("/kms_payloads/0/provider").stringValue());
        assertEquals(
                fixture.served("POST", "/api/v1/explain", quoted("{'transaction':'%s'}").formatted(built.get("transaction").stringValue()))
                        .at("/hashes/intent")
                        .stringValue(),
                built.at("/kms_payloads/0/intent").stringValue());
        assertEquals("confirmed", landed.get("status").stringValue());
        assertEquals(landed, fixture.served("POST", submitPath(created), submission));
        assertEquals(11 * SOL, fixture.lamports(fixture.bob.address()));
    }

    @Test
    void onlyThisKeyInThisFormatWithLowSApprovesThisTransaction() throws IOException {
        ObjectNode created = created(Format.SHA256);
        ObjectNode built = payment(created, SOL);
        ObjectNode other = payment(created, SOL / 2);
        String right = signature(built, ann, Format.SHA256);

        refused("approval_invalid", created, submission(built, signature(built, Secp256k1KeyPair.generate(), Format.SHA256)));
        refused("approval_invalid", created, submission(built, signature(built, ann, Format.EIP191)));
        refused("approval_invalid", created, submission(built, withHighS(right)));
        refused("approval_invalid", created, submission(other, right));
        assertEquals("confirmed", fixture.served("POST", submitPath(created), submission(built, right)).get("status").stringValue());
        refused("approval_invalid", created, submission(other, right));
    }

    @Test
    void alsoInTheOtherFormat() {
        ObjectNode created = created(Format.EIP191);
        ObjectNode built = payment(created, SOL);

        refused("approval_invalid", created, submission(built, signature(built, ann, Format.SHA256)));
    }

    @Test
    void aPayloadIsGoodForHalfAnHourAtMost() {
        ObjectNode created = created(Format.SHA256);
        ObjectNode built = payment(created, SOL);

        String unnamed = submission(built, signature(built, ann, Format.SHA256));
        String named = unnamed.replace(
                "\"signature\":", quoted("'kms_signed_payload':'%s','signature':").formatted(built.at("/kms_payloads/0/payload").stringValue()));

        fixture.now = fixture.now.plusSeconds(1_800);

        refused("approval_invalid", created, unnamed);
        refused("payload_expired", created, named);
    }

    private void refused(String code, ObjectNode created, String submission) {
        fixture.refused(422, code, "POST", submitPath(created), submission, "kms_payloads[0].signature");
    }

    @Test
    void aKeyHasTheSameAddressInEverySignerList() {
        String account = account(created(Format.SHA256));
        String signer = signer(created(Format.SHA256));
        String other = account(fixture.served("POST", "/api/v1/smart-accounts", fixture.terms()));
        String two = quoted("[%s,%s]").formatted(HttpFixture.signer(fixture.alice), listed(ann, Format.SHA256));
        String policies = quoted("{'type':'signers','policies':{'threshold':1,'signers':%s}}").formatted(two);
        String alice = fixture.alice.address().toString();

        assertEquals(signer, second(fixture.served(
                "POST", "/api/v0/smart_account/transaction/create", quoted("{'smart_account_signers':%s,'threshold':1}").formatted(two))));
        assertEquals(signer, second(fixture.served("POST", "/api/v1/smart-accounts", quoted(
                "{'smart_account_signers':%s,'threshold':1,'fee_config':{'currency':'sol','payer_address':'%s'}}").formatted(two, alice))));
        assertEquals(signer, second(fixture.served("POST", "/accounts", policies).get("policies")));
        assertEquals(signer, second(fixture.servedInEnvelope("POST", "/api/grid/v1/accounts", policies).get("policies")));
        assertEquals(signer, second(fixture.served(
                "PATCH", "/api/v1/smart-accounts/" + other, quoted("{'smart_account_signers':%s,'threshold':1}").formatted(two))));
        assertEquals(signer, second(fixture.servedInEnvelope(
                "PATCH", "/api/grid/v1/accounts/" + other, quoted("{'signers':%s,'threshold':1}").formatted(two))));
        assertEquals(signer, signer(fixture.served("POST", "/api/v0/smart_account/transaction/signers/add", quoted(
                        "{'smart_account_address':'%s','smart_account_signers':[%s],'fee_config':{'currency':'sol'},'transaction_signers':['%s','%s']}")
                .formatted(other, listed(ann, Format.SHA256), alice, fixture.bob.address()))));
        assertEquals(signer, second(fixture.served("POST", "/api/v1/smart-accounts/" + other + "/transactions", quoted(
                "{'settings':{'smart_account_signers':%s,'threshold':1},'transaction_signers':['%s']}").formatted(two, alice))));
        assertEquals(signer, fixture.served("GET", "/api/v1/smart-accounts/" + account, "")
                .at("/smart_account_signers/0/address").stringValue());
        assertNotEquals(signer, signer(created(Format.EIP191)));
    }

    @Test
    void aDryRunMakesNoKeyAndKnowsTheOneThatIsBound() {
        String listed = quoted("{'smart_account_signers':[%s],'threshold':1}").formatted(listed(ann, Format.SHA256));
        assertEquals("allowed", fixture.served("POST", "/api/v1/smart-accounts?dry_run=true", listed).at("/verdict/outcome").stringValue());
        assertEquals(0, fixture.vault.keys());

        String path = "/api/v1/smart-accounts/" + account(created(Format.SHA256));
        int keys = fixture.vault.keys();
        String code = fixture.refusal(422, "nothing_to_change", "PATCH", path, listed).get("code").stringValue();
        assertEquals(code, fixture.served("PATCH", path + "?dry_run=true", listed).at("/verdict/code").stringValue());
        assertEquals("allowed", fixture.served("PATCH", path + "?dry_run=true", listed.replace("SHA256", "EIP191")).at("/verdict/outcome").stringValue());
        assertEquals(keys, fixture.vault.keys());
    }

    @ParameterizedTest
    @ValueSource(strings = {"EIP191", "EIP191,SHA256"})
    void aRefusedRequestMakesNoKey(String formats) {
        String account = account(created(Format.SHA256));
        int keys = fixture.vault.keys();
        String signers = Arrays.stream(formats.split(",")).map(format -> listed(Secp256k1KeyPair.generate(), Format.valueOf(format))).collect(joining(","));
        String settings = quoted("{'smart_account_signers':[%s],'threshold':9}").formatted(signers);
        String stranger = fixture.bob.address().toString();
        String add = quoted("{'smart_account_address':'%s','smart_account_signers':[%s],'fee_config':{'currency':'sol'},'transaction_signers':['%s']}")
                .formatted(account, signers, stranger);
        String accounts = "/api/v1/smart-accounts";

        fixture.refused(404, "unknown_account", "PATCH", accounts + "/" + stranger, settings);
        fixture.refused(422, "threshold_exceeds_voters", "PATCH", accounts + "/" + account, settings);
        fixture.refused(422, "not_a_signer", "POST", "/api/v0/smart_account/transaction/signers/add", add);
        fixture.refused(422, "threshold_exceeds_voters", "POST", accounts + "/" + account + "/transactions", "{\"settings\":" + settings + "}");
        fixture.refused(422, "threshold_exceeds_voters", "POST", accounts, settings);
        fixture.refused(422, "threshold_exceeds_voters", "POST", accounts, settings.replaceFirst(
                "}$", quoted(",'fee_config':{'currency':'sol','payer_address':'%s'}}").formatted(stranger)));
        fixture.refused(422, "threshold_exceeds_voters", "POST", "/accounts", quoted("{'type':'signers','policies':{'threshold':9,'signers':[%s]}}").formatted(signers));
        assertEquals(keys, fixture.vault.keys());
    }

    @Test
    void anAnswerToARepetitionMakesNoKeyAndIsTheSame() {
        String terms = quoted("{'smart_account_signers':[%s],'threshold':1}").formatted(listed(ann, Format.SHA256));
        Headers once = Headers.NONE.with("authorization", "Bearer " + fixture.acme).with("x-idempotency-key", "order-1");

        Reply first = fixture.ask(once, "POST", "/api/v1/smart-accounts", terms);

        assertEquals(HttpFixture.json(first), HttpFixture.json(fixture.ask(once, "POST", "/api/v1/smart-accounts", terms)));
        assertEquals(1, fixture.vault.keys());
    }

    private static String second(JsonNode answer) {
        return answer.at("/signers/1/address").stringValue();
    }

    @Test
    void answersShowBothKeysAndThatTheOperatorCouldSignAlone() {
        ObjectNode created = created(Format.EIP191);

        for (JsonNode reported : new JsonNode[] {
            created.at("/signers/0"),
            fixture.served("GET", "/api/v1/smart-accounts/" + account(created), "").at("/smart_account_signers/0"),
            fixture.servedInEnvelope("GET", "/api/grid/v1/accounts/" + account(created), "").at("/policies/signers/0")
        }) {
            assertEquals(ann.publicKeyHex(), reported.get("public_key").stringValue());
            assertEquals("SECP256K1 EIP191", reported.get("key_scheme").stringValue() + " " + reported.get("signature_format").stringValue());
            assertEquals("external", reported.get("provider").stringValue());
            assertEquals("service", reported.get("custody").stringValue());
            assertTrue(reported.get("custody_notice").stringValue().contains("The operator could sign with it alone."), reported::toString);
        }
    }

    @Test
    void aKeyInHexIsTakenAsAnAddress() {
        String terms = "{'smart_account_signers':[{'address':'%s','permissions':['CAN_INITIATE','CAN_VOTE','CAN_EXECUTE']}],'threshold':1}";
        ObjectNode created = fixture.served("POST", "/api/v1/smart-accounts", quoted(terms).formatted(ann.publicKeyHex()));

        assertEquals(signer(created(Format.SHA256)), signer(created));
        fixture.refused(422, "bad_public_key", "POST", "/api/v1/smart-accounts", quoted(terms).formatted("05" + "00".repeat(32)));
    }

    @Test
    void aBoundSignerStaysWhenItIsListedByItsAddress() {
        ObjectNode created = created(Format.SHA256);

        ObjectNode built = fixture.served("PATCH", "/api/v1/smart-accounts/" + account(created), quoted(
                        "{'smart_account_signers':[{'address':'%s','permissions':['CAN_INITIATE','CAN_VOTE','CAN_EXECUTE']},%s]}")
                .formatted(signer(created), HttpFixture.signer(fixture.bob)));

        assertEquals(ann.publicKeyHex(), built.at("/signers/0/public_key").stringValue());
        assertFalse(built.at("/signers/1").has("custody"));
    }

    @Test
    void anEntryHoldsAPointOfTheCurveOrAnAddress() {
        String key = ann.publicKeyHex();
        String noPoint = "02" + "f".repeat(64);

        reject(422, "bad_public_key", listed(ann, Format.SHA256).replace(key, noPoint), "public_key");
        reject(422, "bad_public_key", listed(ann, Format.SHA256).replace(key, ann.privateKeyHex()), "public_key");
        reject(400, "excluded_field", listed(ann, Format.SHA256).replace("{", quoted("{'address':'%s',").formatted(fixture.bob.address())), "address");
        reject(400, "missing_field", quoted("{'public_key':'%s','permissions':[]}").formatted(key), "key_scheme", "signature_format");
        reject(422, "not_an_option", listed(ann, Format.SHA256).replace("SECP256K1", "P256"), "key_scheme");
    }

    private void reject(int status, String code, String signer, String... fields) {
        ObjectNode reported = fixture.refusal(
                status, code, "POST", "/api/v1/smart-accounts", quoted("{'smart_account_signers':[%s],'threshold':1}").formatted(signer));
        for (String field : fields) {
            assertTrue(reported.get("details").toString().contains("smart_account_signers[0]." + field), reported::toString);
        }
        assertFalse(reported.toString().contains(ann.privateKeyHex()));
    }
}
