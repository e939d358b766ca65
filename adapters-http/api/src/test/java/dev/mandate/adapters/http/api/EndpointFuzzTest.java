package dev.mandate.adapters.http.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.adapters.http.exchange.Body;
import dev.mandate.adapters.http.exchange.Endpoint;
import dev.mandate.adapters.http.exchange.Headers;
import dev.mandate.adapters.http.exchange.Reply;
import dev.mandate.adapters.http.exchange.Request;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.testsupport.extent.TestExtent;
import dev.mandate.testsupport.fuzz.FuzzRun;
import io.vavr.collection.Array;
import io.vavr.collection.HashSet;
import io.vavr.collection.Set;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

/** Mutated valid requests: every endpoint answers, and never with an internal error. */
@Tag("counted")
@Tag("fuzz")
class EndpointFuzzTest {

    private static final int REQUESTS = Math.max(TestExtent.of(600, 6_000), FuzzRun.inputs(2));
    private static final Set<String> OWN_FAULTS = HashSet.of("internal", "store_unavailable");
    private static final Array<String> VALUES = Array.of(
            "0", "-1", "1", "2", "65536", "4294967296", "9223372036854775808", "18446744073709551615", "1e400", "1e2147483648", "-1e-99999999999", "0.5",
            "null", "true", "\"\"", "\"1\"", "\"18446744073709551615\"", "\"18446744073709551616\"", "\"DAILY\"",
            "\"YEARLY\"", "\"sol\"", "\"\\u0000\"", "\"\\ud800\"", "\"\u202e\"", "[]", "{}", "[null]", "[[]]", "[{}]",
            "\"11111111111111111111111111111111\"", "\"AQID\"", "\"AQ==\"");
    private static final Array<String> FIELDS = Array.of(
            "smart_account_address", "smart_account_signers", "threshold", "time_lock", "rent_collector", "admin_address",
            "config_authority", "memo", "fee_config", "transaction_signers", "nonce_account", "amount", "token_address", "mint",
            "period", "spending_limit_signers", "destinations", "expiration", "destination", "signer", "signer_address",
            "recipient_address", "transaction", "settings", "kms_payloads", "multisig_address", "type", "policies",
            "payer_address", "grid_user_id");

    @Test
    void neverMeetsAFaultOfTheServices() {
        HttpFixture fixture = new HttpFixture();
        String account = fixture.account(fixture.acme);
        for (int i = 0; i < 5; i++) {
            fixture.chain.airdrop(Address.of(account), BaseUnits.of(1_000_000_000));
        }
        Random random = new Random(20_261_121);
        Set<Integer> statuses = HashSet.empty();
        for (int i = 0; i < REQUESTS; i++) {
            Endpoint endpoint = fixture.endpoints.get(random.nextInt(fixture.endpoints.size()));
            Request request = request(fixture, account, endpoint, random);

            Reply reply = fixture.answer(request);

            statuses = statuses.add(reply.status());
            int number = i;
            if (reply.contentType().equals(Reply.JSON) && reply.status() >= 400) {
                ObjectNode body = HttpFixture.json(reply);
                assertTrue(
                        !OWN_FAULTS.contains(body.get("code").stringValue()),
                        () -> "request " + number + " of seed 20261121: " + request + "\n" + fixture.faults());
            }
            assertTrue(reply.status() < 500 || reply.status() == 501 || reply.status() == 503, () -> number + ": " + request);
        }
        assertEquals(Array.empty(), fixture.faults());
        assertTrue(statuses.containsAll(Array.of(200, 400, 401, 404, 422)), statuses::toString);
    }

    private static Request request(HttpFixture fixture, String account, Endpoint endpoint, Random random) {
        return new Request(
                chance(random, 40) ? "PUT" : endpoint.method().name(),
                path(fixture, account, endpoint, random),
                query(random),
                headers(fixture, random),
                body(fixture, account, random),
                "127.0.0.1");
    }

    private static String path(HttpFixture fixture, String account, Endpoint endpoint, Random random) {
        Array<String> segments = endpoint.path().segments().map(segment -> switch (segment) {
            case "{address}" -> chance(random, 4) ? pick(random, strangers(fixture)) : account;
            case "{limit}" -> pick(random, strangers(fixture).append(account));
            case "{index}" -> pick(random, Array.of("1", "0", "-1", "2", "99999999999999999999", "x", ""));
            case "{id}" -> pick(random, Array.of("sub_" + "0".repeat(32), "sub_", "x", "%00"));
            default -> segment;
        });
        return segments.mkString("/");
    }

    private static Array<String> strangers(HttpFixture fixture) {
        return Array.of(
                fixture.alice.address().toString(), "11111111111111111111111111111111", "x", "", "..", "%2e%2e", "1".repeat(500));
    }

    private static String query(Random random) {
        return chance(random, 2)
                ? ""
                : pick(
                        random,
                        Array.of(
                                "dry_run=true", "admin=true", "revoke_limits=true", "keep_limits=true&revoke_limits=true",
                                "require_success=true", "limit=0", "limit=100", "limit=101", "cursor=x", "cursor=1", "status=executed",
                                "status=x", "balances=true", "%", "a=%zz", "=", "limit=1",
                                "tx_hash=x", "tx_hash=" + "1".repeat(64), "start_date=2025-12-01&end_date=2025-12-01",
                                "end_date=9999-12-31T23:59:59.999999999Z", "start_date=0000-01-01", "end_date=2025-02-30",
                                "cursor=1." + "1".repeat(64) + ".0.-.-", "cursor=1." + "1".repeat(64) + ".9999999.0." + "1".repeat(64),
                                "type=ach_push", "type=x", "payment_rail=solana", "currency=usd", "&&&", "dry_run=true&admin=true", "dry_run=yes"));
    }

    private static Headers headers(HttpFixture fixture, Random random) {
        Headers headers = chance(random, 20)
                ? Headers.NONE
                : Headers.NONE.with("authorization", "Bearer " + (chance(random, 5) ? fixture.rival : fixture.acme));
        headers = headers.with("content-type", chance(random, 20) ? "text/plain" : "application/json");
        if (chance(random, 10)) {
            headers = headers.with("x-service-network", pick(random, Array.of("mainnet", "devnet", "moon", "")));
        }
        if (chance(random, 10)) {
            headers = headers.with("x-grid-environment", pick(random, Array.of("sandbox", "production", "x")));
        }
        if (chance(random, 10)) {
            headers = headers.with("x-idempotency-key", pick(random, Array.of("a", "", "b b", "k".repeat(300))));
        }
        return chance(random, 10) ? headers.with("x-request-id", pick(random, Array.of("a\nb", "12345678", ""))) : headers;
    }

    private static Body body(HttpFixture fixture, String account, Random random) {
        if (chance(random, 30)) {
            return new Body.TooLarge();
        }
        String text = chance(random, 3) ? invented(random) : pick(random, valid(fixture, account));
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        for (int flips = random.nextInt(3); flips > 0 && bytes.length > 0 && chance(random, 2); flips--) {
            bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
        }
        return new Body.Complete(Bytes.of(bytes));
    }

    private static String invented(Random random) {
        Array<String> fields = Array.range(0, random.nextInt(8))
                .map(i -> '"' + pick(random, FIELDS) + "\":" + pick(random, VALUES));
        return "{" + fields.mkString(",") + "}";
    }

    private static Array<String> valid(HttpFixture fixture, String account) {
        String alice = fixture.alice.address().toString();
        String bob = fixture.bob.address().toString();
        String builder = "\"fee_config\":{\"currency\":\"sol\",\"payer_address\":\"%s\"},\"transaction_signers\":[\"%s\",\"%s\"]"
                .formatted(alice, alice, bob);
        String limit = "\"amount\":\"1000\",\"token_address\":\"11111111111111111111111111111111\",\"period\":\"DAY\",\"spending_limit_signers\":[\"%s\"]"
                .formatted(alice);
        ObjectNode built = HttpFixture.json(fixture.ask(fixture.acme, "PATCH", "/api/v1/smart-accounts/" + account, "{\"time_lock\":60}"));
        String transaction = built.get("transaction").stringValue();
        return Array.of(
                fixture.terms(),
                "{\"threshold\":1}",
                "{\"time_lock\":3600,\"rent_collector\":null}",
                "{" + limit + "}",
                "{\"smart_account_address\":\"%s\",%s,%s}".formatted(account, limit, builder),
                "{\"smart_account_address\":\"%s\",\"threshold\":1,%s}".formatted(account, builder),
                "{\"smart_account_address\":\"%s\",\"signer_address\":\"%s\",%s}".formatted(account, bob, builder),
                "{\"smart_account_address\":\"%s\",\"transaction\":\"%s\",%s}".formatted(account, transaction, builder),
                "{\"transaction\":\"%s\"}".formatted(transaction),
                "{\"transaction\":\"%s\",\"kms_payloads\":[{\"provider\":\"external\",\"signature\":\"%s\"}]}"
                        .formatted(transaction, "A".repeat(86) + "=="),
                "{\"settings\":{\"threshold\":1}}",
                "{\"amount\":\"1\",\"destination\":\"%s\",\"signer\":\"%s\"}".formatted(bob, alice),
                "{\"multisig_address\":\"%s\"}".formatted(account),
                "{\"type\":\"signers\",\"policies\":{\"signers\":[],\"threshold\":1}}",
                "{}",
                "");
    }

    private static boolean chance(Random random, int oneIn) {
        return random.nextInt(oneIn) == 0;
    }

    private static <T> T pick(Random random, Array<T> from) {
        return from.get(random.nextInt(from.size()));
    }
}
