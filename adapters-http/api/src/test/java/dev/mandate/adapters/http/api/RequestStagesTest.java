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
import tools.jackson.databind.node.ObjectNode;

/** A request is checked in stages. A stage lists all its errors with the client's field names and ends the request. */
class RequestStagesTest {

    private static final String D = "/api/v0/smart_account/transaction/";
    private static final String SOL = "11111111111111111111111111111111";

    private final HttpFixture fixture = new HttpFixture();
    private final String account = fixture.account(fixture.acme);
    private final String path = "/api/v1/smart-accounts/" + account;
    private final String transactions = path + "/transactions";
    private final String stranger = fixture.carol.address().toString();
    private final String unknown = "/api/v1/smart-accounts/" + stranger;
    private final Headers key = Headers.NONE.with("authorization", "Bearer " + fixture.acme);

    @Nested
    class Shape {

        @Test
        void problemsOfHeadersPathQueryAndBodyAreReportedTogether() {
            Reply reply = fixture.ask(
                    key.with("x-squads-network", "moon").with("x-service-environment", "staging"),
                    "PATCH",
                    "/api/v1/smart-accounts/nobody?dry_run=perhaps&colour=red",
                    quoted("{'threshold':'2','time_lock':true,'colour':1}"));

            assertEquals(400, reply.status());
            assertEquals(
                    Array.of(
                                    "address bad_address",
                                    "colour bad_query",
                                    "colour unknown_field",
                                    "dry_run bad_query",
                                    "threshold wrong_type",
                                    "time_lock wrong_type",
                                    "x-service-environment bad_header",
                                    "x-squads-network bad_header")
                            .sorted(),
                    reported(reply));
        }

        /** If the list were passed over, signers to be removed would stay. */
        @Test
        void theSdksNameOfSignersIsNoFieldOfTheInterface() {
            fixture.refused(400, "unknown_field", "PATCH", path, quoted("{'time_lock':5,'signers':[]}"), "signers");
            fixture.refused(
                    400,
                    "unknown_field",
                    "POST",
                    path + "/transactions",
                    quoted("{'settings':{'time_lock':5,'signers':[]}}"),
                    "settings.signers");
        }

        @Test
        void aBadIdempotencyKeyIsReportedWithTheBodysProblems() {
            Reply reply = fixture.ask(
                    key.with("idempotency-key", "a b"), "POST", path + "/submit?colour=red", quoted("{'transaction':7}"));

            assertEquals(Array.of("colour bad_query", "idempotency-key bad_header", "transaction wrong_type"), reported(reply));
        }

        @Test
        void aBodyThatIsNotJsonIsReportedWithABadQuery() {
            fixture.refused(400, "bad_query", "PATCH", path + "?colour=red", "{", "", "colour");
        }

        @Test
        void aBodyThatIsNotReadGoesBeforeIt() {
            Reply reply = fixture.answer(new Request(
                    "POST",
                    transactions + "/x/approve",
                    "colour=red",
                    key.with("content-type", "text/plain"),
                    new Body.Complete(Bytes.of("{}".getBytes(StandardCharsets.UTF_8))),
                    "127.0.0.1"));

            assertEquals(415, reply.status());
            assertEquals(Array.of(" unsupported_media_type"), reported(reply));
        }

        /** An answer must not be many times as long as its request. */
        @Test
        void atMostAHundredProblemsAreReported() {
            String fields = Array.range(0, 20_000).map("'x%d':1"::formatted).mkString(",");
            String signers = Array.range(0, 64).map(i -> "{" + fields.substring(0, 3_000).replaceAll(",[^,]*$", "") + "}").mkString(",");
            for (String body : Array.of("{" + fields + "}", "{'threshold':1,'smart_account_signers':[" + signers + "]}")) {
                Reply reply = fixture.ask(key, "POST", "/api/v1/smart-accounts", quoted(body));

                assertEquals(400, reply.status());
                assertEquals(100, reported(reply).length());
            }
        }

        /** A list that is not kept says so, whatever it is asked for. */
        @Test
        void aPathOfTheInterfaceThatIsNotThereIsNotOffered() {
            for (String query : Array.of("", "?status=sent", "?pending=true&limit=5&cursor=x")) {
                fixture.refused(501, "not_offered", "GET", "/api/v1/submissions" + query, "");
            }
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
                        new Body.Complete(Bytes.of("{}".getBytes(StandardCharsets.UTF_8))),
                        "127.0.0.1"));
                boolean hasNetwork = reply.status() != 501 && !at.equals("/api/v1/service");
                assertTrue(
                        !hasNetwork || (reply.status() == 400 && reported(reply).contains("x-service-network bad_header")),
                        () -> endpoint.method() + " " + at + " " + HttpFixture.json(reply));
            }
            assertEquals(Array.empty(), fixture.faults());
        }

        @Test
        void aDisagreementIsNamedByTheHeaderThatDisagrees() {
            Reply reply = fixture.ask(
                    key.with("x-service-network", "mainnet").with("x-squads-network", "devnet"), "GET", path, "");

            assertEquals(Array.of("x-squads-network network_conflict"), reported(reply));
        }

        @Test
        void aUseIsSignedByItsSignerAlone() {
            String use = limit() + "/use?dry_run=true";
            String body = "{'amount':'1','destination':'%s','signer':'%s','transaction_signers':['%s']}";

            assertEquals(
                    Array.of("transaction_signers spelled_twice"),
                    reported(400, "spelled_twice", "POST", use, body.formatted(fixture.bob.address(), fixture.alice.address(), stranger)));
            assertTrue(fixture.served("POST", use, quoted(body).formatted(fixture.bob.address(), fixture.alice.address(), fixture.alice.address()))
                    .has("verdict"));
        }

        @Test
        void precedesRangesAndMissingObjects() {
            assertEquals(
                    Array.of("threshold wrong_type"),
                    reported(400, "wrong_type", "PATCH", unknown, "{'threshold':'2','time_lock':-1}"));
        }
    }

    @Nested
    class Ranges {

        @Test
        void ofAllFieldsAreReportedTogether() {
            assertEquals(
                    Array.of("memo too_long", "time_lock out_of_range"),
                    reported(422, "out_of_range", "PATCH", path, "{'time_lock':-1,'memo':'" + "m".repeat(257) + "'}"));
            assertEquals(
                    Array.of("expiration out_of_range", "period not_an_option"),
                    reported(
                            422,
                            "not_an_option",
                            "POST",
                            path + "/spending-limits",
                            "{'amount':'0','token_address':'%s','period':'HOURLY','spending_limit_signers':[],'expiration':0}"
                                    .formatted(SOL)));
        }

        @Test
        void precedeMissingObjects() {
            assertEquals(Array.of("time_lock out_of_range"), reported(422, "out_of_range", "PATCH", unknown, "{'time_lock':-1}"));
        }

        @Test
        void aNumberThatIsNoneIsNoMatterOfItsRange() {
            fixture.refused(400, "bad_query", "GET", "/api/v1/smart-accounts?limit=x", "", "limit");
            fixture.refused(400, "bad_query", "GET", transactions + "?limit=", "", "limit");
            fixture.refused(422, "out_of_range", "GET", "/api/v1/smart-accounts?limit=0", "", "limit");
            fixture.refused(422, "out_of_range", "GET", "/api/v1/smart-accounts?limit=-1", "", "limit");
            fixture.refused(422, "out_of_range", "GET", "/api/v1/smart-accounts?limit=99999999999", "", "limit");
        }
    }

    @Nested
    class NotThere {

        @Test
        void isNamedByItsField() {
            fixture.refused(404, "unknown_account", "GET", unknown, "", "address");
            String settings = fixture.served("GET", path, "").get("multisig_address").stringValue();
            for (String nowhere : Array.of(stranger, settings)) {
                String limit = path + "/spending-limits/" + nowhere;
                fixture.refused(404, "unknown_limit", "GET", limit, "", "limit");
                fixture.refused(404, "unknown_limit", "PATCH", limit, quoted("{'amount':'5'}"), "limit");
                fixture.refused(404, "unknown_limit", "DELETE", limit, "", "limit");
                fixture.refused(
                        404,
                        "unknown_limit",
                        "POST",
                        limit + "/use",
                        quoted("{'amount':'5','destination':'%s','signer':'%s'}").formatted(fixture.bob.address(), fixture.alice.address()),
                        "limit");
            }
            fixture.refused(404, "unknown_transaction", "GET", transactions + "/9", "", "index");
            fixture.refused(404, "unknown_submission", "GET", "/api/v1/submissions/sub_" + "0".repeat(32), "", "id");
            fixture.refused(
                    404,
                    "unknown_account",
                    "POST",
                    D + "threshold/update",
                    builder(stranger, "'threshold':1"),
                    "smart_account_address");
        }

        @Test
        void includesImpossibleIndexes() {
            for (String index : Array.of("18446744073709551615", "9223372036854775808", "1000000000000000000")) {
                fixture.refused(404, "unknown_transaction", "GET", transactions + "/" + index, "", "index");
                fixture.refused(404, "unknown_transaction", "POST", transactions + "/" + index + "/approve", "", "index");
                fixture.refused(404, "unknown_account", "GET", unknown + "/transactions/" + index, "", "address");
            }
            for (String index : Array.of("0", "-1", "18446744073709551616", "1" + "0".repeat(90))) {
                fixture.refused(422, "out_of_range", "GET", transactions + "/" + index, "", "index");
            }
            for (String index : Array.of("abc", "1.0", "+1", "01", "0x1", "1e3", "1" + "0".repeat(200))) {
                fixture.refused(400, "bad_index", "GET", transactions + "/" + index, "", "index");
                fixture.refused(400, "bad_index", "POST", transactions + "/" + index + "/close", "", "index");
            }
        }

        @Test
        void goesBeforeTheRules() {
            assertEquals(
                    Array.of("address unknown_account"),
                    reported(404, "unknown_account", "PATCH", unknown, "{'threshold':9,'transaction_signers':['%s']}".formatted(stranger)));
            assertEquals(
                    Array.of("limit unknown_limit"),
                    reported(404, "unknown_limit", "DELETE", path + "/spending-limits/" + stranger + "?admin=true", ""));
            assertEquals(
                    Array.of("index unknown_transaction"),
                    reported(404, "unknown_transaction", "POST", transactions + "/9/approve", "{'transaction_signers':['%s']}".formatted(stranger)));
        }
    }

    @Nested
    class Decision {

        @Test
        void tellsAllRulesThatSettingsBreak() {
            Array<String> both = Array.of("threshold threshold_exceeds_voters", "time_lock time_lock_too_long");

            assertEquals(both, reported(422, "threshold_exceeds_voters", "PATCH", path, "{'threshold':9,'time_lock':7776001}"));
            assertEquals(
                    both.map("settings."::concat),
                    reported(422, "threshold_exceeds_voters", "POST", transactions, "{'settings':{'threshold':9,'time_lock':7776001}}"));
        }

        @Test
        void tellsAllRulesThatANewAccountBreaks() {
            String signers = "[{'address':'%s','permissions':['CAN_VOTE']}]".formatted(fixture.alice.address());

            assertEquals(
                    Array.of(
                            "smart_account_signers no_executor",
                            "smart_account_signers no_proposer",
                            "threshold threshold_exceeds_voters"),
                    reported(
                            422,
                            "no_proposer",
                            "POST",
                            "/api/v1/smart-accounts",
                            "{'smart_account_signers':" + signers + ",'threshold':2}"));
            assertEquals(
                    Array.of("policies.signers no_executor", "policies.signers no_proposer", "policies.threshold threshold_zero"),
                    reported(
                            422,
                            "no_proposer",
                            "POST",
                            "/api/grid/v1/accounts",
                            "{'type':'signers','policies':{'signers':" + signers + ",'threshold':0}}"));
        }

        @Test
        void tellsAllRulesThatALimitBreaks() {
            String terms = "{'amount':'0','token_address':'%s','period':'DAILY','spending_limit_signers':['%s','%s']}"
                    .formatted(SOL, stranger, stranger);

            assertEquals(
                    Array.of("amount amount_zero", "spending_limit_signers duplicate_signer"),
                    reported(422, "amount_zero", "POST", path + "/spending-limits", terms));
        }

        @Test
        void tellsAllRulesThatAUseOfALimitBreaks() {
            assertEquals(
                    Array.of("amount limit_exceeded", "destination destination_not_allowed", "signer not_entitled"),
                    reported(
                            422,
                            "not_entitled",
                            "POST",
                            limit() + "/use",
                            "{'amount':'1001','destination':'%s','signer':'%s'}".formatted(stranger, stranger)));
        }

        @Test
        void namesEverySignerAlreadyPresent() {
            ObjectNode reported = fixture.refusal(
                    422,
                    "already_a_signer",
                    "POST",
                    D + "signers/add",
                    builder(account, "'smart_account_signers':[%s,%s]"
                            .formatted(HttpFixture.signer(fixture.alice), HttpFixture.signer(fixture.bob))));

            assertEquals(2, reported.get("details").size());
        }

        @Test
        void namesEveryVoterThatIsNotASigner() {
            String approve = proposed("{'time_lock':7}") + "/approve";

            ObjectNode reported = fixture.refusal(
                    422,
                    "not_a_signer",
                    "POST",
                    approve,
                    quoted("{'transaction_signers':['%s','%s','%s']}").formatted(stranger, fixture.ada.address(), fixture.alice.address()));

            assertEquals(2, reported.get("details").size());
            assertTrue(reported.get("details").toString().contains(stranger) && reported.get("details").toString().contains(fixture.ada.address().toString()));
        }

        @Test
        void aStrangerAmongTheSignersIsRefusedAtTheProposal() {
            assertEquals(
                    Array.of("transaction_signers not_a_signer"),
                    reported(
                            422,
                            "not_a_signer",
                            "POST",
                            transactions,
                            "{'settings':{'time_lock':8},'transaction_signers':['%s','%s']}".formatted(fixture.alice.address(), stranger)));
        }

        @Test
        void byTheAdminIsTheAdminsAlone() {
            String at = heldByAda();

            assertEquals(
                    Array.of("transaction_signers not_the_admin"),
                    reported(
                            422,
                            "not_the_admin",
                            "PATCH",
                            at + "?admin=true",
                            "{'threshold':9,'transaction_signers':['%s']}".formatted(fixture.alice.address())));
            for (String change : Array.of("{'threshold':9}", "{'admin_address':null}")) {
                assertEquals(Array.of("admin admin_controls_settings"), reported(422, "admin_controls_settings", "PATCH", at, change));
            }
        }

        @Test
        void aThresholdOfZeroHasItsOwnWord() {
            fixture.refused(422, "threshold_zero", "PATCH", path, quoted("{'threshold':0}"), "threshold");
            fixture.refused(422, "threshold_zero", "POST", D + "threshold/update", builder(account, "'threshold':0"), "threshold");
            fixture.refused(
                    422,
                    "threshold_zero",
                    "POST",
                    "/api/v1/smart-accounts",
                    quoted("{'smart_account_signers':[%s],'threshold':0}").formatted(HttpFixture.signer(fixture.alice)),
                    "threshold");
        }

        @Test
        void tellsTheStateOfATransactionThatIsStale() {
            String open = proposed("{'time_lock':7}");
            fixture.lands(account, fixture.served("PATCH", path, quoted("{'time_lock':60}")));

            assertEquals(
                    Array.of(" transaction_stale", " transaction_state"), reported(409, "transaction_stale", "POST", open + "/execute", "{}"));
            ObjectNode verdict =
                    (ObjectNode) fixture.served("POST", open + "/execute?dry_run=true", "{}").get("verdict");
            assertEquals("refused transaction_stale", verdict.get("outcome").stringValue() + " " + verdict.get("code").stringValue());
            assertEquals("propose", verdict.get("remedy").get("kind").stringValue(), verdict::toString);
            assertEquals(
                    verdict.get("remedy"),
                    fixture.refusal(409, "transaction_stale", "POST", open + "/execute", "{}").get("remedy"),
                    "an error has the remedy of the verdict");
            assertEquals(Array.of(" transaction_stale", " transaction_state"), reported(verdict.get("facts").get("problems")));
        }
    }

    /** Returns the distinct problems of a refusal in alphabetical order. */
    private Array<String> reported(int status, String code, String method, String where, String body) {
        return reported(fixture.refusal(status, code, method, where, quoted(body)).get("details"));
    }

    private static Array<String> reported(Reply reply) {
        return reported(HttpFixture.json(reply).get("details"));
    }

    private static Array<String> reported(JsonNode problems) {
        return Array.ofAll(problems)
                .map(problem -> problem.get("field").stringValue() + " " + problem.get("code").stringValue())
                .distinct()
                .sorted();
    }

    /** Creates a limit of Alice. */
    private String limit() {
        ObjectNode made = fixture.served(
                "POST",
                path + "/spending-limits",
                quoted("{'amount':'1000','token_address':'%s','period':'WEEKLY','spending_limit_signers':['%s'],'destinations':['%s']}")
                        .formatted(SOL, fixture.alice.address(), fixture.bob.address()));
        fixture.lands(account, made);
        return path + "/spending-limits/" + made.get("spending_limit_address").stringValue();
    }

    private String proposed(String settings) {
        ObjectNode proposed = fixture.served("POST", transactions, quoted("{'settings':" + settings + "}"));
        fixture.lands(account, proposed);
        return transactions + "/" + proposed.get("transaction_index").longValue();
    }

    /** Creates an account of Alice whose settings Ada controls. */
    private String heldByAda() {
        ObjectNode made = fixture.served(
                "POST",
                "/api/v1/smart-accounts",
                quoted("{'smart_account_signers':[%s],'threshold':1,'admin_address':'%s'}")
                        .formatted(HttpFixture.signer(fixture.alice), fixture.ada.address()));
        return "/api/v1/smart-accounts/" + made.get("smart_account_address").stringValue();
    }

    /** Returns {@code fields} of a builder for {@code of}, paid in SOL, with both possible signers. */
    private String builder(String of, String fields) {
        return quoted("{'smart_account_address':'%s','fee_config':{'currency':'sol'},'transaction_signers':['%s','%s'],"
                        .formatted(of, fixture.alice.address(), fixture.bob.address())
                + fields + "}");
    }
}
