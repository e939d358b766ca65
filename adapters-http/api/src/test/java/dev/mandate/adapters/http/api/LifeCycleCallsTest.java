package dev.mandate.adapters.http.api;

import static dev.mandate.adapters.http.api.HttpFixture.quoted;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.SettingsAddress;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.ports.spi.chain.AccountData;
import dev.mandate.ports.spi.program.AccountRef;
import dev.mandate.solana.squadsv4.program.SquadsV4Program;
import dev.mandate.simulator.keys.TestKey;
import io.vavr.collection.Array;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.node.ObjectNode;

/** The life of a transaction whose people sign separately: each step is a builder, and the state can be read. */
class LifeCycleCallsTest {

    private static final long SOL = 1_000_000_000;

    private final HttpFixture fixture = new HttpFixture();
    private final String account = fixture.account(fixture.acme);
    private final String path = "/api/v1/smart-accounts/" + account;
    private final String transactions = path + "/transactions";

    @Test
    void proposedApprovedExecutedAndClosed() {
        fixture.lands(account, fixture.served("PATCH", path, quoted("{'rent_collector':'%s'}").formatted(fixture.carol.address())));
        fixture.fund(account, SOL);
        long before = fixture.lamports(fixture.carol.address());
        ObjectNode proposed = fixture.served(
                "POST",
                transactions,
                quoted("{'transaction':'%s','transaction_signers':['%s']}")
                        .formatted(fixture.draft(account, HttpFixture.transfer(account, fixture.carol.address(), SOL / 4)), fixture.alice.address()));
        assertEquals("awaiting_votes", proposed.get("phase").stringValue());
        fixture.lands(account, proposed);
        String one = transactions + "/" + proposed.get("transaction_index").longValue();

        assertEquals("proposed", read(one).get("status").stringValue());
        assertEquals(0, read(one).get("approvals").size());
        fixture.lands(account, fixture.served("POST", one + "/approve", signedBy(fixture.alice)));
        assertEquals(quoted("['%s']").formatted(fixture.alice.address()), read(one).get("approvals").toString());
        fixture.refused(409, "already_voted", "POST", one + "/approve", signedBy(fixture.alice));
        fixture.refused(409, "transaction_state", "POST", one + "/execute", signedBy(fixture.alice));
        fixture.lands(account, fixture.served("POST", one + "/approve", signedBy(fixture.bob)));
        assertEquals("approved", read(one).get("status").stringValue());
        fixture.lands(account, fixture.served("POST", one + "/execute", signedBy(fixture.bob)));

        assertEquals("executed", read(one).get("status").stringValue());
        assertEquals(before + SOL / 4, fixture.lamports(fixture.carol.address()));
        fixture.lands(account, fixture.served("POST", one + "/close", signedBy(fixture.alice)));
        fixture.refused(404, "unknown_transaction", "GET", one, "");
    }

    @Test
    void defaultVotersExcludeSignersThatHaveVoted() {
        String one = proposedSettings("{'time_lock':60}");
        fixture.lands(account, fixture.served("POST", one + "/approve", signedBy(fixture.alice)));

        ObjectNode left = fixture.served("POST", one + "/approve", "");

        assertEquals(
                quoted("['%s']").formatted(fixture.bob.address()), left.get("required_signers").toString());
        fixture.lands(account, left);
        fixture.refused(409, "transaction_state", "POST", one + "/approve", "");
    }

    @ParameterizedTest
    @ValueSource(strings = {"approve", "reject", "cancel"})
    void anExecutedTransactionTakesNoVotes(String vote) {
        String one = proposedSettings("{'time_lock':60}");
        fixture.lands(account, fixture.served("POST", one + "/approve", ""));
        fixture.lands(account, fixture.served("POST", one + "/execute", ""));

        fixture.refused(409, "transaction_state", "POST", one + "/" + vote, "");
        fixture.refused(409, "transaction_state", "POST", one + "/" + vote, signedBy(fixture.alice));
    }

    @Test
    void rejectedOnceTooManyAreAgainst() {
        String one = proposedSettings("{'threshold':1}");

        fixture.lands(account, fixture.served("POST", one + "/reject", signedBy(fixture.alice)));

        assertEquals("rejected", read(one).get("status").stringValue());
        fixture.refused(409, "transaction_state", "POST", one + "/approve", signedBy(fixture.bob));
    }

    @Test
    void cancelledDuringItsDelay() {
        fixture.lands(account, fixture.served("PATCH", path, quoted("{'time_lock':3600}")));
        ObjectNode approved = fixture.served("PATCH", path, quoted("{'threshold':1}"));
        assertEquals("awaiting_time_lock", approved.get("phase").stringValue());
        fixture.lands(account, approved);
        String one = transactions + "/" + approved.get("transaction_index").longValue();
        assertEquals(approved.get("executable_at").stringValue(), read(one).get("executable_at").stringValue());
        fixture.refused(409, "time_locked", "POST", one + "/execute", signedBy(fixture.alice));

        fixture.lands(account, fixture.served("POST", one + "/cancel", bothSign()));

        assertEquals("cancelled", read(one).get("status").stringValue());
    }

    @Test
    void executedOnceItsDelayIsOver() {
        fixture.lands(account, fixture.served("PATCH", path, quoted("{'time_lock':3600}")));
        ObjectNode approved = fixture.served("PATCH", path, quoted("{'threshold':1}"));
        fixture.lands(account, approved);
        fixture.chain.advance(3_600);

        fixture.lands(
                account,
                fixture.served("POST", transactions + "/" + approved.get("transaction_index").longValue() + "/execute", signedBy(fixture.bob)));

        assertEquals(1, read(path).get("threshold").intValue());
    }

    @Test
    void staleOnceOtherSettingsCameFirst() {
        String first = proposedSettings("{'time_lock':9}");

        fixture.lands(account, fixture.served("PATCH", path, quoted("{'time_lock':5}")));

        assertTrue(read(first).get("stale").booleanValue());
        fixture.refused(409, "transaction_stale", "POST", first + "/approve", signedBy(fixture.alice));
    }

    @Test
    void aProposalHoldsEitherATransactionOrSettings() {
        fixture.refused(400, "missing_field", "POST", transactions, "{}", "transaction");
        fixture.refused(
                400,
                "excluded_field",
                "POST",
                transactions,
                quoted("{'transaction':'AQID','settings':{'threshold':1}}"),
                "settings");
        fixture.refused(422, "nothing_to_change", "POST", transactions, quoted("{'settings':{}}"));
        fixture.refused(422, "nothing_to_change", "POST", transactions, quoted("{'settings':{'admin_address':null}}"));
        fixture.refused(
                422,
                "admin_cannot_be_added",
                "POST",
                transactions,
                quoted("{'settings':{'time_lock':9,'admin_address':'%s'}}").formatted(fixture.ada.address()),
                "settings.admin_address");
    }

    @Test
    void opaqueContentIsListedAndCanBeRejected() {
        String one = proposedSettings("{'time_lock':60}");
        AccountRef ref = SquadsV4Program.PUBLIC.accountOf(
                new SettingsAddress(Address.of(read(path).get("multisig_address").stringValue())));
        Address content = SquadsV4Program.PUBLIC.transactionAddress(ref, 1);
        fixture.chain.put(
                content,
                new AccountData(
                        BaseUnits.of(SOL), SquadsV4Program.PUBLIC.programId(), Bytes.ofHex("9cc2462c1658892c00"), false));

        assertEquals(
                "opaque", read(transactions).get("items").get(0).get("content").get("kind").stringValue());
        fixture.refused(422, "content_opaque", "POST", one + "/approve", signedBy(fixture.alice));
        fixture.lands(account, fixture.served("POST", one + "/reject", signedBy(fixture.alice)));
        assertEquals("rejected", read(one).get("status").stringValue());
    }

    @Test
    void isListedNewestFirstInPagesAndByStatus() {
        Array<String> proposed = Array.rangeClosed(1, 5).map(lock -> proposedSettings("{'time_lock':" + lock + "}"));
        fixture.lands(account, fixture.served("POST", proposed.get(1) + "/reject", signedBy(fixture.alice)));

        ObjectNode first = read(transactions + "?limit=2");
        ObjectNode second = read(transactions + "?limit=2&cursor=" + first.get("next_cursor").stringValue());
        ObjectNode third = read(transactions + "?limit=2&cursor=" + second.get("next_cursor").stringValue());

        assertEquals(Array.of(5L, 4L), indexes(first));
        assertEquals(Array.of(3L, 2L), indexes(second));
        assertEquals(Array.of(1L), indexes(third));
        assertTrue(third.get("next_cursor").isNull());
        assertEquals(Array.of(2L), indexes(read(transactions + "?status=rejected")));
        fixture.refused(400, "bad_cursor", "GET", transactions + "?cursor=x", "", "cursor");
        fixture.refused(400, "bad_query", "GET", transactions + "?status=lost", "", "status");
    }

    @Test
    void showsItsContent() {
        ObjectNode settings = (ObjectNode) read(proposedSettings("{'threshold':1,'time_lock':7}")).get("content");
        assertEquals("settings", settings.get("kind").stringValue());
        assertEquals(
                quoted("[{'type':'set_threshold','threshold':1},{'type':'set_time_lock','time_lock':7}]"),
                settings.get("actions").toString());

        fixture.lands(
                account,
                fixture.served(
                        "POST",
                        transactions,
                        quoted("{'transaction':'%s'}")
                                .formatted(fixture.draft(account, HttpFixture.transfer(account, fixture.bob.address(), 5)))));
        ObjectNode transfer = (ObjectNode) read(transactions + "/2").get("content");
        assertEquals("instructions", transfer.get("kind").stringValue());
        ObjectNode instruction = (ObjectNode) transfer.get("instructions").get(0);
        assertEquals("11111111111111111111111111111111", instruction.get("program").stringValue());
        assertEquals(account, instruction.get("accounts").get(0).get("address").stringValue());
        assertTrue(instruction.get("accounts").get(0).get("signer").booleanValue());
        assertFalse(instruction.get("accounts").get(1).get("signer").booleanValue());
    }

    @Test
    void aDryRunOfAStepSaysWhyItWouldNotBe() {
        String one = proposedSettings("{'threshold':1}");

        ObjectNode early = (ObjectNode) fixture.served("POST", one + "/execute?dry_run=true", "").get("verdict");
        ObjectNode vote = (ObjectNode) fixture.served("POST", one + "/approve?dry_run=true", signedBy(fixture.bob)).get("verdict");

        assertEquals("refused", early.get("outcome").stringValue());
        assertEquals("transaction_state", early.get("code").stringValue());
        assertEquals("transaction_state", early.get("facts").get("problems").get(0).get("code").stringValue());
        assertEquals("allowed", vote.get("outcome").stringValue());
        assertEquals(0, read(one).get("approvals").size());
        fixture.refused(404, "unknown_transaction", "POST", transactions + "/99/approve?dry_run=true", "");
    }

    @Test
    void aDryRunReportsMissingVotesAndTheExecutionTime() {
        fixture.lands(account, fixture.served("PATCH", path, quoted("{'time_lock':3600}")));
        ObjectNode approved = fixture.served("PATCH", path, quoted("{'threshold':1}"));
        fixture.lands(account, approved);
        String one = transactions + "/" + approved.get("transaction_index").longValue();

        ObjectNode locked = (ObjectNode) fixture.served("POST", one + "/execute?dry_run=true", "").get("verdict");
        ObjectNode fewer =
                (ObjectNode) fixture.served("PATCH", path + "?dry_run=true", quoted("{'time_lock':1,'transaction_signers':['%s']}").formatted(fixture.alice.address()))
                        .get("verdict");

        assertEquals("needs_more", locked.get("outcome").stringValue());
        assertEquals("time_locked", locked.get("facts").get("problems").get(0).get("code").stringValue());
        assertEquals(
                approved.get("executable_at").stringValue(),
                locked.get("facts").get("executable_at").stringValue());
        assertEquals("wait_until", locked.get("remedy").get("kind").stringValue(), locked::toString);
        assertEquals(approved.get("executable_at").stringValue(), locked.get("remedy").get("time").stringValue());
        assertEquals("needs_more", fewer.get("outcome").stringValue());
        assertEquals("Name 1 more with CAN_VOTE.", fewer.get("remedy").get("message").stringValue());
    }

    @Test
    void joinsAnAccountThatOthersMade() {
        ObjectNode made = fixture.served("GET", path, "");
        String multisig = made.get("multisig_address").stringValue();
        String body = quoted("{'multisig_address':'" + multisig + "'}");

        ObjectNode joined = HttpFixture.json(fixture.ask(fixture.rival, "POST", "/api/v1/smart-accounts/import", body));

        // Two tenants may import one account; neither sees what the other does with it here.
        assertEquals(account, joined.get("smart_account_address").stringValue());
        fixture.refused(
                404,
                "not_on_chain",
                "POST",
                "/api/v1/smart-accounts/import",
                quoted("{'multisig_address':'SysvarRecentB1ockHashes11111111111111111112'}"),
                "multisig_address");
        fixture.refused(
                422,
                "account_unreadable",
                "POST",
                "/api/v1/smart-accounts/import",
                quoted("{'multisig_address':'" + SquadsV4Program.PUBLIC.creationTermsAddress() + "'}"),
                "multisig_address");
    }

    @Test
    void joinsAnAccountByItsOwnAddress() {
        String path = "/api/v1/smart-accounts/import";
        String named = quoted("{'smart_account_address':'%s'}".formatted(account));

        assertEquals(
                account,
                HttpFixture.json(fixture.ask(fixture.rival, "POST", path, named)).get("smart_account_address").stringValue());
        fixture.refused(
                422,
                "settings_unknown",
                "POST",
                path,
                quoted("{'smart_account_address':'%s'}".formatted(TestKey.of("nobody").address())),
                "multisig_address");
        fixture.refused(
                400,
                "excluded_field",
                "POST",
                path,
                quoted("{'smart_account_address':'%s','multisig_address':'%s'}".formatted(account, account)),
                "smart_account_address");
    }

    private String proposedSettings(String settings) {
        ObjectNode proposed = fixture.served("POST", transactions, quoted("{'settings':" + settings + "}"));
        fixture.lands(account, proposed);
        return transactions + "/" + proposed.get("transaction_index").longValue();
    }

    private ObjectNode read(String path) {
        return fixture.served("GET", path, "");
    }

    private static Array<Long> indexes(ObjectNode page) {
        return Array.ofAll(page.get("items")).map(item -> item.get("transaction_index").longValue());
    }

    private static String signedBy(TestKey signer) {
        return quoted("{'transaction_signers':['%s']}".formatted(signer.address()));
    }

    private String bothSign() {
        return quoted("{'transaction_signers':['%s','%s']}".formatted(fixture.alice.address(), fixture.bob.address()));
    }
}
