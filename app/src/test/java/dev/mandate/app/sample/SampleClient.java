package dev.mandate.app.sample;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import com.google.errorprone.annotations.FormatMethod;
import dev.mandate.adapters.http.exchange.Headers;
import dev.mandate.app.sample.DisturbedChain.Line;
import dev.mandate.client.IntentBody;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.simulator.SimulatedChain;
import dev.mandate.simulator.keys.KeyRing;
import dev.mandate.simulator.keys.TestKey;
import java.time.Instant;
import java.util.Base64;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** A client of the service, with the keys of some people. */
final class SampleClient {

    static final String ACCOUNTS = "/api/v1/smart-accounts";
    static final String KEY_HEADER = "x-idempotency-key";
    static final String BY_ADMIN = "?admin=true";
    static final String NO_TOKEN = "11111111111111111111111111111111";
    static final String ALL = "['CAN_INITIATE','CAN_VOTE','CAN_EXECUTE']";

    static final TestKey ALICE = TestKey.of("sample/alice");
    static final TestKey BOB = TestKey.of("sample/bob");
    static final TestKey CAROL = TestKey.of("sample/carol");
    /** The admin of {@link #account}. */
    static final TestKey ADA = TestKey.of("sample/ada");
    private static final KeyRing PEOPLE = KeyRing.of(ALICE, BOB, CAROL, ADA);

    final SampleService service;
    final SimulatedChain chain;
    final Headers acme;
    final String account;
    final String path;
    private int changes;
    private int names;

    SampleClient(SampleService service, String token) {
        this.service = service;
        this.chain = service.chain;
        this.acme = bearer(token);
        PEOPLE.keys().keySet().forEach(person -> chain.fund(person, BaseUnits.of(1_000 * SampleService.SOL)));
        // Changes by an admin are the shortest transactions.
        account = created(terms(",'admin_address':'" + ADA.address() + "'"));
        path = ACCOUNTS + "/" + account;
        fund(account, 100);
    }

    static Headers bearer(String token) {
        return Headers.NONE.with("authorization", "Bearer " + token);
    }

    @CanIgnoreReturnValue
    ObjectNode served(String method, String at, String body) {
        return service.served(acme, method, at, body);
    }

    @CanIgnoreReturnValue
    ObjectNode served(Headers headers, String method, String at, String body) {
        return service.served(headers, method, at, body);
    }

    /** Headers with an idempotency key of their own. */
    Headers named() {
        names++;
        return acme.with(KEY_HEADER, "request-" + names);
    }

    void disturbed(Line line, Runnable meanwhile) {
        service.line.line(line);
        meanwhile.run();
        service.line.line(new Line.Good());
    }

    /** Nothing that was sent before lands any more. */
    void nothingCanLandAnyMore() {
        chain.expireBlockhashes();
        chain.expireBlockhashes();
        service.pass(60);
    }

    static String terms(String more) {
        return json("{'smart_account_signers':[%s],'threshold':1%s}", signer(ALICE), more);
    }

    static String signer(TestKey key) {
        return json("{'address':'%s','permissions':%s}", key.address(), ALL);
    }

    @CanIgnoreReturnValue
    String created(String terms) {
        return text(service.served(acme, "POST", ACCOUNTS, terms), "smart_account_address");
    }

    /** A change of settings that is not made yet. */
    ObjectNode change() {
        changes++;
        return served("PATCH", path + BY_ADMIN, json("{'rent_collector':'%s'}", TestKey.of("sample/collector/" + changes).address()));
    }

    @CanIgnoreReturnValue
    ObjectNode submit(ObjectNode built) {
        return submit(built, acme);
    }

    @CanIgnoreReturnValue
    ObjectNode submit(ObjectNode built, Headers headers) {
        Bytes unsigned = Bytes.of(Base64.getDecoder().decode(text(built, "transaction")));
        return served(headers, "POST", path + "/submit", json("{'transaction':'%s'}", base64(PEOPLE.sign(unsigned))));
    }

    void lands(ObjectNode built) {
        ObjectNode submitted = submit(built);
        assertEquals("confirmed", text(submitted, "status"), submitted::toString);
    }

    IntentBody intent(String of, String action) {
        return IntentBody.of(action, "devnet", of, Instant.ofEpochSecond(service.now.seconds() + 600));
    }

    static IntentBody signed(IntentBody intent, TestKey... by) {
        IntentBody signed = intent;
        for (TestKey key : by) {
            signed = signed.signedBy(key.address().toString(), key.sign(Bytes.of(intent.bytes())).bytes().toArray());
        }
        return signed;
    }

    void fund(String address, long sol) {
        service.fund(address, sol * SampleService.SOL);
    }

    static String text(JsonNode answer, String field) {
        return answer.path(field).asString();
    }

    static String base64(Bytes bytes) {
        return Base64.getEncoder().encodeToString(bytes.toArray());
    }

    /** JSON, written with single quotes. */
    @FormatMethod
    static String json(String format, Object... values) {
        return format.formatted(values).replace('\'', '"');
    }
}
