package dev.mandate.adapters.http.api;

import static dev.mandate.adapters.http.api.HttpFixture.json;
import static dev.mandate.adapters.http.api.HttpFixture.quoted;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import dev.mandate.adapters.http.exchange.Headers;
import dev.mandate.adapters.http.exchange.Reply;
import dev.mandate.client.P256KeyPair;
import dev.mandate.domain.access.Scope;
import dev.mandate.domain.authority.ChallengeId;
import io.vavr.collection.Array;
import io.vavr.collection.HashSet;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** People who sign in by e-mail, over HTTP. */
final class EmailAccountCallsTest {

    private static final String ANN = quoted("{'email':'ann@example.com'}");
    private static final long SOL = 1_000_000_000;

    private final HttpFixture fixture = new HttpFixture();
    private final P256KeyPair own = P256KeyPair.generate();

    private String code(String startedAt) {
        return code(fixture.served("POST", startedAt, ANN).get("otp_id"));
    }

    private static String code(JsonNode challenge) {
        return HttpFixture.code(new ChallengeId(challenge.stringValue())).digits();
    }

    private static String another(String code) {
        return code.startsWith("0") ? "1" + code.substring(1) : "0" + code.substring(1);
    }

    private static String proof(String code, P256KeyPair key) {
        return quoted("{'email':'ann@example.com','otp_code':'%s','provider':'privy','kms_provider_config':{'encryption_public_key':'%s'}}")
                .formatted(code, key.publicKeySpki());
    }

    private ObjectNode registered() {
        return fixture.served("POST", "/accounts/verify", proof(code("/accounts"), own));
    }

    private P256KeyPair session(JsonNode signedIn) throws GeneralSecurityException {
        JsonNode sealed = signedIn.at("/authentication/0/session/session/encrypted_authorization_key");
        return own.openAuthorizationKey(sealed.get("encapsulated_key").stringValue(), sealed.get("ciphertext").stringValue());
    }

    /** A payment of the account, to be signed by its managed signer. */
    private ObjectNode payment(String account, String signer) {
        fixture.fund(account, 2 * SOL);
        fixture.fund(signer, SOL);
        return fixture.served("POST", "/api/v0/smart_account/transaction/prepare", quoted(
                        "{'smart_account_address':'%s','transaction':'%s','fee_config':{'currency':'sol'},'transaction_signers':['%s']}")
                .formatted(account, fixture.draft(account, HttpFixture.transfer(account, fixture.bob.address(), SOL)), signer));
    }

    private static String signer(JsonNode signedIn) {
        return signedIn.at("/policies/signers/0/address").stringValue();
    }

    private static String submission(ObjectNode built, String payloads) {
        return quoted("{'transaction':'%s','kms_payloads':[%s]}").formatted(built.get("transaction").stringValue(), payloads);
    }

    private static String approval(ObjectNode built, P256KeyPair by) {
        JsonNode payload = built.at("/kms_payloads/0");
        return quoted("{'provider':'privy','address':'%s','signature':'%s'}")
                .formatted(payload.get("address").stringValue(), by.signKmsPayload(payload.get("payload").stringValue()));
    }

    private static String submitPath(JsonNode signedIn) {
        return "/api/v1/smart-accounts/" + signedIn.get("address").stringValue() + "/submit";
    }

    @Test
    void anAccountByEmailPaysOnceItsSessionApproves() throws GeneralSecurityException {
        ObjectNode ann = registered();
        ObjectNode built = payment(ann.get("address").stringValue(), signer(ann));

        ObjectNode landed = fixture.served("POST", submitPath(ann), submission(built, approval(built, session(ann))));

        assertEquals("privy", built.at("/kms_payloads/0/provider").stringValue());
        assertEquals("confirmed", landed.get("status").stringValue());
        assertEquals("privy", ann.at("/policies/signers/0/provider").stringValue());
    }

    /** The managed signer signs beside those who vote, once its session approves. */
    @Test
    void aManagedSignerWhoIsNamedBeyondTheThresholdSignsToo() throws GeneralSecurityException {
        ObjectNode ann = registered();
        String account = ann.get("address").stringValue();
        ObjectNode added = fixture.served("PATCH", "/api/v1/smart-accounts/" + account, quoted(
                        "{'smart_account_signers':[%s,%s],'transaction_signers':['%s'],'fee_config':{'currency':'sol','payer_address':'%s'}}")
                .formatted(
                        quoted("{'address':'%s','permissions':['CAN_INITIATE','CAN_VOTE','CAN_EXECUTE']}").formatted(signer(ann)),
                        HttpFixture.signer(fixture.bob),
                        signer(ann),
                        fixture.bob.address()));
        P256KeyPair session = session(ann);
        var unused = fixture.served("POST", submitPath(ann), quoted("{'transaction':'%s','kms_payloads':[%s]}")
                .formatted(fixture.signedBy(fixture.bob, added), approval(added, session)));
        fixture.fund(account, 2 * SOL);
        ObjectNode built = fixture.served("POST", "/api/v0/smart_account/transaction/prepare", quoted(
                        "{'smart_account_address':'%s','transaction':'%s','fee_config':{'currency':'sol'},'transaction_signers':['%s','%s']}")
                .formatted(
                        account,
                        fixture.draft(account, HttpFixture.transfer(account, fixture.bob.address(), SOL)),
                        fixture.bob.address(),
                        signer(ann)));
        String signed = fixture.signedBy(fixture.bob, built);

        fixture.refused(422, "signatures_missing", "POST", submitPath(ann), quoted("{'transaction':'%s','kms_payloads':[]}").formatted(signed));
        ObjectNode landed = fixture.served(
                "POST", submitPath(ann), quoted("{'transaction':'%s','kms_payloads':[%s]}").formatted(signed, approval(built, session)));

        assertEquals("confirmed", landed.get("status").stringValue());
        assertEquals(signer(ann), built.at("/kms_payloads/0/address").stringValue());
    }

    @Test
    void theSdksPathsSpeakOfTheSameAccount() throws GeneralSecurityException {
        ObjectNode started = fixture.servedInEnvelope("POST", "/api/grid/v1/accounts", quoted("{'type':'email','email':'ann@example.com'}"));
        ObjectNode ann = fixture.servedInEnvelope("POST", "/api/grid/v1/accounts/verify", proof(code(started.get("otp_id")), own));
        String path = "/api/grid/v1/accounts/" + ann.get("address").stringValue();
        fixture.fund(ann.get("address").stringValue(), 2 * SOL);
        fixture.fund(signer(ann), SOL);
        ObjectNode built = fixture.servedInEnvelope("POST", path + "/transactions", quoted("{'transaction':'%s'}").formatted(fixture.draft(
                ann.get("address").stringValue(),
                HttpFixture.transfer(ann.get("address").stringValue(), fixture.bob.address(), SOL))));
        String payload = built.at("/kms_payloads/0/payload").stringValue();

        ObjectNode landed = fixture.servedInEnvelope("POST", path + "/submit", submission(built, quoted(
                "{'provider':'privy','signature':'%s','kms_signed_payload':'%s'}").formatted(session(ann).signKmsPayload(payload), payload)));

        assertEquals("confirmed", landed.get("status").stringValue());
        assertEquals(
                ann.at("/authentication/0/session/session"), ann.at("/authentication/0/session/Privy/session"));
        assertEquals(
                ann.get("address"),
                fixture.served("POST", "/auth/verify", proof(code("/auth"), own)).get("address"));
    }

    @Test
    void theSameRequestGetsTheSameAnswerAndAnotherKeyNone() {
        String code = code("/accounts");
        ObjectNode first = fixture.served("POST", "/accounts/verify", proof(code, own));

        assertEquals(first, fixture.served("POST", "/accounts/verify", proof(code, own)));
        fixture.refused(410, "challenge_spent", "POST", "/accounts/verify", proof(code, P256KeyPair.generate()), "otp_code");
    }

    /** The public SDK sends a key with each call. */
    @Test
    void aStartThatIsRepeatedUnderItsKeyIsOneStart() {
        Headers named = Headers.NONE.with("authorization", "Bearer " + fixture.acme).with("x-idempotency-key", "one");
        for (String path : List.of("/accounts", "/auth", "/api/v0/service/smart-accounts/auth", "/api/grid/v1/auth")) {
            String body = path.contains("/v1/") ? ANN.replace("}", ",\"type\":null}") : ANN;
            ObjectNode first = json(fixture.ask(named, "POST", path, body));
            fixture.now = fixture.now.plusSeconds(1);

            assertEquals(otp(first), otp(json(fixture.ask(named, "POST", path, body))));
            assertEquals("409 idempotency_key_reused", refusal(fixture.ask(named, "POST", path, body.replace("ann", "bob"))));
        }
    }

    private static JsonNode otp(ObjectNode answer) {
        return answer.findValue("otp_id");
    }

    @Test
    void theSdksExpirationOfASignInIsATime() {
        ObjectNode ann = registered();
        String until = ",\"provider\":\"privy\",\"expiration\":" + fixture.now.plusSeconds(600).seconds() + "}";
        ObjectNode started = fixture.servedInEnvelope("POST", "/api/grid/v1/auth", ANN.replace("}", until));

        ObjectNode signedIn = fixture.servedInEnvelope("POST", "/api/grid/v1/auth/verify", proof(code(started.get("otp_id")), own));

        assertEquals(ann.get("address"), signedIn.get("address"));
        assertEquals(
                fixture.now.plusSeconds(600).seconds(), signedIn.at("/authentication/0/session/session/expires_at").longValue());
    }

    private static String proof(JsonNode challenge, String code, P256KeyPair key) {
        return proof(code, key).replace("{\"email\"", "{\"otp_id\":\"" + challenge.stringValue() + "\",\"email\"");
    }

    @Test
    void threeWrongCodesWithItsIdSpendTheChallenge() {
        for (String path : List.of("/auth/verify", "/api/grid/v1/auth/verify")) {
            JsonNode challenge = fixture.served("POST", "/accounts", ANN).get("otp_id");
            String right = code(challenge);
            for (int attempt = 0; attempt < 3; attempt++) {
                fixture.refused(422, "wrong_code", "POST", path, proof(challenge, another(right), own), "otp_code");
            }

            fixture.refused(410, "challenge_spent", "POST", path, proof(challenge, right, own), "otp_code");
            fixture.refused(410, "challenge_expired", "POST", path, proof(challenge, right, own).replace("\"otp_id\":\"otp_", "\"otp_id\":\"no_"), "otp_code");
            assertEquals(
                    "challenge_expired",
                    json(fixture.ask(fixture.rival, "POST", path, proof(challenge, right, own))).get("code").stringValue());
        }
    }

    /** Somebody who knows the address alone. */
    @Test
    void wrongCodesWithoutAnIdLeaveTheChallengeToWhoNamesIt() {
        JsonNode challenge = fixture.served("POST", "/accounts", ANN).get("otp_id");
        String right = code(challenge);
        for (int left = 9; left >= 0; left--) {
            ObjectNode wrong = fixture.refusal(422, "wrong_code", "POST", "/accounts/verify", proof(another(right), own));
            assertEquals(left == 0 ? "new_code" : "enter_code", wrong.at("/remedy/kind").stringValue());
        }
        fixture.refused(410, "challenge_spent", "POST", "/accounts/verify", proof(right, own), "otp_code");

        assertEquals("created", fixture.served("POST", "/accounts/verify", proof(challenge, right, own)).get("status").stringValue());
    }

    @Test
    void theSixthCodeOfAnAddressWithinAnHourIsRefusedAndTellsWhen() {
        for (String path : List.of("/accounts", "/auth", "/api/v1/auth", "/api/grid/v1/auth", "/api/v0/service/smart-accounts/auth")) {
            assertEquals(200, fixture.ask(fixture.acme, "POST", path, ANN).status());
            fixture.now = fixture.now.plusSeconds(60);
        }

        for (String path : List.of("/auth", "/api/grid/v1/auth", "/api/v0/grid/smart-accounts/auth")) {
            fixture.refused(429, "too_many_codes", "POST", path, ANN, "email");
            Reply refused = fixture.ask(fixture.acme, "POST", path, ANN);
            assertEquals("wait_until", json(refused).at("/remedy/kind").stringValue());
            assertEquals(Array.of("3300"), refused.headers().all("retry-after").toArray());
        }
        assertEquals(200, fixture.ask(fixture.acme, "POST", "/auth", ANN.replace("ann", "bob")).status());
    }

    @Test
    void theSixtyFirstWrongCodeOfAnAddressWithinADayIsRefusedAndTellsWhen() {
        for (int challenge = 0; challenge < 6; challenge++) {
            String right = code("/auth");
            for (int attempt = 0; attempt < 10; attempt++) {
                fixture.refused(422, "wrong_code", "POST", "/auth/verify", proof(another(right), own), "otp_code");
            }
            fixture.now = fixture.now.plusSeconds(900);
        }
        JsonNode challenge = fixture.served("POST", "/accounts", ANN).get("otp_id");
        String body = proof(challenge, code(challenge), own);

        fixture.refused(429, "too_many_wrong_codes", "POST", "/accounts/verify", body, "otp_code");
        Reply refused = fixture.ask(fixture.acme, "POST", "/accounts/verify", body);
        assertEquals(Array.of(String.valueOf(86_400 - 5_400)), refused.headers().all("retry-after").toArray());
    }

    @Test
    void anUnknownAddressLooksLikeAKnownOneAndNoCodeIsRight() {
        ObjectNode known = registered();
        ObjectNode toAnn = fixture.served("POST", "/auth", ANN);
        ObjectNode toNobody = fixture.served("POST", "/auth", quoted("{'email':'nobody@example.com'}"));

        assertEquals(shape(toAnn), shape(toNobody));
        assertEquals(known.get("address"), fixture.served("POST", "/auth/verify", proof(code(toAnn.get("otp_id")), own)).get("address"));
        fixture.refused(422, "wrong_code", "POST", "/auth/verify", proof(code(toNobody.get("otp_id")), own).replace("ann@", "nobody@"));
    }

    /** All that may not differ: everything but the address and the random id. */
    private static ObjectNode shape(ObjectNode challenge) {
        ObjectNode same = challenge.deepCopy();
        same.remove(List.of("email", "otp_id"));
        return same;
    }

    @Test
    void onlyALivingSessionOfTheSignerApprovesAndOnlyThisTransaction() throws GeneralSecurityException {
        ObjectNode ann = registered();
        ObjectNode built = payment(ann.get("address").stringValue(), signer(ann));
        ObjectNode other = payment(ann.get("address").stringValue(), signer(ann));
        P256KeyPair session = session(ann);

        fixture.refused(422, "signatures_missing", "POST", submitPath(ann), submission(built, ""));
        fixture.refused(422, "approval_invalid", "POST", submitPath(ann), submission(built, approval(built, own)), "kms_payloads[0].signature");
        fixture.refused(
                422, "approval_invalid", "POST", submitPath(ann),
                submission(built, approval(other.set("kms_payloads", forged(other)), session)), "kms_payloads[0].signature");
        assertEquals(404, fixture.ask(fixture.rival, "POST", submitPath(ann), submission(built, approval(built, session))).status());

        fixture.now = fixture.now.plusSeconds(3_600);
        ObjectNode late = payment(ann.get("address").stringValue(), signer(ann));
        fixture.refused(422, "session_ended", "POST", submitPath(ann), submission(late, approval(late, session)), "kms_payloads[0].signature");
    }

    /** The payloads of a transaction with another nonce. */
    private static JsonNode forged(ObjectNode built) {
        ObjectNode payload = (ObjectNode) built.at("/kms_payloads/0");
        String text = new String(Base64.getDecoder().decode(payload.get("payload").stringValue()), StandardCharsets.UTF_8);
        payload.put("payload", base64(text.replaceFirst("\"nonce\":\"[0-9a-f]{8}", "\"nonce\":\"00000000")));
        return built.get("kms_payloads");
    }

    private static String base64(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void aCredentialBundleStampsASubmission() throws GeneralSecurityException {
        JsonNode started = fixture.served("POST", "/api/v0/service/smart-accounts/auth", quoted("{'email':'ann@example.com','app_name':'Bank'}")).get("data");
        JsonNode ann = fixture.served("POST", "/api/v0/service/smart-accounts/verify-otp", credential(started, own.publicKeyHex())).get("data");
        JsonNode account = ann.get("account_info");
        P256KeyPair session = own.openCredentialBundle(ann.get("credential_bundle").stringValue());
        ObjectNode built = payment(account.get("smart_account_address").stringValue(), account.get("smart_account_signer_public_key").stringValue());
        String path = "/api/v1/smart-accounts/" + account.get("smart_account_address").stringValue() + "/submit";
        String body = submission(built, quoted("{'provider':'privy','address':'%s','public_key':'%s'}")
                .formatted(account.get("smart_account_signer_public_key").stringValue(), session.publicKeyHex()));

        assertEquals("400 bad_header", refusal(fixture.ask(fixture.acme, "POST", path, body)));
        assertEquals("422 approval_invalid", refusal(stamped(path, body, own.stamp(body.getBytes(StandardCharsets.UTF_8)))));
        assertEquals("422 approval_invalid", refusal(stamped(path, body, session.stamp((body + " ").getBytes(StandardCharsets.UTF_8)))));
        Reply landed = stamped(path, body, session.stamp(body.getBytes(StandardCharsets.UTF_8)));
        assertEquals("confirmed", json(landed).get("status").stringValue());
        fixture.refused(410, "challenge_expired", "POST", "/api/v0/service/smart-accounts/verify-otp",
                credential(started, own.publicKeyHex()).replace("\"otp_id\":\"otp_", "\"otp_id\":\"no_"), "otp_code");
    }

    private static String credential(JsonNode started, String key) {
        return quoted("{'mpc_primary_id':'%s','otp_id':'%s','otp_code':'%s','auth_public_key':'%s','expiration':600}")
                .formatted(
                        started.get("mpc_primary_id").stringValue(), started.get("otp_id").stringValue(), code(started.get("otp_id")), key);
    }

    private Reply stamped(String path, String body, String stamp) {
        return fixture.ask(Headers.NONE.with("authorization", "Bearer " + fixture.acme).with("x-stamp", stamp), "POST", path, body);
    }

    private static String refusal(Reply reply) {
        return reply.status() + " " + json(reply).get("code").stringValue();
    }

    @Test
    void aSessionIsReplacedByItsOwnKeyAlone() throws GeneralSecurityException {
        ObjectNode ann = registered();
        P256KeyPair session = session(ann);
        P256KeyPair next = P256KeyPair.generate();
        String request = refreshing(ann, next, session);

        ObjectNode refreshed = fixture.served("POST", "/auth/refresh-session", request);

        assertEquals(refreshed, fixture.served("POST", "/auth/refresh-session", request));
        assertNotEquals(ann.get("authentication"), refreshed.get("authentication"));
        fixture.refused(422, "session_signature_invalid", "POST", "/auth/refresh-session", refreshing(ann, next, own), "kms_payload");
        ObjectNode built = payment(ann.get("address").stringValue(), signer(ann));
        fixture.refused(422, "approval_invalid", "POST", submitPath(ann), submission(built, approval(built, session)));
    }

    private String refreshing(ObjectNode ann, P256KeyPair next, P256KeyPair by) {
        String payload = base64(quoted("{'kind':'refresh_session','user_id':'%s','encryption_public_key':'%s','expires_at':%d,'nonce':'1'}")
                .formatted(ann.get("service_user_id").stringValue(), next.publicKeySpki(), fixture.now.plusSeconds(60).seconds()));
        return quoted("{'encryption_public_key':'%s','kms_payload':{'payload':'%s','signature':'%s'}}")
                .formatted(next.publicKeySpki(), payload, by.signKmsPayload(payload));
    }

    @Test
    void aSessionEndsByItsOwnSignatureAndApprovesNothingMore() throws GeneralSecurityException {
        ObjectNode ann = registered();
        P256KeyPair session = session(ann);
        ObjectNode built = payment(ann.get("address").stringValue(), signer(ann));
        String end = ending(ann, session);
        fixture.refused(422, "session_signature_invalid", "POST", "/auth/end-session", ending(ann, own), "kms_payload");
        assertEquals("422 session_signature_invalid", refusal(fixture.ask(fixture.rival, "POST", "/auth/end-session", end)));

        ObjectNode ended = fixture.served("POST", "/auth/end-session", end);

        assertEquals(quoted("{'status':'ended','ended_at':'%s'}").formatted(fixture.now), ended.toString());
        fixture.now = fixture.now.plusSeconds(10);
        assertEquals(ended, fixture.served("POST", "/api/v1/auth/end-session", end));
        assertEquals(ended, fixture.servedInEnvelope("POST", "/api/grid/v1/auth/end-session", end));
        fixture.refused(
                422, "session_ended", "POST", submitPath(ann), submission(built, approval(built, session)), "kms_payloads[0].signature");
        fixture.refused(422, "session_ended", "POST", "/auth/refresh-session", refreshing(ann, own, session), "kms_payload");
        fixture.now = fixture.now.plusSeconds(50);
        fixture.refused(422, "request_expired", "POST", "/auth/end-session", end, "kms_payload");
    }

    private String ending(ObjectNode ann, P256KeyPair by) {
        return signed(quoted("{'kind':'end_session','user_id':'%s','expires_at':%d,'nonce':'1'}")
                .formatted(ann.get("service_user_id").stringValue(), fixture.now.plusSeconds(60).seconds()), by);
    }

    private static String signed(String payload, P256KeyPair by) {
        return quoted("{'kms_payload':{'payload':'%s','signature':'%s'}}").formatted(base64(payload), by.signKmsPayload(base64(payload)));
    }

    @Test
    void whatIsSignedToEndASessionIsForThatAlone() throws GeneralSecurityException {
        ObjectNode ann = registered();
        P256KeyPair session = session(ann);

        fixture.refused(
                422, "not_an_option", "POST", "/auth/end-session",
                signed(quoted("{'kind':'refresh_session','user_id':'%s','expires_at':1,'nonce':'1'}")
                        .formatted(ann.get("service_user_id").stringValue()), session), "kms_payload.payload.kind");
        fixture.refused(400, "missing_field", "POST", "/auth/end-session", "{}", "kms_payload");
        assertEquals(200, fixture.ask(fixture.acme, "POST", "/auth/end-session", ending(ann, session)).status());
    }

    /** Ann keeps the session alive by refreshing it, as an app does in the background. */
    @Test
    void refreshingStopsThirtyDaysAfterTheLastCode() throws GeneralSecurityException {
        ObjectNode started = fixture.served("POST", "/accounts", ANN);
        String proof = proof(code(started.get("otp_id")), own)
                .replace("}}", "},\"expiration\":" + fixture.now.plusSeconds(86_400).seconds() + "}");
        ObjectNode ann = fixture.served("POST", "/accounts/verify", proof);
        JsonNode newest = ann;
        for (int day = 1; day <= 30; day++) {
            fixture.now = fixture.now.plusSeconds(86_399);
            newest = fixture.served("POST", "/auth/refresh-session", refreshing(ann, own, session(newest)));
        }
        fixture.now = fixture.now.plusSeconds(30);

        fixture.refused(422, "sign_in_required", "POST", "/auth/refresh-session", refreshing(ann, own, session(newest)), "kms_payload");
        ObjectNode again = fixture.served("POST", "/auth/verify", proof(code("/auth"), own));
        ObjectNode refreshed = fixture.served("POST", "/auth/refresh-session", refreshing(ann, own, session(again)));
        assertEquals(ann.get("service_user_id"), refreshed.at("/authentication/0/session/user_id"));
    }

    @Test
    void aPrivateKeyInThePlaceOfAPublicOneIsNotRepeated() {
        String body = quoted("{'email':'ann@example.com','otp_code':'%s','kms_provider_config':{'encryption_public_key':'%s'}}")
                .formatted(code("/accounts"), own.privateKeyPkcs8());

        ObjectNode reported = fixture.refusal(422, "bad_public_key", "POST", "/accounts/verify", body);

        assertFalse(reported.toString().contains(own.privateKeyPkcs8()));
        assertEquals("kms_provider_config.encryption_public_key", reported.at("/details/0/field").stringValue());
    }

    @Test
    void malformedRequestsAreRefusedFieldByField() {
        fixture.refused(400, "bad_email", "POST", "/auth", quoted("{'email':'ann'}"), "email");
        fixture.refused(422, "session_too_long", "POST", "/auth", quoted("{'email':'a@b.c','expiration':5}"), "expiration");
        fixture.refused(400, "missing_field", "POST", "/accounts/verify", "{}", "email", "otp_code", "kms_provider_config");
        fixture.refused(422, "not_an_option", "POST", "/auth", quoted("{'email':'a@b.c','provider':'turnkey'}"), "provider");
        fixture.refused(422, "too_long", "POST", "/api/v0/service/smart-accounts/auth",
                quoted("{'email':'a@b.c','app_name':'%s'}").formatted("n".repeat(65)), "app_name");
        fixture.refused(422, "session_too_long", "POST", "/api/v0/service/smart-accounts/auth",
                quoted("{'email':'a@b.c','expiration':86401}"), "expiration");
    }

    @Test
    void callsThatMayCreateAnAccountRequireItsScope() {
        String builder = fixture.key("acme", HashSet.of(Scope.READ, Scope.BUILD, Scope.SUBMIT));

        assertEquals("403 scope_missing", refusal(fixture.ask(builder, "POST", "/accounts", ANN)));
        assertEquals(200, fixture.ask(builder, "POST", "/auth", ANN).status());
    }

    @Test
    void signInIsNotOfferedWithoutMail() {
        HttpFixture silent = HttpFixture.withoutMail();

        silent.refused(501, "not_offered", "POST", "/accounts", ANN);
        silent.refused(501, "not_offered", "POST", "/api/grid/v1/auth", ANN);
        silent.refused(501, "not_offered", "POST", "/api/v0/service/smart-accounts/auth", ANN);
        silent.refused(501, "not_offered", "POST", "/api/v1/auth/verify", proof("123456", own));
        assertEquals(Array.empty(), silent.faults());
    }
}
