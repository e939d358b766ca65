package dev.mandate.adapters.http.api;

import static dev.mandate.adapters.http.api.HttpFixture.quoted;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.domain.chain.AccountMeta;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.solana.programs.LookupTableProgram;
import dev.mandate.simulator.keys.TestKey;
import io.vavr.collection.Array;
import java.math.BigInteger;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Answers with several transactions, which are signed and submitted one after another. */
class SeveralTransactionsCallsTest {

    private static final long SOL = 1_000_000_000;
    private static final String PREPARE = "/api/v0/smart_account/transaction/prepare";

    private final HttpFixture fixture = new HttpFixture();
    private final String account = fixture.account(fixture.acme);
    private final String path = "/api/v1/smart-accounts/" + account;

    @Test
    void severalTransactionsAreRefusedUnlessAskedFor() {
        ObjectNode refused = fixture.refusal(
                422, "several_transactions_needed", "POST", PREPARE, prepare(large(1_000), fixture.alice));
        ObjectNode built = prepared(large(1_000));
        assertTrue(refused.get("message").stringValue().startsWith("It takes 5 transactions"), refused::toString);
        assertEquals("several=true", refused.get("remedy").get("any_of").get(0).get("query").stringValue());
        JsonNode verdict = fixture.served("POST", PREPARE + "?dry_run=true", prepare(large(1_000), fixture.alice)).get("verdict");
        assertEquals("refused", verdict.get("outcome").stringValue());
        assertEquals("5", verdict.get("facts").get("transactions").stringValue());
        assertEquals(built.get("fee").get("rent").get("amount").stringValue(), verdict.get("facts").get("rent").stringValue());
        assertFalse(fixture.served(
                        "POST",
                        PREPARE,
                        prepare(large(1_000), fixture.alice).replaceFirst("\\{", "{\"transaction_version\":1,"))
                .has("transactions"));
    }

    @Test
    void aLargeTransactionIsAnsweredInStepsOfWhichTheFirstStandsWhereTheOnlyOneWould() {
        ObjectNode built = prepared(large(1_000));

        assertEquals(
                Array.of("buffer_create", "buffer_extend", "propose", "approve", "execute"), steps(built));
        ObjectNode first = (ObjectNode) built.get("transactions").get(0);
        for (String field : Array.of("transaction", "required_signers", "kms_payloads")) {
            assertEquals(first.get(field), built.get(field), field);
        }
        assertEquals("awaiting_next_transaction", built.get("phase").stringValue());
        assertEquals(sum(built, "total"), built.get("fee").get("total").stringValue());
        assertEquals(
                Array.ofAll(built.get("transactions")).map(step -> step.get("fee").get("rent").get("accounts").size()).sum().intValue(),
                built.get("fee").get("rent").get("accounts").size());
        assertTrue(built.get("simulation").get("ok").booleanValue(), () -> built.get("simulation").toString());
        assertEquals(
                "transaction_buffer",
                first.get("fee").get("rent").get("accounts").get(0).get("kind").stringValue());
    }

    @Test
    void eachStepIsSubmittedAfterTheOneBefore() {
        ObjectNode built = prepared(large(1_000));

        land(built);

        assertEquals("executed", fixture.served("GET", path + "/transactions/1", "").get("status").stringValue());
    }

    @Test
    void theTableThatAnExecutionTakesIsSubmittedToo() {
        fixture.fund(account, SOL);
        long before = fixture.lamports(fixture.carol.address());

        ObjectNode built = prepared(wide(28));
        land(built);

        assertTrue(steps(built).contains("lookup_table_create"), () -> steps(built).toString());
        assertEquals(before + 1_000, fixture.lamports(fixture.carol.address()));
    }

    @Test
    void aPlanOfOneTransactionHasNoTransactionsField() {
        assertFalse(prepared(large(10)).has("transactions"));
    }

    @Test
    void aDryRunReportsTransactionCountAndSigners() {
        ObjectNode verdict = (ObjectNode) fixture.served("POST", path + "/transactions?dry_run=true&several=true", proposal(large(1_000)))
                .get("verdict");

        assertEquals("allowed", verdict.get("outcome").stringValue());
        assertEquals("3", verdict.get("facts").get("transactions").stringValue());
        assertEquals(1, verdict.get("facts").get("required_signers").size());
    }

    @Test
    void theSdksPathsRefusePlansOfSeveralTransactions() {
        fixture.refused(
                422,
                "several_transactions_needed",
                "POST",
                "/api/grid/v1/accounts/" + account + "/transactions",
                quoted("{'transaction':'%s','account_signers':['%s','%s']}")
                        .formatted(large(1_000), fixture.alice.address(), fixture.bob.address()));
    }

    @Test
    void tooManyAccountsForAnyTableAreRefusedAtPrepare() {
        Instruction transfer = HttpFixture.transfer(account, fixture.carol.address(), 1_000);
        String manySigners = fixture.draft(
                account,
                new Instruction(
                        transfer.program(),
                        Array.ofAll(transfer.accounts()).appendAll(bystanders(10).map(AccountMeta::signer)),
                        transfer.data()));

        ObjectNode reported = fixture.refusal(
                422,
                "too_many_accounts",
                "POST",
                PREPARE,
                prepare(manySigners, fixture.carol));

        assertTrue(reported.get("message").stringValue().contains("accounts"), reported::toString);
    }

    @Test
    void aTableOperationForAnotherPartyIsForeign() {
        Address alice = fixture.alice.address();
        long slot = fixture.chain.latestBlockhash().get().slot();
        Address table = LookupTableProgram.addressOf(alice, slot).address();

        foreign(LookupTableProgram.create(fixture.bob.address(), alice, slot));
        foreign(LookupTableProgram.close(table, alice, fixture.bob.address()));
        foreign(LookupTableProgram.freeze(table, alice));
    }

    @Test
    void thePayerHasTheRentOfTheTableBackOnceItIsRetiredForLong() {
        fixture.fund(account, SOL);
        ObjectNode built = prepared(wide(28));
        land(built);
        Address table = Address.parse(Array.ofAll(built.get("transactions"))
                        .find(step -> step.get("step").stringValue().equals("lookup_table_create"))
                        .get()
                        .get("fee").get("rent").get("accounts").get(0).get("address").stringValue())
                .get();
        fixture.chain.advance(300);
        long before = fixture.lamports(fixture.alice.address());

        fixture.lands(
                account, drafted(fixture.alice, LookupTableProgram.close(table, fixture.alice.address(), fixture.alice.address())));

        assertTrue(fixture.lamports(fixture.alice.address()) > before);
        assertEquals(0, fixture.lamports(table));
    }

    private void foreign(Instruction instruction) {
        String transaction = fixture.signedBy(fixture.alice, drafted(fixture.alice, instruction));
        fixture.refused(
                422, "foreign_instruction", "POST", path + "/submit", quoted("{'transaction':'%s'}").formatted(transaction));
    }

    private ObjectNode drafted(TestKey payer, Instruction instruction) {
        return JsonNodeFactory.instance
                .objectNode()
                .put("transaction", fixture.draft(payer.address().toString(), instruction));
    }

    private ObjectNode prepared(String transaction) {
        return fixture.served("POST", PREPARE + "?several=true", prepare(transaction, fixture.alice));
    }

    private String prepare(String transaction, TestKey payer) {
        return quoted("{'smart_account_address':'%s','transaction':'%s','transaction_signers':['%s','%s'],'fee_config':{'currency':'sol','payer_address':'%s'}}")
                .formatted(account, transaction, fixture.alice.address(), fixture.bob.address(), payer.address());
    }

    private String proposal(String transaction) {
        return quoted("{'transaction':'%s','transaction_signers':['%s']}").formatted(transaction, fixture.alice.address());
    }

    private String large(int bytes) {
        return fixture.draft(account, HttpFixture.memo(account, bytes));
    }

    /** Returns a transfer that names {@code extra} more accounts. */
    private String wide(int extra) {
        Instruction transfer = HttpFixture.transfer(account, fixture.carol.address(), 1_000);
        return fixture.draft(
                account,
                new Instruction(
                        transfer.program(),
                        Array.ofAll(transfer.accounts()).appendAll(bystanders(extra).map(AccountMeta::readonly)),
                        transfer.data()));
    }

    private static Array<Address> bystanders(int number) {
        return Array.rangeClosed(1, number).map(i -> TestKey.of("bystander " + i).address());
    }

    private void land(ObjectNode built) {
        built.get("transactions").forEach(step -> fixture.lands(account, (ObjectNode) step));
    }

    private static String sum(ObjectNode built, String of) {
        return Array.ofAll(built.get("transactions"))
                .map(step -> new BigInteger(step.get("fee").get(of).stringValue()))
                .reduce(BigInteger::add)
                .toString();
    }

    private static Array<String> steps(ObjectNode built) {
        return Array.ofAll(built.get("transactions")).map(step -> step.get("step").stringValue());
    }
}
