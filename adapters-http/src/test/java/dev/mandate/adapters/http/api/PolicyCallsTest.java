package dev.mandate.adapters.http.api;

import static dev.mandate.adapters.http.api.Shop.quoted;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.adapters.http.exchange.Headers;
import dev.mandate.adapters.http.exchange.Reply;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.engine.creation.CreationAllowance;
import dev.mandate.testkit.keys.TestKey;
import io.vavr.Tuple;
import io.vavr.collection.Array;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.node.ObjectNode;

/** Group C: accounts made, their settings as one desired state, and spending limits. */
class PolicyCallsTest {

    /** Seconds for 300 blocks and more. */
    private static final long AFTER_ALL_BLOCKHASHES = 150;

    private static final String ACCOUNTS = "/api/v1/smart-accounts";

    private final Shop shop = new Shop();

    @Nested
    class Creating {

        @Test
        void answersTheAddressOfAnAccountThatStands() {
            ObjectNode made = shop.served("POST", ACCOUNTS, shop.terms());

            assertEquals("created", made.get("status").stringValue());
            assertEquals(2, made.get("signers").size());
            ObjectNode read = shop.served("GET", ACCOUNTS + "/" + made.get("smart_account_address").stringValue(), "");
            assertEquals(2, read.get("threshold").intValue());
            assertEquals(0, read.get("time_lock").intValue());
            assertTrue(read.get("admin_address").isNull());
            assertEquals(quoted("{'spending_limits':[],'transaction_filters':[],'allowlists':[]}"), read.get("policies").toString());
        }

        @Test
        void tellsEveryProblemAtOnce() {
            shop.refused(
                    400,
                    "bad_address",
                    "POST",
                    ACCOUNTS,
                    quoted("{'smart_account_signers':[{'address':'x','permissions':['CAN_FLY']},{}],'threshold':'2','colour':1}"),
                    "smart_account_signers[0].address",
                    "smart_account_signers[0].permissions[0]",
                    "smart_account_signers[1].address",
                    "smart_account_signers[1].permissions",
                    "threshold",
                    "colour");
        }

        @Test
        void aDryRunMakesNothingAndSaysWhatItWouldCost() {
            for (String path : Array.of(ACCOUNTS, "/api/v0/smart_account/transaction/create")) {
                long before = shop.lamports(shop.operator.feePayer());

                ObjectNode verdict = (ObjectNode) shop.served("POST", path + "?dry_run=true", shop.terms()).get("verdict");

                assertEquals("allowed", verdict.get("outcome").stringValue());
                assertEquals(before, shop.lamports(shop.operator.feePayer()));
                ObjectNode made = shop.served("POST", path, shop.terms());
                assertEquals("created", made.get("status").stringValue());
                assertEquals(
                        verdict.get("facts").get("cost_lamports").stringValue(),
                        Long.toString(before - shop.lamports(shop.operator.feePayer())));
            }
        }

        @Test
        void aDryRunSaysWhyNothingWouldBeMade() {
            ObjectNode verdict = (ObjectNode) shop.served(
                            "POST",
                            ACCOUNTS + "?dry_run=true",
                            quoted("{'smart_account_signers':[%s],'threshold':2}").formatted(Shop.signer(shop.alice)))
                    .get("verdict");

            assertEquals("refused", verdict.get("outcome").stringValue());
            assertEquals("threshold_exceeds_voters", verdict.get("code").stringValue());
            shop.refused(400, "wrong_type", "POST", ACCOUNTS + "?dry_run=true", quoted("{'smart_account_signers':1,'threshold':1}"), "smart_account_signers");
            ObjectNode grid = shop.servedInEnvelope(
                    "POST",
                    "/api/grid/v1/accounts?dry_run=true",
                    quoted("{'type':'signers','policies':{'signers':[%s],'threshold':1}}").formatted(Shop.signer(shop.alice)));
            assertEquals("allowed", grid.get("verdict").get("outcome").stringValue());
        }

        @Test
        void aDryRunSaysThatTheOperatorGrantsNoMore() {
            for (var granted : Array.of(
                    Tuple.of(new CreationAllowance(BaseUnits.of(1_000_000_000), 0), "creation_quota", 429),
                    Tuple.of(new CreationAllowance(BaseUnits.of(1), 1), "creation_budget_spent", 503))) {
                Shop mean = new Shop(granted._1);

                ObjectNode verdict = (ObjectNode) mean.served("POST", ACCOUNTS + "?dry_run=true", mean.terms()).get("verdict");

                assertEquals("refused", verdict.get("outcome").stringValue());
                assertEquals(granted._2, verdict.get("code").stringValue());
                mean.refused(granted._3, granted._2, "POST", ACCOUNTS, mean.terms());
            }
        }

        /** So that a client which asks once, as the public SDK does, takes no address for an account's that will never be one. */
        @ParameterizedTest
        @ValueSource(strings = {ACCOUNTS, "/api/v0/smart_account/transaction/create", "/api/grid/v1/accounts"})
        void whatNeverLandedIsRefusedAndThenOrderedAnewUnderTheSameKey(String path) {
            String terms = path.contains("grid")
                    ? quoted("{'type':'signers','policies':{'signers':[%s],'threshold':1}}").formatted(Shop.signer(shop.alice))
                    : shop.terms();
            Headers once = Headers.NONE.with("authorization", "Bearer " + shop.acme).with("x-idempotency-key", "one-account");
            shop.spendsWhatItSignsFor();
            assertEquals(202, shop.ask(once, "POST", path, terms).status());
            shop.chain.advance(AFTER_ALL_BLOCKHASHES);

            assertRefused(422, "transaction_expired", shop.ask(once, "POST", path, terms));
            assertRefused(503, "fee_payer_low", shop.ask(once, "POST", path, terms));
            shop.spendsNoMore();
            assertEquals(201, shop.ask(once, "POST", path, terms).status());
        }

        private static void assertRefused(int status, String code, Reply reply) {
            assertEquals(status, reply.status(), () -> Shop.json(reply).toString());
            assertEquals(code, Shop.json(reply).get("code").stringValue());
        }

        @Test
        void takesNoMemoThatIsNoText() {
            String memo = quoted("{'smart_account_signers':[%s],'threshold':1,'memo':'a\\ud800'}").formatted(Shop.signer(shop.alice));

            shop.refused(400, "malformed_json", "POST", ACCOUNTS, memo, "memo");
            shop.refused(400, "malformed_json", "PATCH", ACCOUNTS + "/" + shop.account(shop.acme), quoted("{'time_lock':1,'memo':'\\udc00'}"), "memo");
        }

        @Test
        void takesNoMemoThatReadsOtherwiseThanItIsWritten() {
            String path = ACCOUNTS + "/" + shop.account(shop.acme);
            String signers = quoted("'smart_account_signers':[%s],'threshold':1").formatted(Shop.signer(shop.alice));

            for (String character : new String[] {"\\n", "\\t", "\\u0000", "\\u007f", "\\u0085", "\\u061c", "\\u200f", "\\u202e", "\\u2066"}) {
                shop.refused(
                        422, "forbidden_character", "POST", ACCOUNTS, quoted("{%s,'memo':'for %sbob'}").formatted(signers, character), "memo");
                shop.refused(
                        422, "forbidden_character", "PATCH", path, quoted("{'time_lock':1,'memo':'for %sbob'}").formatted(character), "memo");
            }
        }

        @Test
        void tellsEveryRuleThatIsBrokenAtOnce() {
            String voter = "{'address':'%s','permissions':['CAN_VOTE']}".formatted(shop.alice.address());

            ObjectNode told = shop.refusal(
                    422,
                    "no_proposer",
                    "POST",
                    ACCOUNTS,
                    quoted("{'smart_account_signers':[%s],'threshold':2}".formatted(voter)));

            assertEquals(
                    Array.of("no_executor", "no_proposer", "threshold_exceeds_voters"),
                    Array.ofAll(told.get("details")).map(detail -> detail.get("code").stringValue()).sorted());
        }
    }

    @Nested
    class Patching {

        private final String account = shop.account(shop.acme);
        private final String path = ACCOUNTS + "/" + account;

        @Test
        void makesTheDesiredSignersOfOnesThatThereAreInOneChange() {
            ObjectNode built = shop.served(
                    "PATCH",
                    path,
                    quoted("{'smart_account_signers':[%s,%s],'threshold':1,'time_lock':60}")
                            .formatted(Shop.signer(shop.alice), Shop.signer(shop.carol)));

            assertEquals("complete", built.get("phase").stringValue());
            shop.lands(account, built);
            assertEquals(Array.of(shop.alice, shop.carol).map(TestKey::address).map(Object::toString).sorted(), signers());
            assertEquals(1, read().get("threshold").intValue());
            assertEquals(60, read().get("time_lock").intValue());
        }

        @Test
        void asksTheFewestWhoSuffice() {
            shop.lands(
                    account,
                    shop.served(
                            "PATCH",
                            path,
                            quoted("{'smart_account_signers':[%s,%s,%s]}")
                                    .formatted(Shop.signer(shop.alice), Shop.signer(shop.bob), Shop.signer(shop.carol))));

            ObjectNode built = shop.served(
                    "PATCH",
                    path,
                    quoted("{'time_lock':1,'transaction_signers':['%s','%s','%s']}")
                            .formatted(shop.carol.address(), shop.alice.address(), shop.bob.address()));

            assertEquals(
                    quoted("['%s','%s']").formatted(shop.carol.address(), shop.alice.address()),
                    built.get("required_signers").toString());
        }

        @Test
        void refusesANoChange() {
            shop.refused(422, "nothing_to_change", "PATCH", path, quoted("{'threshold':2}"));
            shop.refused(422, "nothing_to_change", "PATCH", path, "{}");
        }

        @Test
        void nobodyAsAdminIsHowItIs() {
            for (String nobody : Array.of("null", "''")) {
                shop.refused(422, "nothing_to_change", "PATCH", path, quoted("{'admin_address':" + nobody + "}"));
                assertTrue(shop.served("PATCH", path, quoted("{'time_lock':1,'admin_address':" + nobody + "}")).has("transaction"));
            }
        }

        @Test
        void whoPaysIsAskedFirst() {
            shop.lands(account, shop.served("PATCH", path, quoted("{'threshold':1}")));

            for (TestKey payer : Array.of(shop.alice, shop.bob)) {
                ObjectNode built = shop.served(
                        "PATCH",
                        path,
                        quoted("{'time_lock':1,'fee_config':{'currency':'sol','payer_address':'%s'}}").formatted(payer.address()));
                assertEquals(quoted("['%s']").formatted(payer.address()), built.get("required_signers").toString());
            }
        }

        @Test
        void addsNoAdmin() {
            shop.refused(
                    422, "admin_cannot_be_added", "PATCH", path, quoted("{'admin_address':'%s'}").formatted(shop.ada.address()));
        }

        @Test
        void takesAnAdminsWordOnlyWhereThereIsOne() {
            shop.refused(422, "no_admin", "PATCH", path + "?admin=true", quoted("{'threshold':1}"));
        }

        @Test
        void keepsThoseWhomALimitNamesUnlessItGoes() {
            limit(shop.bob);
            String leaving = quoted("{'smart_account_signers':[%s,%s]}").formatted(Shop.signer(shop.alice), Shop.signer(shop.carol));

            shop.refused(422, "signer_holds_limits", "PATCH", path, leaving);
            shop.lands(account, shop.served("PATCH", path + "?revoke_limits=true", leaving));

            assertEquals(0, read().get("policies").get("spending_limits").size());
        }

        @Test
        void leavesALimitThatIsToBeKept() {
            limit(shop.bob);

            shop.lands(
                    account,
                    shop.served(
                            "PATCH",
                            path + "?keep_limits=true",
                            quoted("{'smart_account_signers':[%s,%s]}")
                                    .formatted(Shop.signer(shop.alice), Shop.signer(shop.carol))));

            assertEquals(1, read().get("policies").get("spending_limits").size());
        }

        private void limit(TestKey holder) {
            shop.lands(
                    account,
                    shop.served(
                            "POST",
                            path + "/spending-limits",
                            quoted("{'amount':'1000','token_address':'11111111111111111111111111111111','period':'DAILY',"
                                            + "'spending_limit_signers':['%s'],'destinations':[]}")
                                    .formatted(holder.address())));
        }

        private ObjectNode read() {
            return shop.served("GET", path, "");
        }

        private Array<String> signers() {
            return Array.ofAll(read().get("smart_account_signers"))
                    .map(signer -> signer.get("address").stringValue())
                    .sorted();
        }
    }

    @Nested
    class UnderAnAdmin {

        private final String account = shop.served(
                        "POST",
                        ACCOUNTS,
                        quoted("{'smart_account_signers':[%s,%s],'threshold':2,'admin_address':'%s'}")
                                .formatted(Shop.signer(shop.alice), Shop.signer(shop.bob), shop.ada.address()))
                .get("smart_account_address")
                .stringValue();
        private final String path = ACCOUNTS + "/" + account;

        @Test
        void nobodyElseChangesSettings() {
            for (String query : Array.of("", "?admin=false")) {
                shop.refused(422, "admin_controls_settings", "PATCH", path + query, quoted("{'threshold':1}"));
                shop.refused(422, "admin_controls_settings", "PATCH", path + query, quoted("{'admin_address':null}"));
                shop.refused(
                        422,
                        "admin_controls_settings",
                        "PATCH",
                        path + query,
                        quoted("{'admin_address':'%s','time_lock':9}").formatted(shop.ada.address()));
            }
            shop.refused(
                    422,
                    "not_the_admin",
                    "PATCH",
                    path + "?admin=true",
                    quoted("{'threshold':1,'transaction_signers':['%s']}").formatted(shop.alice.address()),
                    "transaction_signers");
        }

        @Test
        void theAdminAloneChangesThemAtOnce() {
            ObjectNode built = shop.served(
                    "PATCH",
                    path + "?admin=true",
                    quoted("{'threshold':1,'time_lock':9,'transaction_signers':['%s']}").formatted(shop.ada.address()));

            assertEquals(quoted("['%s']").formatted(shop.ada.address()), built.get("required_signers").toString());
            shop.lands(account, built);
            assertEquals(1, shop.served("GET", path, "").get("threshold").intValue());
        }

        @Test
        void theAdminLeavesAndChangesOtherSettingsInOneGo() {
            for (String nobody : Array.of("null", "''")) {
                assertTrue(shop.served("PATCH", path + "?admin=true", quoted("{'admin_address':" + nobody + ",'threshold':1}"))
                        .has("transaction"));
            }

            shop.lands(
                    account,
                    shop.served("PATCH", path + "?admin=true", quoted("{'admin_address':null,'threshold':1,'time_lock':5}")));

            ObjectNode read = shop.served("GET", path, "");
            assertTrue(read.get("admin_address").isNull());
            assertEquals(1, read.get("threshold").intValue());
            assertEquals(5, read.get("time_lock").intValue());
            shop.refused(
                    422,
                    "admin_cannot_be_added",
                    "PATCH",
                    path + "?admin=true",
                    quoted("{'admin_address':'%s'}").formatted(shop.ada.address()));
        }

        @Test
        void theAdminHandsOver() {
            shop.lands(
                    account,
                    shop.served(
                            "PATCH", path + "?admin=true", quoted("{'admin_address':'%s'}").formatted(shop.carol.address())));

            assertEquals(
                    shop.carol.address().toString(),
                    shop.served("GET", path, "").get("admin_address").stringValue());
        }

        @Test
        void theAdminMakesAndRemovesLimitsToo() {
            ObjectNode built = shop.served(
                    "POST",
                    path + "/spending-limits?admin=true",
                    quoted("{'amount':'18446744073709551615','token_address':'11111111111111111111111111111111',"
                                    + "'period':'MONTHLY','spending_limit_signers':['%s'],'destinations':['%s']}")
                            .formatted(shop.alice.address(), shop.bob.address()));
            shop.lands(account, built);
            String limit = path + "/spending-limits/" + built.get("spending_limit_address").stringValue();

            ObjectNode read = shop.served("GET", limit, "");
            assertEquals("18446744073709551615", read.get("amount").stringValue());
            assertEquals("MONTHLY", read.get("period").stringValue());
            assertEquals("CHAIN", read.get("enforced_by").stringValue());

            shop.lands(account, shop.served("DELETE", limit + "?admin=true", ""));
            shop.refused(404, "unknown_limit", "GET", limit, "");
        }
    }

    @Nested
    class Limits {

        private final String account = shop.account(shop.acme);
        private final String path = ACCOUNTS + "/" + account + "/spending-limits";

        @Test
        void areRefusedWithAllThatIsWrongWithThem() {
            shop.refused(
                    400,
                    "bad_address",
                    "POST",
                    path,
                    quoted("{'amount':1000,'token_address':'SOL','period':'HOURLY','spending_limit_signers':'x'}"),
                    "amount",
                    "token_address",
                    "period",
                    "spending_limit_signers");
            shop.refused(422, "out_of_range", "POST", path, body("18446744073709551616", "DAILY", ""), "amount");
        }

        @Test
        void thatTheChainCannotEnforceAreNotOffered() {
            shop.refused(422, "limit_needs_engine", "POST", path, body("1", "YEARLY", ""), "period");
            shop.refused(422, "limit_needs_engine", "POST", path, body("1", "DAILY", ",'expiration':1999999999"), "expiration");
        }

        @Test
        void areReplacedAndUsed() {
            ObjectNode first = shop.served("POST", path, body("1000", "WEEKLY", ""));
            shop.lands(account, first);
            ObjectNode second = shop.served(
                    "PATCH",
                    path + "/" + first.get("spending_limit_address").stringValue(),
                    quoted("{'amount':'5000000'}"));
            shop.lands(account, second);
            String limit = path + "/" + second.get("spending_limit_address").stringValue();
            shop.fund(account, 1_000_000_000);

            shop.lands(account, shop.served("POST", limit + "/use", use("2000000")));

            assertEquals("3000000", shop.served("GET", limit, "").get("remaining_amount").stringValue());
            shop.refused(422, "limit_exceeded", "POST", limit + "/use", use("3000001"));
            assertEquals(1, shop.served("GET", path, "").get("items").size());
        }

        @ParameterizedTest
        @CsvSource({"ONE_TIME, ONE_TIME", "DAY, DAILY", "WEEKLY, WEEKLY", "MONTH, MONTHLY"})
        void haveOnePeriodWhereverTheyAreTold(String asked, String told) {
            ObjectNode made = shop.served("POST", path, body("1000", asked, ""));
            shop.lands(account, made);

            ObjectNode limit = shop.served("GET", path + "/" + made.get("spending_limit_address").stringValue(), "");
            ObjectNode change = shop.served(
                    "GET",
                    ACCOUNTS + "/" + account + "/transactions/" + made.get("transaction_index").longValue(),
                    "");

            assertEquals(told, limit.get("period").stringValue());
            assertEquals(told, change.get("content").get("actions").get(0).get("period").stringValue());
        }

        @Test
        void areListedPageByPageInTheOrderOfTheirAddresses() {
            Array<String> made = Array.range(0, 3).map(i -> {
                ObjectNode limit = shop.served("POST", path, body("1000", "WEEKLY", ""));
                shop.lands(account, limit);
                return limit.get("spending_limit_address").stringValue();
            });

            ObjectNode first = shop.served("GET", path + "?limit=2", "");
            ObjectNode last = shop.served("GET", path + "?limit=2&cursor=" + first.get("next_cursor").stringValue(), "");

            assertEquals(
                    made.sorted(),
                    Array.of(first, last)
                            .flatMap(page -> page.get("items"))
                            .map(limit -> limit.get("spending_limit_address").stringValue()));
            assertEquals(2, first.get("items").size());
            assertTrue(last.get("next_cursor").isNull());
            assertTrue(shop.served("GET", path + "?limit=3", "").get("next_cursor").isNull());
            shop.refused(400, "bad_cursor", "GET", path + "?cursor=1", "", "cursor");
        }

        @Test
        void thatStayAsTheyAreAreNotRenewed() {
            ObjectNode made = shop.served("POST", path, body("1000", "WEEKLY", ""));
            shop.lands(account, made);
            String limit = path + "/" + made.get("spending_limit_address").stringValue();

            shop.refused(422, "nothing_to_change", "PATCH", limit, "{}");
            shop.refused(422, "nothing_to_change", "PATCH", limit, quoted("{'amount':'1000','period':'WEEKLY'}"));
        }

        @Test
        void ofAnAccountThatIsNotThereAreNotThereBeforeAnythingElseIsWrong() {
            String elsewhere = ACCOUNTS + "/" + shop.carol.address();

            shop.refused(404, "unknown_account", "GET", elsewhere + "/spending-limits/abc", "");
            shop.refused(404, "unknown_account", "GET", elsewhere + "/spending-limits?colour=1", "");
            shop.refused(404, "unknown_account", "PATCH", elsewhere + "/spending-limits/abc", "{}");
            shop.refused(404, "unknown_account", "GET", elsewhere + "/transactions/abc", "");
            shop.refused(404, "unknown_account", "POST", elsewhere + "/transactions/abc/approve", "{}");
            shop.refused(400, "bad_address", "GET", path + "/abc", "");
        }

        private String use(String amount) {
            return quoted("{'amount':'%s','destination':'%s','signer':'%s'}")
                    .formatted(amount, shop.carol.address(), shop.alice.address());
        }

        private String body(String amount, String period, String more) {
            return quoted("{'amount':'%s','token_address':'11111111111111111111111111111111','period':'%s',"
                            + "'spending_limit_signers':['%s'],'destinations':[]%s}")
                    .formatted(amount, period, shop.alice.address(), more.replace('\'', '"'));
        }
    }
}
