package dev.mandate.adapters.http.api;

import static dev.mandate.adapters.http.api.HttpFixture.quoted;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.adapters.http.exchange.Body;
import dev.mandate.adapters.http.exchange.Endpoint;
import dev.mandate.adapters.http.exchange.Headers;
import dev.mandate.adapters.http.exchange.Reply;
import dev.mandate.adapters.http.exchange.Request;
import dev.mandate.domain.kernel.Bytes;
import io.vavr.collection.Array;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Every problem of a request is told at once, wherever in the request it is, by the name that the client used. */
class ProblemsAtOnceTest {

    private static final String D = "/api/v0/smart_account/transaction/";

    private final HttpFixture fixture = new HttpFixture();
    private final String account = fixture.account(fixture.acme);
    private final String path = "/api/v1/smart-accounts/" + account;
    private final String stranger = "/api/v1/smart-accounts/" + fixture.carol.address();
    private final Headers key = Headers.NONE.with("authorization", "Bearer " + fixture.acme);

    private static Array<String> told(Reply reply) {
        return told(HttpFixture.json(reply));
    }

    private static Array<String> told(JsonNode refusal) {
        return Array.ofAll(refusal.get("details"))
                .map(detail -> detail.get("field").stringValue() + " " + detail.get("code").stringValue())
                .sorted();
    }

    @Nested
    class Malformed {

        @Test
        void headersQueryPathAndBodyAreToldTogether() {
            Reply reply = fixture.ask(
                    key.with("x-squads-network", "moon").with("x-service-environment", "staging"),
                    "PATCH",
                    "/api/v1/smart-accounts/nobody?dry_run=perhaps&colour=red",
                    quoted("{'threshold':'2','time_lock':true}"));

            assertEquals(400, reply.status());
            assertEquals(
                    Array.of(
                                    "address bad_address",
                                    "colour bad_query",
                                    "dry_run bad_query",
                                    "threshold wrong_type",
                                    "time_lock wrong_type",
                                    "x-service-environment bad_header",
                                    "x-squads-network bad_header")
                            .sorted(),
                    told(reply));
        }

        @Test
        void theIdempotencyKeyIsToldWithTheBody() {
            Reply reply = fixture.ask(
                    key.with("idempotency-key", "a b"), "POST", path + "/submit?colour=red", quoted("{'transaction':7}"));

            assertEquals(Array.of("colour bad_query", "idempotency-key bad_header", "transaction wrong_type"), told(reply));
        }

        /** An answer is not to be many times as long as what it answers to. */
        @Test
        void ofAGreatManyAHundredAreTold() {
            String strangers = Array.range(0, 20_000).map("'x%d':1"::formatted).mkString(",");
            String signers = Array.range(0, 64).map(i -> "{" + strangers.substring(0, 3_000).replaceAll(",[^,]*$", "") + "}").mkString(",");
            for (String body : Array.of("{" + strangers + "}", "{'threshold':1,'smart_account_signers':[" + signers + "]}")) {
                Reply reply = fixture.ask(key, "POST", "/api/v1/smart-accounts", quoted(body));

                assertEquals(400, reply.status());
                assertEquals(100, told(reply).length());
            }
        }

        @Test
        void aBodyThatIsNotReadGoesBeforeTheRules() {
            Reply reply = fixture.answer(new Request(
                    "POST",
                    path + "/transactions/0/approve",
                    "",
                    key.with("content-type", "text/plain"),
                    new Body.Complete(Bytes.of("{}".getBytes(StandardCharsets.UTF_8))),
                    "127.0.0.1"));

            assertEquals(415, reply.status());
            assertEquals(Array.of(" unsupported_media_type", "index out_of_range"), told(reply));
        }

        @Test
        void aBodyThatIsNoneIsToldWithTheQuery() {
            fixture.refused(400, "bad_query", "PATCH", path + "?colour=red", "{", "", "colour");
        }

        @Test
        void noEndpointGoesOnWithoutANetwork() {
            for (Endpoint endpoint : fixture.endpoints.filter(one -> one.scope().isDefined())) {
                String at = endpoint.path().text().replace("{address}", account).replace("{limit}", account).replace("{index}", "1");
                Reply reply = fixture.bare.answer(new Request(
                        endpoint.method().name(),
                        at.replaceAll("[{].*?[}]", "1"),
                        "",
                        key.with("x-service-network", "moon").with("content-type", "application/json"),
                        new Body.Complete(
                                Bytes.of("{}".getBytes(StandardCharsets.UTF_8))),
                        "127.0.0.1"));
                boolean hasNetwork = reply.status() != 501 && !at.equals("/api/v1/service");
                assertTrue(
                        !hasNetwork || (reply.status() == 400 && told(reply).contains("x-service-network bad_header")),
                        () -> endpoint.method() + " " + at + " " + HttpFixture.json(reply));
            }
            assertEquals(Array.empty(), fixture.faults());
        }

        @Test
        void aDisagreementIsNamedByTheHeaderThatDisagrees() {
            Reply reply = fixture.ask(
                    key.with("x-service-network", "mainnet").with("x-squads-network", "devnet"), "GET", path, "");

            assertEquals(Array.of("x-squads-network network_conflict"), told(reply));
        }

        @Test
        void aNumberThatIsNoneIsNoMatterOfItsRange() {
            fixture.refused(400, "bad_query", "GET", "/api/v1/smart-accounts?limit=x", "", "limit");
            fixture.refused(400, "bad_query", "GET", path + "/transactions?limit=", "", "limit");
            fixture.refused(422, "out_of_range", "GET", "/api/v1/smart-accounts?limit=0", "", "limit");
            fixture.refused(422, "out_of_range", "GET", "/api/v1/smart-accounts?limit=-1", "", "limit");
            fixture.refused(422, "out_of_range", "GET", "/api/v1/smart-accounts?limit=99999999999", "", "limit");
        }
    }

    @Nested
    class NotThere {

        @Test
        void goesBeforeWhatIsMalformedAndDoesNotHideIt() {
            fixture.refused(404, "unknown_account", "PATCH", stranger + "?colour=red", "{", "", "address", "colour");
            fixture.refused(404, "unknown_transaction", "POST", path + "/transactions/9/approve", "{", "", "index");
            fixture.refused(
                    404, "unknown_transaction", "POST", path + "/transactions/9/approve", quoted("{'colour':1}"), "colour", "index");
            String nowhere = path + "/spending-limits/" + fixture.carol.address();
            fixture.refused(404, "unknown_limit", "PATCH", nowhere, quoted("{'amount':7}"), "amount", "limit");
            fixture.refused(404, "unknown_limit", "POST", nowhere + "/use", "{}", "amount", "destination", "limit", "signer");
            fixture.refused(404, "unknown_limit", "DELETE", nowhere + "?colour=red", "", "colour", "limit");
            fixture.refused(404, "unknown_limit", "GET", nowhere + "?colour=red", "", "colour", "limit");
        }

        @Test
        void isNamedByWhatNamesIt() {
            fixture.refused(404, "unknown_account", "GET", stranger, "", "address");
            fixture.refused(404, "unknown_limit", "GET", path + "/spending-limits/" + fixture.carol.address(), "", "limit");
            fixture.refused(404, "unknown_limit", "DELETE", path + "/spending-limits/" + fixture.carol.address(), "", "limit");
            String settings = fixture.served("GET", path, "").get("multisig_address").stringValue();
            String noLimit = path + "/spending-limits/" + settings;
            fixture.refused(404, "unknown_limit", "GET", noLimit, "", "limit");
            fixture.refused(404, "unknown_limit", "PATCH", noLimit, quoted("{'amount':'5'}"), "limit");
            fixture.refused(404, "unknown_limit", "DELETE", noLimit, "", "limit");
            fixture.refused(
                    404,
                    "unknown_limit",
                    "POST",
                    noLimit + "/use",
                    quoted("{'amount':'5','destination':'%s','signer':'%s'}").formatted(fixture.bob.address(), fixture.alice.address()),
                    "limit");
            fixture.refused(404, "unknown_transaction", "GET", path + "/transactions/9", "", "index");
            fixture.refused(404, "unknown_submission", "GET", "/api/v1/submissions/sub_" + "0".repeat(32), "", "id");
            fixture.refused(
                    404,
                    "unknown_account",
                    "POST",
                    D + "threshold/update",
                    body(fixture.carol.address().toString(), "'threshold':1"),
                    "smart_account_address");
        }

        @Test
        void isWhatNoAccountCanHave() {
            for (String index : Array.of("18446744073709551615", "9223372036854775808", "1000000000000000000")) {
                fixture.refused(404, "unknown_transaction", "GET", path + "/transactions/" + index, "", "index");
                fixture.refused(404, "unknown_transaction", "POST", path + "/transactions/" + index + "/approve", "", "index");
                fixture.refused(404, "unknown_account", "GET", stranger + "/transactions/" + index, "", "address");
            }
            for (String index : Array.of("0", "-1", "18446744073709551616", "1" + "0".repeat(90))) {
                fixture.refused(422, "out_of_range", "GET", path + "/transactions/" + index, "", "index");
            }
            for (String index : Array.of("abc", "1.0", "+1", "01", "0x1", "1e3", "1" + "0".repeat(200))) {
                fixture.refused(400, "bad_index", "GET", path + "/transactions/" + index, "", "index");
                fixture.refused(400, "bad_index", "POST", path + "/transactions/" + index + "/close", "", "index");
            }
        }
    }

    @Nested
    class AgainstTheRules {

        @Test
        void numbersAndSettingsAreToldTogether() {
            assertEquals(
                    Array.of("threshold threshold_exceeds_voters", "time_lock out_of_range"),
                    told(fixture.refusal(422, "out_of_range", "PATCH", path, quoted("{'threshold':9,'time_lock':-1}"))));
            assertEquals(
                    Array.of("threshold threshold_exceeds_voters", "time_lock time_lock_too_long"),
                    told(fixture.refusal(422, "threshold_exceeds_voters", "PATCH", path, quoted("{'threshold':9,'time_lock':7776001}"))));
        }

        @Test
        void settingsAndThoseWhoWouldSignAreToldTogether() {
            assertEquals(
                    Array.of(
                            "threshold threshold_zero",
                            "transaction_signers not_a_signer",
                            "transaction_signers signers_insufficient"),
                    told(fixture.refusal(
                                    422,
                                    "threshold_zero",
                                    "PATCH",
                                    path,
                                    quoted("{'threshold':0,'transaction_signers':['%s','%s']}")
                                            .formatted(fixture.alice.address(), fixture.carol.address())))
                            .distinct());
        }

        @Test
        void nothingIsSaidOfAThresholdForSignersThatCouldNotBeRead() {
            String signers = "{'smart_account_signers':[{'address':'%s','permissions':['CAN_FLY']}],'threshold':9}";

            fixture.refused(
                    422,
                    "not_an_option",
                    "PATCH",
                    path,
                    quoted(signers).formatted(fixture.alice.address()),
                    "smart_account_signers[0].permissions[0]");
        }

        @Test
        void everyFaultOfALimitIsTold() {
            String limit = quoted("{'amount':'0','token_address':'11111111111111111111111111111111','period':'HOURLY',"
                            + "'spending_limit_signers':['%s','%s'],'expiration':1999999999,'transaction_signers':['%s']}")
                    .formatted(fixture.alice.address(), fixture.alice.address(), fixture.carol.address());

            assertEquals(
                    Array.of(
                            "amount amount_zero",
                            "expiration limit_needs_engine",
                            "period not_an_option",
                            "spending_limit_signers duplicate_signer",
                            "transaction_signers not_a_signer",
                            "transaction_signers signers_insufficient"),
                    told(fixture.refusal(422, "limit_needs_engine", "POST", path + "/spending-limits", limit)).distinct());
        }

        @Test
        void everyFaultOfANewAccountIsTold() {
            assertEquals(
                    Array.of(
                            "memo too_long",
                            "smart_account_signers no_executor",
                            "smart_account_signers no_proposer",
                            "threshold threshold_exceeds_voters"),
                    told(fixture.refusal(
                            422,
                            "too_long",
                            "POST",
                            "/api/v1/smart-accounts",
                            quoted("{'smart_account_signers':[{'address':'%s','permissions':['CAN_VOTE']}],'threshold':2,'memo':'%s'}")
                                    .formatted(fixture.alice.address(), "m".repeat(257)))));
        }

        @Test
        void whatStandsWithinIsPutToTheRulesAsFarAsItCanBeRead() {
            assertEquals(
                    Array.of("settings.threshold threshold_exceeds_voters", "settings.time_lock out_of_range"),
                    told(fixture.refusal(
                            422, "out_of_range", "POST", path + "/transactions", quoted("{'settings':{'threshold':9,'time_lock':-1}}"))));
            assertEquals(
                    Array.of("policies.threshold threshold_exceeds_voters", "policies.time_lock out_of_range"),
                    told(fixture.refusal(
                            422,
                            "out_of_range",
                            "POST",
                            "/api/grid/v1/accounts",
                            quoted("{'type':'signers','policies':{'signers':[%s],'threshold':9,'time_lock':-1}}")
                                    .formatted(HttpFixture.signer(fixture.alice)))));
            fixture.refused(400, "missing_field", "POST", "/api/grid/v1/accounts", quoted("{'type':'signers'}"), "policies");
            fixture.refused(400, "wrong_type", "POST", "/api/grid/v1/accounts", quoted("{'type':'signers','policies':1}"), "policies");
        }

        @Test
        void aThresholdOfZeroHasItsOwnWord() {
            fixture.refused(422, "threshold_zero", "PATCH", path, quoted("{'threshold':0}"), "threshold");
            fixture.refused(422, "threshold_zero", "POST", D + "threshold/update", body(account, "'threshold':0"), "threshold");
            fixture.refused(
                    422,
                    "threshold_zero",
                    "POST",
                    "/api/v1/smart-accounts",
                    quoted("{'smart_account_signers':[%s],'threshold':0}").formatted(HttpFixture.signer(fixture.alice)),
                    "threshold");
            fixture.refused(422, "out_of_range", "PATCH", path, quoted("{'threshold':-1}"), "threshold");
            fixture.refused(400, "wrong_type", "PATCH", path, quoted("{'threshold':0,'time_lock':'1'}"), "threshold", "time_lock");
            assertEquals(
                    Array.of("policies.signers no_executor", "policies.signers no_proposer", "policies.threshold threshold_zero"),
                    told(fixture.refusal(
                            422,
                            "threshold_zero",
                            "POST",
                            "/api/grid/v1/accounts",
                            quoted("{'type':'signers','policies':{'signers':[{'address':'%s','permissions':['CAN_VOTE']}],'threshold':0}}")
                                    .formatted(fixture.alice.address()))));
        }
    }

    /** {@code fields} of a builder for {@code of}, paid in SOL, with both ready to sign. */
    private String body(String of, String fields) {
        return quoted("{'smart_account_address':'%s','fee_config':{'currency':'sol'},'transaction_signers':['%s','%s'],"
                        .formatted(of, fixture.alice.address(), fixture.bob.address())
                + fields + "}");
    }
}
