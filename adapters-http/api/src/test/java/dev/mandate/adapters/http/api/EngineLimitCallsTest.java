package dev.mandate.adapters.http.api;

import static dev.mandate.adapters.http.api.HttpFixture.quoted;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.adapters.http.json.Json;
import dev.mandate.client.IntentBody;
import dev.mandate.domain.account.SettingsAction;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Network;
import dev.mandate.domain.chain.SettingsAddress;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.spending.LimitTerms;
import dev.mandate.domain.spending.Period;
import dev.mandate.domain.transaction.TransactionContent;
import dev.mandate.engine.CustodyEngine;
import dev.mandate.ports.api.custody.Authority;
import dev.mandate.ports.api.custody.BuildOptions;
import dev.mandate.ports.api.custody.BuildRequest;
import dev.mandate.ports.spi.chain.SendOutcome;
import dev.mandate.ports.spi.program.AccountRef;
import dev.mandate.ports.spi.program.LifeCycleInstruction;
import dev.mandate.simulator.journal.InMemoryJournal;
import dev.mandate.simulator.keys.TestKey;
import dev.mandate.solana.Solana;
import dev.mandate.solana.format.SolanaFormat;
import dev.mandate.solana.squadsv4.program.SquadsV4Program;
import io.vavr.collection.Array;
import java.time.Instant;
import java.util.Base64;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.node.ObjectNode;

/** Calls to limits that the engine keeps. */
class EngineLimitCallsTest {

    private static final String ACCOUNTS = "/api/v1/smart-accounts";

    private final HttpFixture fixture = new HttpFixture();
    private final String account = fixture.account(fixture.acme);
    private final String path = ACCOUNTS + "/" + account + "/spending-limits";

    EngineLimitCallsTest() {
        fixture.fund(account, 10_000_000_000L);
    }

    private String body(String period, String more) {
        return quoted("{'amount':'5000000','token_address':'11111111111111111111111111111111','period':'%s','spending_limit_signers':['%s']%s}")
                .formatted(period, fixture.alice.address(), more.replace('\'', '"'));
    }

    private String granted(String period, String more) {
        ObjectNode made = fixture.served("POST", path, body(period, more));
        fixture.lands(account, made);
        return path + "/" + made.get("spending_limit_address").stringValue();
    }

    private String fields(String amount) {
        return quoted("'amount':'%s','destination':'%s','signer':'%s'").formatted(amount, fixture.carol.address(), fixture.alice.address());
    }

    private IntentBody intent(String limit, String amount) {
        return IntentBody.of("spending_limit_use", "mainnet", account, Instant.ofEpochSecond(fixture.now.seconds() + 3_600))
                .with("limit", limit.substring(path.length() + 1))
                .with("amount", amount)
                .with("destination", fixture.carol.address().toString())
                .with("signer", fixture.alice.address().toString());
    }

    private static IntentBody signed(IntentBody intent, TestKey key) {
        return intent.signedBy(key.address().toString(), key.sign(Bytes.of(intent.bytes())).bytes().toArray());
    }

    private String use(String limit, String amount) {
        return "{" + fields(amount) + ",\"intent\":" + signed(intent(limit, amount), fixture.alice).json() + "}";
    }

    @ParameterizedTest
    @CsvSource({"YEARLY, YEARLY, 70000000", "ONE_TIME, ONE_TIME, 5000000", "DAY, DAILY, 1830000000"})
    void readsShowTheEnforcerAndTheWorstCaseOnChain(String asked, String reported, String worst) {
        long end = fixture.now.seconds() + 40_000_000;
        ObjectNode limit = fixture.served("GET", granted(asked, ",'expiration':" + end), "");

        assertEquals(reported, limit.get("period").stringValue());
        assertEquals("ENGINE", limit.get("enforced_by").stringValue());
        assertEquals(asked.equals("ONE_TIME"), limit.get("single_use").booleanValue());
        assertEquals(worst, limit.get("chain_worst_case_per_year").stringValue());
        assertEquals(end, limit.get("expiration").longValue());
        assertEquals(fixture.alice.address().toString(), limit.get("spending_limit_signers").get(0).stringValue());
        assertEquals("5000000", limit.get("remaining_amount").stringValue());
        assertEquals(limit, fixture.served("GET", ACCOUNTS + "/" + account, "").get("policies").get("spending_limits").get(0));
    }

    @Test
    void theTransactionBuilderTakesAnEndToo() {
        long end = fixture.now.seconds() + 10_000;
        ObjectNode built = fixture.served("POST", "/api/v0/smart_account/transaction/spending_limit/create", quoted(
                        "{'smart_account_address':'%s','amount':'5000000','token_address':'11111111111111111111111111111111','period':'DAY',"
                                + "'spending_limit_signers':['%s'],'expiration':%d,'fee_config':{'currency':'sol'},'transaction_signers':['%s','%s']}")
                .formatted(account, fixture.alice.address(), end, fixture.alice.address(), fixture.bob.address()));
        fixture.lands(account, built);

        ObjectNode limit = fixture.served("GET", path + "/" + built.get("spending_limit_address").stringValue(), "");
        assertEquals("ENGINE", limit.get("enforced_by").stringValue());
        assertEquals(end, limit.get("expiration").longValue());
    }

    @Test
    void plainLimitsStayTheChains() {
        ObjectNode limit = fixture.served("GET", granted("DAILY", ""), "");

        assertEquals("CHAIN", limit.get("enforced_by").stringValue());
        assertFalse(limit.get("single_use").booleanValue());
        assertEquals("1830000000", limit.get("chain_worst_case_per_year").stringValue());
        assertTrue(limit.get("over").isNull());
        fixture.refused(422, "intent_not_taken", "POST", path + limitOf(limit) + "/use", use(path + limitOf(limit), "1000000"), "intent");
    }

    private static String limitOf(ObjectNode limit) {
        return "/" + limit.get("spending_limit_address").stringValue();
    }

    @Test
    void aUseIsReservedBySignedIntentAndSpentBySubmit() {
        String limit = granted("YEARLY", "");

        fixture.refused(422, "intent_required", "POST", limit + "/use", "{" + fields("2000000") + "}", "intent");
        assertEquals(
                "allowed",
                fixture.served("POST", limit + "/use?dry_run=true", "{" + fields("2000000") + "}").get("verdict").get("outcome").stringValue());
        ObjectNode reserved = fixture.served("POST", limit + "/use", use(limit, "2000000"));

        assertEquals(1, reserved.get("required_signers").size());
        assertEquals(fixture.alice.address().toString(), reserved.get("required_signers").get(0).stringValue());
        assertEquals("3000000", fixture.served("GET", limit, "").get("remaining_amount").stringValue());
        fixture.refused(422, "limit_exceeded", "POST", limit + "/use", use(limit, "3000001"), "amount");
        fixture.lands(account, reserved);
        fixture.settle();
        assertEquals("3000000", fixture.served("GET", limit, "").get("remaining_amount").stringValue());
    }

    @Test
    void aUseIsRefusedWithoutItsSignersIntent() {
        String limit = granted("YEARLY", "");

        fixture.refused(
                422,
                "intent_mismatch",
                "POST",
                limit + "/use",
                "{" + fields("2") + ",\"intent\":" + signed(intent(limit, "1"), fixture.alice).json() + "}",
                "intent.content.amount");
        fixture.refused(
                422,
                "intent_not_authorized",
                "POST",
                limit + "/use",
                "{" + fields("1") + ",\"intent\":" + signed(intent(limit, "1"), fixture.bob).json() + "}",
                "intent.signatures");
    }

    @Test
    void aSingleUseIsOverAfterIt() {
        String limit = granted("ONE_TIME", "");
        ObjectNode first = fixture.served("POST", limit + "/use", use(limit, "1000000"));
        fixture.refused(409, "limit_use_open", "POST", limit + "/use", use(limit, "1000000"));
        fixture.lands(account, first);

        fixture.refused(410, "limit_over", "POST", limit + "/use", use(limit, "1000000"));
        fixture.settle();
        ObjectNode read = fixture.served("GET", limit, "");
        assertEquals("used", read.get("over").stringValue());
        assertEquals("0", read.get("remaining_amount").stringValue());
        fixture.lands(account, fixture.served("DELETE", limit, ""));
    }

    @Test
    void noUseIsReservedWhileTheClocksDisagreeAndReadinessShowsIt() {
        String limit = granted("YEARLY", "");
        fixture.now = fixture.now.plusSeconds(301);

        ObjectNode refused = fixture.refusal(503, "clocks_disagree", "POST", limit + "/use", use(limit, "1000000"));
        String message = refused.get("message").stringValue();
        assertTrue(message.contains(fixture.now.toString()) && message.contains(fixture.now.plusSeconds(-301).toString()), message);
        assertEquals("5000000", fixture.served("GET", limit, "").get("remaining_amount").stringValue());
        ObjectNode ready = fixture.served("GET", "/health/ready", "");
        assertEquals("ready", ready.get("status").stringValue());
        assertEquals("clocks_disagree", ready.get("chains").get("mainnet").stringValue());

    }

    @Test
    void aLimitIsReplacedByOneOfTheOtherKind() {
        String daily = granted("DAILY", "");
        ObjectNode yearly = fixture.served("PATCH", daily, quoted("{'period':'YEARLY'}"));
        fixture.lands(account, yearly);
        String limit = path + limitOf(yearly);
        assertEquals("ENGINE", fixture.served("GET", limit, "").get("enforced_by").stringValue());
        fixture.refused(422, "nothing_to_change", "PATCH", limit, quoted("{'period':'YEARLY'}"));

        ObjectNode weekly = fixture.served("PATCH", limit, quoted("{'period':'WEEKLY'}"));
        fixture.lands(account, weekly);
        assertEquals("CHAIN", fixture.served("GET", path + limitOf(weekly), "").get("enforced_by").stringValue());
        fixture.refused(410, "limit_replaced", "POST", limit + "/use", use(limit, "1"));
    }

    @Test
    void buildersOfTheFirstVersionKnowNoYears() {
        String create = "/api/v0/smart_account/transaction/spending_limit/create";
        String builder = quoted("{'smart_account_address':'%s','fee_config':{'currency':'sol'},'transaction_signers':['%s'],%s")
                .formatted(account, fixture.alice.address(), body("YEARLY", "").substring(1));

        fixture.refused(422, "not_an_option", "POST", create, builder, "period");
    }

    @Test
    void anExpirationInThePastIsRefused() {
        fixture.refused(422, "expiration_past", "POST", path, body("DAILY", ",'expiration':1700000000"), "expiration");
    }

    /** Another client makes the limit at the address that was built here, for Carol and with another period. */
    private ObjectNode another(ObjectNode built) {
        SquadsV4Program program = SquadsV4Program.PUBLIC;
        SolanaFormat format = new SolanaFormat();
        LimitTerms terms = format.resolve(format.parse(HttpFixture.transaction(built)).get(), Array.empty())
                .get()
                .instructions()
                .flatMap(program::lifeCycle)
                .flatMap(LifeCycleInstruction::recording)
                .flatMap(create -> ((TransactionContent.SettingsChange) create.content()).actions())
                .map(action -> ((SettingsAction.AddSpendingLimit) action).terms())
                .head();
        CustodyEngine elsewhere = CustodyEngine.builder()
                .network(Network.MAINNET)
                .chain(fixture.chain)
                .formats(Solana.SQUADS_V4)
                .journal(new InMemoryJournal())
                .build();
        AccountRef ref = elsewhere.register(new SettingsAddress(Address.parse(fixture.served("GET", ACCOUNTS + "/" + account, "")
                        .get("multisig_address")
                        .stringValue()).get()))
                .get();
        return Json.object()
                .put(
                        "transaction",
                        HttpFixture.base64(elsewhere.build(new BuildRequest.AddLimit(
                                        ref.address(),
                                        terms.withSigners(Array.of(fixture.carol.address())).withPeriod(Period.DAY),
                                        new Authority.Vote(Array.of(fixture.alice.address(), fixture.bob.address())),
                                        BuildOptions.DEFAULT))
                                .get()
                                .single()
                                .unsigned()
                                .transaction()));
    }

    @Test
    void anotherLimitAtARecordedAddressIsRefusedAndShownAsTheChainsOwn() {
        ObjectNode built = fixture.served("POST", path, body("YEARLY", ""));
        String limit = path + limitOf(built);
        String another = fixture.signed(another(built));

        fixture.refused(409, "limit_differs", "POST", ACCOUNTS + "/" + account + "/submit", "{\"transaction\":\"" + another + "\"}", "transaction");
        assertInstanceOf(
                SendOutcome.Accepted.class, fixture.chain.send(Bytes.of(Base64.getDecoder().decode(another))).get());

        ObjectNode read = fixture.served("GET", limit, "");
        assertEquals("CHAIN", read.get("enforced_by").stringValue());
        assertEquals("DAILY", read.get("period").stringValue());
        assertEquals(fixture.carol.address().toString(), read.get("spending_limit_signers").get(0).stringValue());
        assertEquals("limit_differs", read.get("warnings").get(0).get("code").stringValue());
        assertEquals(read, fixture.served("GET", path, "").get("items").get(0));
        assertEquals(read, fixture.served("GET", ACCOUNTS + "/" + account, "").get("policies").get("spending_limits").get(0));
        fixture.refused(409, "limit_differs", "POST", limit + "/use", use(limit, "1"));
        fixture.lands(account, fixture.served("PATCH", limit, quoted("{'amount':'7'}")));
        assertEquals("DAILY", fixture.served("GET", path, "").get("items").get(0).get("period").stringValue(), "the chain's terms are kept");
    }
}
