package dev.mandate.app.serve;

import static dev.mandate.app.serve.ServeFixture.assertRefused;
import static dev.mandate.app.serve.ServeFixture.json;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.mandate.domain.kernel.Bytes;
import dev.mandate.testsupport.passkey.SoftwareAuthenticator;
import io.vavr.collection.HashMap;
import io.vavr.control.Option;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.SocketTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Passkeys from the browser's response to their accounts, through a whole server. */
class PasskeysOverHttpTest {

    private static final String PASSKEYS = "/api/v1/passkeys";
    private static final String ACCOUNT = PASSKEYS + "/externally-signed-account";
    private static final String DOMAIN = "example.com";
    private static final String ORIGIN = "https://app.example.com";

    @TempDir
    private Path folder = Path.of("");

    private final SoftwareAuthenticator authenticator = SoftwareAuthenticator.create(DOMAIN, ORIGIN);
    private Path mails = Path.of("");
    private ServeFixture server;

    @BeforeEach
    void start() throws IOException {
        mails = Files.createDirectory(folder.resolve("mails"));
        server = new ServeFixture(
                folder, HashMap.of(Setting.PASSKEY_RP_ID, DOMAIN, Setting.PASSKEY_ORIGINS, ORIGIN, Setting.MAIL, "file:" + mails));
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void aRegisteredPasskeyHasOneAccount() throws Exception {
        HttpResponse<String> registered = register();
        HttpResponse<String> found = post(ACCOUNT, assertion(challenge(), ""));

        assertEquals(201, registered.statusCode(), registered::body);
        assertEquals(200, found.statusCode(), found::body);
        assertEquals(
                json(registered).get("externally_signed_account").stringValue(),
                json(found).get("externallySignedAccount").stringValue());
    }

    @Test
    void aPasskeyOfAnotherServiceIsAdopted() throws Exception {
        String body = "{\"credential_id\":\"%s\",\"public_key\":\"%s\",\"assertion\":%s,\"second_assertion\":%s}".formatted(
                SoftwareAuthenticator.base64url(authenticator.credentialId()),
                SoftwareAuthenticator.base64url(authenticator.publicKey()),
                SoftwareAuthenticator.json(authenticator.sign(challenge())),
                SoftwareAuthenticator.json(authenticator.sign(challenge())));

        HttpResponse<String> adopted = post(PASSKEYS, body);

        assertEquals(201, adopted.statusCode(), adopted::body);
        assertEquals(200, post(ACCOUNT, assertion(challenge(), "")).statusCode());
    }

    /** A request can't make the server call an address of the requester's choice, neither to answer nor to mail. */
    @Test
    void aRedirectUrlIsGivenBackAndNoUrlIsFetched() throws Exception {
        var unused = register();
        try (ServerSocket listener = new ServerSocket(0, 8, InetAddress.getLoopbackAddress())) {
            String url = "http://127.0.0.1:" + listener.getLocalPort() + "/a?b#c";

            HttpResponse<String> found = post(ACCOUNT, assertion(challenge(), ",\"metaInfo\":{\"redirectUrl\":\"" + url + "\"}"));
            HttpResponse<String> mailed = post(
                    "/api/v0/service/smart-accounts/auth", "{\"email\":\"ann@example.com\",\"app_icon_url\":\"" + url + "\"}");

            assertEquals(url, json(found).get("redirectUrl").stringValue());
            assertEquals(200, mailed.statusCode(), mailed::body);
            while (Option.of(mails.toFile().list()).forAll(names -> names.length == 0)) {
                Thread.sleep(10);
            }
            listener.setSoTimeout(50);
            assertThrows(SocketTimeoutException.class, listener::accept);
        }
    }

    @Test
    void anUnknownPasskeyIsNotFound() throws Exception {
        assertRefused(404, "passkey_unknown", post(ACCOUNT, assertion(challenge(), "")));
    }

    @Test
    void aChallengeIsAnsweredOnce() throws Exception {
        var unused = register();
        Bytes challenge = challenge();

        assertEquals(200, post(ACCOUNT, assertion(challenge, "")).statusCode());
        assertRefused(410, "passkey_challenge_ended", post(ACCOUNT, assertion(challenge, "")));
    }

    @Test
    void aPasskeysAccountIsNoSigner() throws Exception {
        String account = json(register()).get("externally_signed_account").stringValue();

        assertRefused(422, "signer_needs_external_program", post("/api/v1/smart-accounts", ServeFixture.terms(1, account)));
    }

    @Test
    void aResponseThatIsNotOneIsRefusedByItsShape() throws Exception {
        String assertion = SoftwareAuthenticator.json(authenticator.sign(challenge()));
        String id = SoftwareAuthenticator.base64url(authenticator.credentialId());

        assertRefused(422, "not_an_option", account(assertion.replace("public-key", "password")));
        assertRefused(400, "spelled_twice", account(assertion.replace("\"rawId\":\"" + id, "\"rawId\":\"AA")));
        assertRefused(400, "bad_base64", account(assertion.replace("\"signature\":\"", "\"signature\":\"*")));
        assertRefused(400, "missing_field", account(assertion.replace("authenticatorData", "authenticator")));
        assertRefused(422, "too_long", account(assertion.replace("\"signature\":\"", "\"signature\":\"" + "AAAA".repeat(100))));
        assertRefused(422, "passkey_invalid", post(PASSKEYS, registration(authenticator.withOrigin("https://example.com"))));
    }

    @Test
    void theNetworkMustBeNamed() throws Exception {
        HttpResponse<String> reply = send(server.request(PASSKEYS + "/challenge"), "{}");

        assertRefused(400, "bad_header", reply);
    }

    @Test
    void withoutARelyingPartyNothingIsOffered() throws Exception {
        try (ServeFixture without = new ServeFixture(folder.resolve("without"))) {
            for (String path : new String[] {"/challenge", "", "/externally-signed-account"}) {
                assertRefused(
                        501,
                        "not_offered",
                        without.client().send(
                                without.request(PASSKEYS + path)
                                        .POST(HttpRequest.BodyPublishers.ofString("{}"))
                                        .build(),
                                HttpResponse.BodyHandlers.ofString()));
            }
        }
    }

    private HttpResponse<String> register() throws Exception {
        return post(PASSKEYS, registration(authenticator));
    }

    private String registration(SoftwareAuthenticator by) throws Exception {
        return "{\"registration\":" + SoftwareAuthenticator.json(by.register(challenge())) + "}";
    }

    private HttpResponse<String> account(String assertion) throws Exception {
        return post(ACCOUNT, "{\"authenticatorResponse\":" + assertion + "}");
    }

    private String assertion(Bytes challenge, String more) {
        return "{\"authenticatorResponse\":" + SoftwareAuthenticator.json(authenticator.sign(challenge)) + more + "}";
    }

    private Bytes challenge() throws Exception {
        HttpResponse<String> given = post(PASSKEYS + "/challenge", "{}");
        assertEquals(200, given.statusCode(), given::body);
        assertEquals(DOMAIN, json(given).get("rp_id").stringValue());
        return Bytes.of(Base64.getUrlDecoder().decode(json(given).get("challenge").stringValue()));
    }

    private HttpResponse<String> post(String path, String body) throws Exception {
        return send(server.request(path).header("x-service-network", "devnet"), body);
    }

    private HttpResponse<String> send(HttpRequest.Builder request, String body) throws IOException, InterruptedException {
        return server.client().send(request.POST(HttpRequest.BodyPublishers.ofString(body)).build(), HttpResponse.BodyHandlers.ofString());
    }
}
