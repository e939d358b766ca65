package dev.mandate.app.sample;

import static dev.mandate.app.sample.SampleClient.ACCOUNTS;
import static dev.mandate.app.sample.SampleClient.ALICE;
import static dev.mandate.app.sample.SampleClient.ALL;
import static dev.mandate.app.sample.SampleClient.BOB;
import static dev.mandate.app.sample.SampleClient.base64;
import static dev.mandate.app.sample.SampleClient.json;
import static dev.mandate.app.sample.SampleClient.text;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import dev.mandate.app.sample.DisturbedChain.Line;
import dev.mandate.client.P256KeyPair;
import dev.mandate.client.Secp256k1KeyPair;
import dev.mandate.domain.authority.EmailIdentityRules;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.chain.Message;
import dev.mandate.domain.chain.MessageVersion;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.solana.format.SolanaFormat;
import dev.mandate.solana.programs.SystemProgram;
import dev.mandate.testsupport.passkey.SoftwareAuthenticator;
import io.vavr.collection.Array;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Base64;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Those who keep no key of the chain: authorities of keys in the vault, and passkeys. */
final class SampleSignIns {

    private final SampleClient client;

    SampleSignIns(SampleClient client) {
        this.client = client;
    }

    void play() throws GeneralSecurityException {
        secp256k1Signers();
        identities();
        passkeys();
    }

    /** An account by e-mail whose creation waits for the chain. */
    void begin() {
        String registering = text(client.served("POST", "/accounts", email("cyd")), "otp_id");
        client.disturbed(new Line.Broken(), () -> client.served(
                "POST", "/accounts/verify", proof("cyd", client.service.code(registering), P256KeyPair.generate())));
    }

    private void secp256k1Signers() {
        client.created(json("{'smart_account_signers':[%s],'threshold':1}", ofEachFormat().mkString(",")));
        // They wait to land.
        String alice = json("{'address':'%s','permissions':%s}", ALICE.address(), ALL);
        String account = client.created(json("{'smart_account_signers':[%s],'threshold':1}", alice));
        client.served("PATCH", ACCOUNTS + "/" + account, json(
                "{'smart_account_signers':[%s]}", ofEachFormat().prepend(alice).mkString(",")));
    }

    private static Array<String> ofEachFormat() {
        return Array.of(Secp256k1KeyPair.Format.values()).map(format -> json(
                "{'public_key':'%s','key_scheme':'SECP256K1','signature_format':'%s','permissions':%s}",
                Secp256k1KeyPair.generate().publicKeyHex(), format, ALL));
    }

    private void identities() throws GeneralSecurityException {
        P256KeyPair own = P256KeyPair.generate();
        JsonNode started = client.served(client.named(), "POST", "/accounts", email("ann"));
        String code = client.service.code(text(started, "otp_id"));
        String wrong = code.startsWith("0") ? "1" + code.substring(1) : "0" + code.substring(1);
        client.service.refused("wrong_code", client.acme, "POST", "/accounts/verify", proof("ann", wrong, own));
        client.service.refused("wrong_code", client.acme, "POST", "/accounts/verify", proof("ann", wrong, own)
                .replaceFirst("\\{", json("{'otp_id':'%s',", text(started, "otp_id"))));
        ObjectNode ann = client.served(client.named(), "POST", "/accounts/verify", proof("ann", code, own));
        P256KeyPair session = session(ann, own);
        pay(ann, session);
        client.service.pass(60);
        P256KeyPair next = P256KeyPair.generate();
        P256KeyPair refreshed = session(client.served("POST", "/auth/refresh-session", refreshing(ann, next, session)), next);
        client.served("POST", "/auth/end-session", ending(ann, refreshed));
        String until = json("'provider':'privy','expiration':%d}", client.service.now.plusSeconds(600).seconds());
        JsonNode again = client.served("POST", "/api/grid/v1/auth", email("ann").replace("}", "," + until)).get("data");
        client.served("POST", "/api/grid/v1/auth/verify", proof("ann", client.service.code(text(again, "otp_id")), own));
        stamped(own);
        String decoy = text(client.served("POST", "/auth", email("stranger")), "otp_id");
        String guess = proof("stranger", "123456", own).replaceFirst("\\{", json("{'otp_id':'%s',", decoy));
        for (int attempt = 0; attempt < EmailIdentityRules.ATTEMPTS; attempt++) {
            client.service.refused("wrong_code", client.acme, "POST", "/auth/verify", guess);
        }
        client.served("POST", "/accounts", json("{'email':'%s'}", SampleService.UNDELIVERABLE));
    }

    /** A session by the other provider's credential. */
    private void stamped(P256KeyPair own) {
        String path = "/api/v0/service/smart-accounts/";
        String asked = json("{'email':'bea@example.com','app_name':'Bank','expiration':600}");
        JsonNode challenge = client.served("POST", path + "auth", asked).get("data");
        String id = text(challenge, "otp_id");
        client.served("POST", path + "verify-otp", json(
                "{'mpc_primary_id':'%s','otp_id':'%s','otp_code':'%s','auth_public_key':'%s'}",
                text(challenge, "mpc_primary_id"), id, client.service.code(id), own.publicKeyHex()));
    }

    private static String email(String name) {
        return json("{'email':'%s@example.com'}", name);
    }

    private static String proof(String name, String code, P256KeyPair key) {
        return json(
                "{'email':'%s@example.com','otp_code':'%s','provider':'privy','kms_provider_config':{'encryption_public_key':'%s'}}",
                name, code, key.publicKeySpki());
    }

    private static P256KeyPair session(JsonNode signedIn, P256KeyPair own) throws GeneralSecurityException {
        JsonNode sealed = signedIn.at("/authentication/0/session/session/encrypted_authorization_key");
        return own.openAuthorizationKey(text(sealed, "encapsulated_key"), text(sealed, "ciphertext"));
    }

    private void pay(JsonNode signedIn, P256KeyPair session) {
        String of = text(signedIn, "address");
        String signer = signedIn.at("/policies/signers/0/address").asString();
        client.fund(of, 2);
        client.fund(signer, 1);
        ObjectNode built = client.served("POST", "/api/v0/smart_account/transaction/prepare", json(
                "{'smart_account_address':'%s','transaction':'%s','fee_config':{'currency':'sol'},'transaction_signers':['%s']}",
                of, draft(of, SystemProgram.transfer(Address.parse(of).get(), BOB.address(), BaseUnits.of(1_000_000))), signer));
        JsonNode payload = built.at("/kms_payloads/0");
        ObjectNode paid = client.served("POST", ACCOUNTS + "/" + of + "/submit", json(
                "{'transaction':'%s','kms_payloads':[{'provider':'privy','address':'%s','signature':'%s'}]}",
                text(built, "transaction"), text(payload, "address"), session.signKmsPayload(text(payload, "payload"))));
        assertEquals("confirmed", text(paid, "status"), paid::toString);
    }

    private String draft(String payer, Instruction instruction) {
        Message message = new Message(
                MessageVersion.LEGACY,
                Address.parse(payer).get(),
                client.chain.latestBlockhash().get().blockhash(),
                Array.of(instruction),
                Array.empty());
        return base64(new SolanaFormat().compile(message).get().transaction());
    }

    private String refreshing(JsonNode signedIn, P256KeyPair next, P256KeyPair by) {
        String payload = json(
                "{'kind':'refresh_session','user_id':'%s','encryption_public_key':'%s','expires_at':%d,'nonce':'1'}",
                text(signedIn, "service_user_id"), next.publicKeySpki(), client.service.now.plusSeconds(60).seconds());
        return json("{'encryption_public_key':'%s','kms_payload':%s}", next.publicKeySpki(), signed(payload, by));
    }

    private String ending(JsonNode signedIn, P256KeyPair by) {
        String payload = json(
                "{'kind':'end_session','user_id':'%s','expires_at':%d,'nonce':'1'}",
                text(signedIn, "service_user_id"), client.service.now.plusSeconds(60).seconds());
        return json("{'kms_payload':%s}", signed(payload, by));
    }

    private static String signed(String payload, P256KeyPair by) {
        String base64 = Base64.getEncoder().encodeToString(payload.getBytes(StandardCharsets.UTF_8));
        return json("{'payload':'%s','signature':'%s'}", base64, by.signKmsPayload(base64));
    }

    private void passkeys() {
        passkey(SoftwareAuthenticator.create(SampleService.RELYING_PARTY, SampleService.ORIGIN));
        passkey(SoftwareAuthenticator.create(SampleService.RELYING_PARTY, SampleService.ORIGIN)
                .withFlags(SoftwareAuthenticator.USER_PRESENT | SoftwareAuthenticator.BACKUP_ELIGIBLE));
        challenge();
    }

    private void passkey(SoftwareAuthenticator authenticator) {
        String registration = SoftwareAuthenticator.json(authenticator.register(challenge()));
        client.served("POST", "/api/v1/passkeys", "{\"registration\":" + registration + "}");
        String assertion = SoftwareAuthenticator.json(authenticator.sign(challenge()));
        client.served("POST", "/api/v1/passkeys/externally-signed-account", "{\"authenticatorResponse\":" + assertion + "}");
    }

    @CanIgnoreReturnValue
    private Bytes challenge() {
        return Bytes.of(Base64.getUrlDecoder().decode(text(client.served("POST", "/api/v1/passkeys/challenge", "{}"), "challenge")));
    }
}
