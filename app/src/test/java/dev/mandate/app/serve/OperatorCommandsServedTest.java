package dev.mandate.app.serve;

import static dev.mandate.app.serve.ServeFixture.assertRefused;
import static dev.mandate.app.serve.ServeFixture.json;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.app.Mandate;
import io.vavr.collection.Array;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** An operator's commands beside a server. It starts a server for each test. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class OperatorCommandsServedTest {

    /** A server sees a command within a second by its clock. */
    private static final long SEEN_MILLIS = 1_100;

    @TempDir
    private Path folder = Path.of("");

    private final InputStream in = System.in;
    private final StringWriter out = new StringWriter();

    @AfterEach
    void restoreInput() {
        System.setIn(in);
    }

    /** Returns what it printed. */
    private String mandate(String... arguments) {
        return mandate(0, arguments);
    }

    private String mandate(int expected, String... arguments) {
        out.getBuffer().setLength(0);
        int code = Mandate.commandLine()
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(out, true))
                .execute(Array.of(arguments).appendAll(Array.of("--data-dir", folder.toString())).toJavaArray(String[]::new));
        assertEquals(expected, code, out::toString);
        return out.toString();
    }

    private static HttpResponse<String> change(ServeFixture server, String account, String token) throws IOException, InterruptedException {
        return server.client().send(
                server.request("/api/v1/smart-accounts/" + account)
                        .setHeader("authorization", "Bearer " + token)
                        .method("PATCH", HttpRequest.BodyPublishers.ofString("{\"time_lock\":60}"))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    private static JsonNode event(ServeFixture server, String type) throws IOException, InterruptedException {
        return Array.ofAll(json(server.get("/api/v1/events?type=" + type)).get("items")).single();
    }

    @Test
    void anAccountIsFrozenAndThawed() throws IOException, InterruptedException {
        try (ServeFixture server = new ServeFixture(folder)) {
            JsonNode made = json(server.create());
            String account = made.get("smart_account_address").asString();
            String network = event(server, "account.created").get("network").asString();
            assertEquals(200, change(server, account, ServeFixture.TOKEN).statusCode());

            String another = network.equals("devnet") ? "testnet" : "devnet";
            String nobody = mandate(1, "account", "freeze", account, "--network", another, "--why", "a key may have leaked");
            assertTrue(nobody.contains("It is an account on " + network), nobody);

            String settings = json(server.get("/api/v1/smart-accounts/" + account)).get("multisig_address").asString();
            String printed = mandate("account", "freeze", settings, "--network", network, "--why", "a key may have leaked", "--by", "ops");
            assertTrue(printed.contains(settings + " belongs to the account " + account), printed);
            assertTrue(printed.contains("What its owners do elsewhere can't be stopped"), printed);
            assertTrue(printed.contains("Told as an event: default."), printed);
            Thread.sleep(SEEN_MILLIS);

            assertRefused(423, "account_frozen", change(server, account, ServeFixture.TOKEN));
            assertEquals(200, server.get("/api/v1/smart-accounts/" + account).statusCode());
            assertEquals("ops", event(server, "account.frozen").at("/data/by").asString());
            assertTrue(mandate("account", "freeze", account, "--network", network, "--why", "again").contains("already, since"));
            assertTrue(mandate("account", "frozen").matches("(?s).*" + account + " +" + network + " +\\S+ +ops +a key may have leaked.*"));

            assertTrue(mandate("account", "thaw", account, "--network", network).contains("is not frozen"));
            assertTrue(mandate("account", "frozen").contains("No account is frozen."));
            Thread.sleep(SEEN_MILLIS);
            assertEquals(200, change(server, account, ServeFixture.TOKEN).statusCode());
            assertEquals(System.getProperty("user.name"), event(server, "account.thawed").at("/data/by").asString());
        }
        var unused = mandate("verify-log");
    }

    @Test
    void aTenantIsSuspendedAndTheUseOfItsKeyIsFound() throws IOException, InterruptedException {
        String token;
        try (ServeFixture server = new ServeFixture(folder)) {
            String account = json(server.create()).get("smart_account_address").asString();
            token = mandate("api-key", "create", "--name", "robot", "--by", "ops").lines().reduce((first, last) -> last).orElseThrow();
            assertEquals(200, change(server, account, token).statusCode());
            var unused = mandate("tenant", "suspend", "default", "--by", "ops");
            Thread.sleep(SEEN_MILLIS);

            assertRefused(403, "tenant_suspended", change(server, account, token));
            assertEquals("ops", event(server, "tenant.suspended").at("/data/by").asString());
            assertTrue(mandate("tenants").contains("suspended"), out::toString);

            unused = mandate("tenant", "resume", "default");
            Thread.sleep(SEEN_MILLIS);
            assertEquals(200, change(server, account, token).statusCode());
            assertEquals("No submission is pending.", mandate("submissions", "--pending").strip());
            assertTrue(mandate("submissions", "--tenant", "default").contains("confirmed"), out::toString);
        }
        // Its uses were recorded when the server stopped.
        System.setIn(new ByteArrayInputStream((token + "\n").getBytes(StandardCharsets.UTF_8)));
        String found = mandate("api-key", "find");
        assertTrue(found.contains("default") && found.contains("robot"), found);
        assertTrue(found.matches("(?s).*first use  +20.*last use  +20.*"), found);
        assertFalse(found.contains(token), "the key is shown");
        assertTrue(mandate("api-key", "revoke", "--all", "--tenant", "default").contains("1 key of the tenant default ended."), out::toString);
    }
}
