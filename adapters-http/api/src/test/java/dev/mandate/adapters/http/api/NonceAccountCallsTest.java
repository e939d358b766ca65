package dev.mandate.adapters.http.api;

import static dev.mandate.adapters.http.api.HttpFixture.quoted;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.mandate.client.IntentBody;
import dev.mandate.client.P256KeyPair;
import dev.mandate.client.Secp256k1KeyPair;
import dev.mandate.domain.authority.ChallengeId;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Blockhash;
import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.ports.spi.chain.AccountData;
import dev.mandate.simulator.keys.TestKey;
import dev.mandate.solana.programs.SystemProgram;
import dev.mandate.solana.programs.account.NonceAccount;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.util.Base64;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Durable nonces by signed intents, over HTTP. */
class NonceAccountCallsTest {

    private static final long SOL = 1_000_000_000;

    private final HttpFixture fixture = new HttpFixture();
    private final String account = fixture.account(fixture.acme);
    private final Address nonce = nonce(fixture.alice.address());

    private Address nonce(Address authority) {
        Address address = TestKey.of("nonce of " + authority).address();
        NonceAccount content = new NonceAccount(
                NonceAccount.Version.CURRENT, authority, new Blockhash(Bytes32.of(address.toArray())), BaseUnits.of(5_000));
        fixture.chain.put(address, new AccountData(BaseUnits.of(SOL), SystemProgram.ID, content.encode(), false));
        return address;
    }

    private static String path(String account) {
        return "/api/v1/smart-accounts/" + account + "/nonce-accounts";
    }

    private IntentBody intent(String action, String of, Address nonceAccount) {
        return IntentBody.of(action, "mainnet", of, Instant.ofEpochSecond(fixture.now.seconds() + 600))
                .with("nonce_account", nonceAccount.toString());
    }

    private static IntentBody signed(IntentBody intent, TestKey... by) {
        IntentBody signed = intent;
        for (TestKey key : by) {
            signed = signed.signedBy(key.address().toString(), key.sign(Bytes.of(intent.bytes())).bytes().toArray());
        }
        return signed;
    }

    private String byBoth(String action) {
        return body(signed(intent(action, account, nonce), fixture.alice, fixture.bob));
    }

    private String body(IntentBody intent) {
        return "{\"nonce_account\":\"" + nonce + "\",\"intent\":" + intent.json() + "}";
    }

    private String change(String more) {
        return quoted("{'time_lock':60,'nonce_account':'" + nonce + "'" + more + "}");
    }

    @Test
    void aTransactionIsBuiltSubmittedDaysLaterAndRefusedAfterTheEnd() {
        String smartAccount = "/api/v1/smart-accounts/" + account;
        assertEquals("allowed", fixture.served("POST", path(account), byBoth("nonce_account_allow")).get("status").stringValue());
        assertEquals(
                nonce.toString(),
                fixture.served("GET", path(account), "").at("/items/0/nonce_account").stringValue());
        ObjectNode built = fixture.served("PATCH", smartAccount, change(""));

        fixture.chain.advance(86_400);
        fixture.now = fixture.now.plusSeconds(86_400);
        fixture.lands(account, built);
        assertEquals(60, fixture.served("GET", smartAccount, "").get("time_lock").intValue());

        String another = quoted("{'rent_collector':'%s','nonce_account':'%s'}").formatted(fixture.alice.address(), nonce);
        String next = fixture.signed(fixture.served("PATCH", smartAccount, another));
        assertEquals("withdrawn", fixture.served("DELETE", path(account), byBoth("nonce_account_withdraw")).get("status").stringValue());
        fixture.refused(422, "nonce_not_allowed", "PATCH", smartAccount, another, "nonce_account");
        fixture.refused(422, "nonce_not_allowed", "POST", smartAccount + "/submit", quoted("{'transaction':'" + next + "'}"), "transaction");
        assertEquals(0, fixture.served("GET", path(account), "").get("items").size());
    }

    @Test
    void aNonceAccountIsCreated() {
        TestKey fresh = TestKey.of("fresh nonce");
        String asked = quoted("{'nonce_account':'%s','authority':'%s'}");
        ObjectNode built =
                fixture.served("POST", path(account) + "/create", asked.formatted(fresh.address(), fixture.alice.address()));
        assertEquals(1, built.at("/fee/rent/accounts").size());

        ObjectNode submitted = fixture.submitted(account, fixture.signed(built, fresh));
        assertEquals("confirmed", submitted.get("status").stringValue(), submitted::toString);
        fixture.refused(
                422, "nonce_not_allowed", "POST", path(account) + "/create",
                asked.formatted(fresh.address(), TestKey.of("stranger").address()), "authority");
    }

    @Test
    void eachRefusalHasItsCode() {
        String allowed = byBoth("nonce_account_allow");
        IntentBody intent = intent("nonce_account_allow", account, nonce);
        assertEquals(201, fixture.ask(fixture.acme, "POST", path(account), allowed).status());

        fixture.refused(409, "intent_spent", "POST", path(account), allowed, "intent.content.nonce");
        fixture.refused(
                422, "intent_not_authorized", "POST", path(account), body(signed(intent, fixture.alice)), "intent.signatures");
        fixture.refused(
                422, "intent_mismatch", "POST", path(account),
                body(signed(intent.withJson("more", "1"), fixture.alice, fixture.bob)), "intent.content.more");
        fixture.refused(
                422, "out_of_range", "POST", path(account),
                body(signed(intent, fixture.alice, fixture.bob)).replace("\"expires_at\":", "\"expires_at\":1"),
                "intent.content.expires_at");
    }

    @Test
    void aChangedByteAndALateIntentAreRefused() {
        IntentBody intent = intent("nonce_account_allow", account, nonce);
        String good = body(signed(intent, fixture.alice, fixture.bob));
        int nonceAt = good.indexOf("\"nonce\":\"") + 9;
        String changed = good.substring(0, nonceAt) + (good.charAt(nonceAt) == '0' ? '1' : '0') + good.substring(nonceAt + 1);

        fixture.refused(422, "signature_invalid", "POST", path(account), changed, "intent.signatures[0].signature");
        fixture.refused(400, "intent_malformed", "POST", path(account), good.replace("\"action\":", "\"x\":null,\"action\":"), "intent.content.x");
        fixture.refused(400, "missing_field", "POST", path(account), quoted("{'nonce_account':'" + nonce + "'}"), "intent");
        fixture.now = fixture.now.plusSeconds(600);
        fixture.refused(422, "intent_expired", "POST", path(account), good, "intent.content.expires_at");
    }

    @Test
    void anotherTenantsAccountIsUnknown() {
        for (String method : new String[] {"POST", "DELETE"}) {
            assertEquals(404, fixture.ask(fixture.rival, method, path(account), byBoth("nonce_account_allow")).status());
        }
        assertEquals(404, fixture.ask(fixture.rival, "GET", path(account), "").status());
        fixture.refused(404, "unknown_nonce_account", "DELETE", path(account), byBoth("nonce_account_withdraw"), "nonce_account");
    }

    @Test
    void aBoundSecp256k1KeySignsForItsSigner() {
        Secp256k1KeyPair key = Secp256k1KeyPair.generate();
        ObjectNode made = fixture.served("POST", "/api/v1/smart-accounts", quoted("{'smart_account_signers':[{'public_key':'%s',"
                        + "'key_scheme':'SECP256K1','signature_format':'EIP191','permissions':['CAN_VOTE','CAN_INITIATE','CAN_EXECUTE']}],'threshold':1}")
                .formatted(key.publicKeyHex()));
        String address = made.get("smart_account_address").stringValue();
        String signer = made.at("/signers/0/address").stringValue();
        Address its = nonce(Address.parse(signer).get());
        IntentBody intent = intent("nonce_account_allow", address, its);
        String content = Base64.getEncoder().encodeToString(intent.bytes());

        String byAnother = Secp256k1KeyPair.generate().signKmsPayload(content, Secp256k1KeyPair.Format.EIP191);
        fixture.refused(422, "signature_invalid", "POST", path(address), body(its, intent, signer, byAnother));
        String own = key.signKmsPayload(content, Secp256k1KeyPair.Format.EIP191);
        assertEquals("allowed", fixture.served("POST", path(address), body(its, intent, signer, own)).get("status").stringValue());
    }

    private String body(Address of, IntentBody intent, String signer, String signature) {
        return body(intent.signedBy(signer, Base64.getDecoder().decode(signature))).replace(nonce.toString(), of.toString());
    }

    /** The same signature allows and pays for the owner of an e-mail account; after its end the session allows nothing. */
    @Test
    void aSessionSignsForAManagedSigner() throws GeneralSecurityException {
        P256KeyPair own = P256KeyPair.generate();
        JsonNode challenge = fixture.served("POST", "/accounts", quoted("{'email':'ann@example.com'}")).get("otp_id");
        ObjectNode ann = fixture.served("POST", "/accounts/verify", quoted(
                        "{'email':'ann@example.com','otp_code':'%s','provider':'privy','kms_provider_config':{'encryption_public_key':'%s'}}")
                .formatted(HttpFixture.code(new ChallengeId(challenge.stringValue())).digits(), own.publicKeySpki()));
        JsonNode sealed = ann.at("/authentication/0/session/session/encrypted_authorization_key");
        P256KeyPair session =
                own.openAuthorizationKey(sealed.get("encapsulated_key").stringValue(), sealed.get("ciphertext").stringValue());
        String address = ann.get("address").stringValue();
        String signer = ann.at("/policies/signers/0/address").stringValue();
        Address hers = nonce(Address.parse(signer).get());
        IntentBody intent = intent("nonce_account_allow", address, hers);

        fixture.refused(
                422, "signature_invalid", "POST", path(address), body(intent.signedBy(signer, own)).replace(nonce.toString(), hers.toString()));
        assertEquals(
                "allowed",
                fixture.served("POST", path(address), body(intent.signedBy(signer, session)).replace(nonce.toString(), hers.toString()))
                        .get("status")
                        .stringValue());
        fixture.now = fixture.now.plusSeconds(3_600);
        IntentBody later = intent("nonce_account_withdraw", address, hers).signedBy(signer, session);
        fixture.refused(
                422, "session_ended", "DELETE", path(address), body(later).replace(nonce.toString(), hers.toString()),
                "intent.signatures[0].signature");
    }
}
