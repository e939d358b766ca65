package dev.mandate.adapters.http.api;

import static dev.mandate.adapters.http.api.HttpFixture.quoted;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.adapters.http.exchange.Headers;
import dev.mandate.adapters.http.exchange.Reply;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.engine.creation.CreationAllowance;
import dev.mandate.simulator.keys.TestKey;
import io.vavr.Tuple;
import io.vavr.collection.Array;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.node.ObjectNode;

/** Group C: creation of accounts, their settings as one desired state, and spending limits. */
class PolicyCallsTest {

    /** More seconds than 300 blocks take. */
    private static final long AFTER_ALL_BLOCKHASHES = 150;

    private static final String ACCOUNTS = "/api/v1/smart-accounts";

    private final HttpFixture fixture = new HttpFixture();

    @Nested
    class Creating {

        @Test
        void answersTheAddressOfAnAccountThatStands() {
            ObjectNode made = fixture.served("POST", ACCOUNTS, fixture.terms());

            assertEquals("created", made.get("status").stringValue());
            assertEquals(2, made.get("signers").size());
            ObjectNode read = fixture.served("GET", ACCOUNTS + "/" + made.get("smart_account_address").stringValue(), "");
            assertEquals(2, read.get("threshold").intValue());
            assertEquals(0, read.get("time_lock").intValue());
            assertTrue(read.get("admin_address").isNull());
            assertEquals(quoted("{'spending_limits':[],'transaction_filters':[],'allowlists':[]}"), read.get("policies").toString());
        }

        @Test
        void tellsEveryProblemAtOnce() {
            fixture.refused(
                    400,
                    "bad_address",
                    "POST",
                    ACCOUNTS,
                    quoted("{'smart_account_signers':[{'address':'x','permissions':['CAN_FLY']},{}],'threshold':'2','colour':1}"),
                    "smart_account_signers[0].address",
                    "smart_account_signers[1].address",
                    "smart_account_signers[1].permissions",
                    "threshold",
                    "colour");
        }

        @Test
        void aDryRunCreatesNothingAndReportsTheCost() {
            for (String path : Array.of(ACCOUNTS, "/api/v0/smart_account/transaction/create")) {
                long before = fixture.lamports(fixture.operator.feePayer());

                ObjectNode verdict = (ObjectNode) fixture.served("POST", path + "?dry_run=true", fixture.terms()).get("verdict");

                assertEquals("allowed", verdict.get("outcome").stringValue());
                assertEquals(before, fixture.lamports(fixture.operator.feePayer()));
                ObjectNode made = fixture.served("POST", path, fixture.terms());
                assertEquals("created", made.get("status").stringValue());
                assertEquals(
                        verdict.get("facts").get("cost_lamports").stringValue(),
                        Long.toString(before - fixture.lamports(fixture.operator.feePayer())));
            }
        }

        @Test
        void aDryRunReportsWhyNoAccountWouldBeCreated() {
            ObjectNode verdict = (ObjectNode) fixture.served(
                            "POST",
                            ACCOUNTS + "?dry_run=true",
                            quoted("{'smart_account_signers':[%s],'threshold':2}").formatted(HttpFixture.signer(fixture.alice)))
                    .get("verdict");

            assertEquals("refused", verdict.get("outcome").stringValue());
            assertEquals("threshold_exceeds_voters", verdict.get("code").stringValue());
            fixture.refused(400, "wrong_type", "POST", ACCOUNTS + "?dry_run=true", quoted("{'smart_account_signers':1,'threshold':1}"), "smart_account_signers");
            ObjectNode grid = fixture.servedInEnvelope(
                    "POST",
                    "/api/grid/v1/accounts?dry_run=true",
                    quoted("{'type':'signers','policies':{'signers':[%s],'threshold':1}}").formatted(HttpFixture.signer(fixture.alice)));
            assertEquals("allowed", grid.get("verdict").get("outcome").stringValue());
        }

        @Test
        void aDryRunSaysThatTheOperatorGrantsNoMore() {
            for (var granted : Array.of(
                    Tuple.of(new CreationAllowance(BaseUnits.of(1_000_000_000), 0), "creation_quota", 429),
                    Tuple.of(new CreationAllowance(BaseUnits.of(1), 1), "creation_budget_spent", 429))) {
                HttpFixture mean = new HttpFixture(granted._1);

                ObjectNode verdict = (ObjectNode) mean.served("POST", ACCOUNTS + "?dry_run=true", mean.terms()).get("verdict");

                assertEquals("refused", verdict.get("outcome").stringValue());
                assertEquals(granted._2, verdict.get("code").stringValue());
                mean.refused(granted._3, granted._2, "POST", ACCOUNTS, mean.terms());
            }
        }

        /** So a client that asks once, as the public SDK does, never gets the address of an account that will not exist. */
        @ParameterizedTest
        @ValueSource(strings = {ACCOUNTS, "/api/v0/smart_account/transaction/create", "/api/grid/v1/accounts"})
        void anUnlandedCreationIsRefusedThenRetriedUnderTheSameKey(String path) {
            String terms = path.contains("grid")
                    ? quoted("{'type':'signers','policies':{'signers':[%s],'threshold':1}}").formatted(HttpFixture.signer(fixture.alice))
                    : fixture.terms();
            Headers once = Headers.NONE.with("authorization", "Bearer " + fixture.acme).with("x-idempotency-key", "one-account");
            fixture.spendsWhatItSignsFor();
            assertEquals(202, fixture.ask(once, "POST", path, terms).status());
            fixture.chain.advance(AFTER_ALL_BLOCKHASHES);

            assertRefused(422, "transaction_expired", fixture.ask(once, "POST", path, terms));
            assertRefused(503, "fee_payer_low", fixture.ask(once, "POST", path, terms));
            fixture.spendsNoMore();
            assertEquals(201, fixture.ask(once, "POST", path, terms).status());
        }

        private static void assertRefused(int status, String code, Reply reply) {
            assertEquals(status, reply.status(), () -> HttpFixture.json(reply).toString());
            assertEquals(code, HttpFixture.json(reply).get("code").stringValue());
        }

        @Test
        void takesNoMemoThatIsNoText() {
            String memo = quoted("{'smart_account_signers':[%s],'threshold':1,'memo':'a\\ud800'}").formatted(HttpFixture.signer(fixture.alice));

            fixture.refused(400, "malformed_json", "POST", ACCOUNTS, memo, "memo");
            fixture.refused(400, "malformed_json", "PATCH", ACCOUNTS + "/" + fixture.account(fixture.acme), quoted("{'time_lock':1,'memo':'\\udc00'}"), "memo");
        }

        @Test
        void takesNoMemoThatReadsOtherwiseThanItIsWritten() {
            String path = ACCOUNTS + "/" + fixture.account(fixture.acme);
            String signers = quoted("'smart_account_signers':[%s],'threshold':1").formatted(HttpFixture.signer(fixture.alice));

            for (String character : new String[] {"\\n", "\\t", "\\u0000", "\\u007f", "\\u0085", "\\u061c", "\\u200f", "\\u202e", "\\u2066"}) {
                fixture.refused(
                        422, "forbidden_character", "POST", ACCOUNTS, quoted("{%s,'memo':'for %sbob'}").formatted(signers, character), "memo");
                fixture.refused(
                        422, "forbidden_character", "PATCH", path, quoted("{'time_lock':1,'memo':'for %sbob'}").formatted(character), "memo");
            }
        }

        @Test
        void tellsEveryRuleThatIsBrokenAtOnce() {
            String voter = "{'address':'%s','permissions':['CAN_VOTE']}".formatted(fixture.alice.address());

            ObjectNode reported = fixture.refusal(
                    422,
                    "no_proposer",
                    "POST",
                    ACCOUNTS,
                    quoted("{'smart_account_signers':[%s],'threshold':2}".formatted(voter)));

            assertEquals(
                    Array.of("no_executor", "no_proposer", "threshold_exceeds_voters"),
                    Array.ofAll(reported.get("details")).map(detail -> detail.get("code").stringValue()).sorted());
        }
    }

    @Nested
    class Patching {

        private final String account = fixture.account(fixture.acme);
        private final String path = ACCOUNTS + "/" + account;

        @Test
        void makesTheDesiredSignersOfOnesThatThereAreInOneChange() {
            ObjectNode built = fixture.served(
                    "PATCH",
                    path,
                    quoted("{'smart_account_signers':[%s,%s],'threshold':1,'time_lock':60}")
                            .formatted(HttpFixture.signer(fixture.alice), HttpFixture.signer(fixture.carol)));

            assertEquals("complete", built.get("phase").stringValue());
            fixture.lands(account, built);
            assertEquals(Array.of(fixture.alice, fixture.carol).map(TestKey::address).map(Object::toString).sorted(), signers());
            assertEquals(1, read().get("threshold").intValue());
            assertEquals(60, read().get("time_lock").intValue());
        }

        @Test
        void asksForTheFewestSufficientSigners() {
            fixture.lands(
                    account,
                    fixture.served(
                            "PATCH",
                            path,
                            quoted("{'smart_account_signers':[%s,%s,%s]}")
                                    .formatted(HttpFixture.signer(fixture.alice), HttpFixture.signer(fixture.bob), HttpFixture.signer(fixture.carol))));

            ObjectNode built = fixture.served(
                    "PATCH",
                    path,
                    quoted("{'time_lock':1,'fee_config':{'currency':'sol','payer_address':'%s'}}").formatted(fixture.carol.address()));

            assertEquals(2, built.get("required_signers").size());
            assertEquals(fixture.carol.address().toString(), built.at("/required_signers/0").stringValue());
        }

        @Test
        void refusesANoChange() {
            fixture.refused(422, "nothing_to_change", "PATCH", path, quoted("{'threshold':2}"));
            fixture.refused(422, "nothing_to_change", "PATCH", path, "{}");
        }

        @Test
        void clearingAnAbsentAdminChangesNothing() {
            for (String nobody : Array.of("null", "''")) {
                fixture.refused(422, "nothing_to_change", "PATCH", path, quoted("{'admin_address':" + nobody + "}"));
                assertTrue(fixture.served("PATCH", path, quoted("{'time_lock':1,'admin_address':" + nobody + "}")).has("transaction"));
            }
        }

        @Test
        void thePayerIsAskedFirst() {
            fixture.lands(account, fixture.served("PATCH", path, quoted("{'threshold':1}")));

            for (TestKey payer : Array.of(fixture.alice, fixture.bob)) {
                ObjectNode built = fixture.served(
                        "PATCH",
                        path,
                        quoted("{'time_lock':1,'fee_config':{'currency':'sol','payer_address':'%s'}}").formatted(payer.address()));
                assertEquals(quoted("['%s']").formatted(payer.address()), built.get("required_signers").toString());
            }
        }

        @Test
        void addsNoAdmin() {
            fixture.refused(
                    422, "admin_cannot_be_added", "PATCH", path, quoted("{'admin_address':'%s'}").formatted(fixture.ada.address()));
        }

        @Test
        void takesAnAdminsWordOnlyWhereThereIsOne() {
            fixture.refused(422, "no_admin", "PATCH", path + "?admin=true", quoted("{'threshold':1}"));
        }

        @Test
        void keepsSignersOfALimitUnlessItIsRevoked() {
            limit(fixture.bob);
            String leaving = quoted("{'smart_account_signers':[%s,%s]}").formatted(HttpFixture.signer(fixture.alice), HttpFixture.signer(fixture.carol));

            for (var call : Array.of(
                    Tuple.of("PATCH", path, leaving),
                    Tuple.of("PATCH", "/api/grid/v1/accounts/" + account, leaving.replace("smart_account_signers", "signers")),
                    Tuple.of("POST", path + "/transactions", "{\"settings\":" + leaving + "}"))) {
                assertEquals(
                        quoted("[{'query':'revoke_limits=true'},{'query':'keep_limits=true'}]"),
                        fixture.refusal(422, "signer_holds_limits", call._1, call._2, call._3).at("/remedy/any_of").toString(),
                        call._2);
            }
            fixture.lands(account, fixture.served("PATCH", path + "?revoke_limits=true", leaving));

            assertEquals(0, read().get("policies").get("spending_limits").size());
        }

        @Test
        void leavesALimitThatIsToBeKept() {
            limit(fixture.bob);

            fixture.lands(
                    account,
                    fixture.served(
                            "PATCH",
                            path + "?keep_limits=true",
                            quoted("{'smart_account_signers':[%s,%s]}")
                                    .formatted(HttpFixture.signer(fixture.alice), HttpFixture.signer(fixture.carol))));

            assertEquals(1, read().get("policies").get("spending_limits").size());
        }

        private void limit(TestKey holder) {
            fixture.lands(
                    account,
                    fixture.served(
                            "POST",
                            path + "/spending-limits",
                            quoted("{'amount':'1000','token_address':'11111111111111111111111111111111','period':'DAILY',"
                                            + "'spending_limit_signers':['%s'],'destinations':[]}")
                                    .formatted(holder.address())));
        }

        private ObjectNode read() {
            return fixture.served("GET", path, "");
        }

        private Array<String> signers() {
            return Array.ofAll(read().get("smart_account_signers"))
                    .map(signer -> signer.get("address").stringValue())
                    .sorted();
        }
    }

    @Nested
    class UnderAnAdmin {

        private final String account = fixture.served(
                        "POST",
                        ACCOUNTS,
                        quoted("{'smart_account_signers':[%s,%s],'threshold':2,'admin_address':'%s'}")
                                .formatted(HttpFixture.signer(fixture.alice), HttpFixture.signer(fixture.bob), fixture.ada.address()))
                .get("smart_account_address")
                .stringValue();
        private final String path = ACCOUNTS + "/" + account;

        @Test
        void onlyTheAdminChangesSettings() {
            for (String query : Array.of("", "?admin=false")) {
                fixture.refused(422, "admin_controls_settings", "PATCH", path + query, quoted("{'threshold':1}"));
                fixture.refused(422, "admin_controls_settings", "PATCH", path + query, quoted("{'admin_address':null}"));
                fixture.refused(
                        422,
                        "admin_controls_settings",
                        "PATCH",
                        path + query,
                        quoted("{'admin_address':'%s','time_lock':9}").formatted(fixture.ada.address()));
            }
            fixture.refused(
                    422,
                    "not_the_admin",
                    "PATCH",
                    path + "?admin=true",
                    quoted("{'threshold':1,'transaction_signers':['%s']}").formatted(fixture.alice.address()),
                    "transaction_signers");
        }

        @Test
        void theAdminsSignatureAloneChangesThemAtOnce() {
            ObjectNode built = fixture.served(
                    "PATCH",
                    path + "?admin=true",
                    quoted("{'threshold':1,'time_lock':9,'transaction_signers':['%s']}").formatted(fixture.ada.address()));

            assertEquals(quoted("['%s']").formatted(fixture.ada.address()), built.get("required_signers").toString());
            fixture.lands(account, built);
            assertEquals(1, fixture.served("GET", path, "").get("threshold").intValue());
        }

        @Test
        void theAdminLeavesAndChangesOtherSettingsInOneGo() {
            for (String nobody : Array.of("null", "''")) {
                assertTrue(fixture.served("PATCH", path + "?admin=true", quoted("{'admin_address':" + nobody + ",'threshold':1}"))
                        .has("transaction"));
            }

            fixture.lands(
                    account,
                    fixture.served("PATCH", path + "?admin=true", quoted("{'admin_address':null,'threshold':1,'time_lock':5}")));

            ObjectNode read = fixture.served("GET", path, "");
            assertTrue(read.get("admin_address").isNull());
            assertEquals(1, read.get("threshold").intValue());
            assertEquals(5, read.get("time_lock").intValue());
            fixture.refused(
                    422,
                    "admin_cannot_be_added",
                    "PATCH",
                    path + "?admin=true",
                    quoted("{'admin_address':'%s'}").formatted(fixture.ada.address()));
        }

        @Test
        void theAdminHandsOver() {
            fixture.lands(
                    account,
                    fixture.served(
                            "PATCH", path + "?admin=true", quoted("{'admin_address':'%s'}").formatted(fixture.carol.address())));

            assertEquals(
                    fixture.carol.address().toString(),
                    fixture.served("GET", path, "").get("admin_address").stringValue());
        }

        @Test
        void theAdminMakesAndRemovesLimitsToo() {
            ObjectNode built = fixture.served(
                    "POST",
                    path + "/spending-limits?admin=true",
                    quoted("{'amount':'18446744073709551615','token_address':'11111111111111111111111111111111',"
                                    + "'period':'MONTHLY','spending_limit_signers':['%s'],'destinations':['%s']}")
                            .formatted(fixture.alice.address(), fixture.bob.address()));
            fixture.lands(account, built);
            String limit = path + "/spending-limits/" + built.get("spending_limit_address").stringValue();

            ObjectNode read = fixture.served("GET", limit, "");
            assertEquals("18446744073709551615", read.get("amount").stringValue());
            assertEquals("MONTHLY", read.get("period").stringValue());
            assertEquals("CHAIN", read.get("enforced_by").stringValue());

            fixture.lands(account, fixture.served("DELETE", limit + "?admin=true", ""));
            fixture.refused(404, "unknown_limit", "GET", limit, "");
        }
    }

    @Nested
    class Limits {

        private final String account = fixture.account(fixture.acme);
        private final String path = ACCOUNTS + "/" + account + "/spending-limits";

        @Test
        void areRefusedWithAllThatIsWrongWithThem() {
            fixture.refused(
                    400,
                    "bad_address",
                    "POST",
                    path,
                    quoted("{'amount':1000,'token_address':'SOL','period':'HOURLY','spending_limit_signers':'x'}"),
                    "amount",
                    "token_address",
                    "spending_limit_signers");
            fixture.refused(422, "out_of_range", "POST", path, body("18446744073709551616", "DAILY", ""), "amount");
        }

        @Test
        void areReplacedAndUsed() {
            ObjectNode first = fixture.served("POST", path, body("1000", "WEEKLY", ""));
            fixture.lands(account, first);
            ObjectNode second = fixture.served(
                    "PATCH",
                    path + "/" + first.get("spending_limit_address").stringValue(),
                    quoted("{'amount':'5000000'}"));
            fixture.lands(account, second);
            String limit = path + "/" + second.get("spending_limit_address").stringValue();
            fixture.fund(account, 1_000_000_000);

            fixture.lands(account, fixture.served("POST", limit + "/use", use("2000000")));

            assertEquals("3000000", fixture.served("GET", limit, "").get("remaining_amount").stringValue());
            fixture.refused(422, "limit_exceeded", "POST", limit + "/use", use("3000001"));
            assertEquals(1, fixture.served("GET", path, "").get("items").size());
        }

        @ParameterizedTest
        @CsvSource({"ONE_TIME, ONE_TIME", "DAY, DAILY", "WEEKLY, WEEKLY", "MONTH, MONTHLY"})
        void showTheSamePeriodInEveryResponse(String asked, String reported) {
            ObjectNode made = fixture.served("POST", path, body("1000", asked, ""));
            fixture.lands(account, made);

            ObjectNode limit = fixture.served("GET", path + "/" + made.get("spending_limit_address").stringValue(), "");
            ObjectNode change = fixture.served(
                    "GET",
                    ACCOUNTS + "/" + account + "/transactions/" + made.get("transaction_index").longValue(),
                    "");

            assertEquals(reported, limit.get("period").stringValue());
            assertEquals(reported, change.get("content").get("actions").get(0).get("period").stringValue());
        }

        @Test
        void areListedPageByPageInTheOrderOfTheirAddresses() {
            Array<String> made = Array.range(0, 3).map(i -> {
                ObjectNode limit = fixture.served("POST", path, body("1000", "WEEKLY", ""));
                fixture.lands(account, limit);
                return limit.get("spending_limit_address").stringValue();
            });

            ObjectNode first = fixture.served("GET", path + "?limit=2", "");
            ObjectNode last = fixture.served("GET", path + "?limit=2&cursor=" + first.get("next_cursor").stringValue(), "");

            assertEquals(
                    made.sorted(),
                    Array.of(first, last)
                            .flatMap(page -> page.get("items"))
                            .map(limit -> limit.get("spending_limit_address").stringValue()));
            assertEquals(2, first.get("items").size());
            assertTrue(last.get("next_cursor").isNull());
            assertTrue(fixture.served("GET", path + "?limit=3", "").get("next_cursor").isNull());
            fixture.refused(400, "bad_cursor", "GET", path + "?cursor=1", "", "cursor");
        }

        @Test
        void thatStayAsTheyAreAreNotRenewed() {
            ObjectNode made = fixture.served("POST", path, body("1000", "WEEKLY", ""));
            fixture.lands(account, made);
            String limit = path + "/" + made.get("spending_limit_address").stringValue();

            fixture.refused(422, "nothing_to_change", "PATCH", limit, "{}");
            fixture.refused(422, "nothing_to_change", "PATCH", limit, quoted("{'amount':'1000','period':'WEEKLY'}"));
        }

        @Test
        void areNamedByAnAddress() {
            fixture.refused(400, "bad_address", "GET", path + "/abc", "", "limit");
        }

        private String use(String amount) {
            return quoted("{'amount':'%s','destination':'%s','signer':'%s'}")
                    .formatted(amount, fixture.carol.address(), fixture.alice.address());
        }

        private String body(String amount, String period, String more) {
            return quoted("{'amount':'%s','token_address':'11111111111111111111111111111111','period':'%s',"
                            + "'spending_limit_signers':['%s'],'destinations':[]%s}")
                    .formatted(amount, period, fixture.alice.address(), more.replace('\'', '"'));
        }
    }
}
