package dev.mandate.adapters.http.api;

import static dev.mandate.adapters.http.api.HttpFixture.quoted;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

/** Explanations: of a transaction that is given, of one on the chain, and of what is built and read. */
class ExplainCallsTest {

    private static final long SOL = 1_000_000_000;
    private static final String EXPLAIN = "/api/v1/explain";

    private final HttpFixture fixture = new HttpFixture();
    private final String account = fixture.account(fixture.acme);
    private final String transactions = "/api/v1/smart-accounts/" + account + "/transactions";

    private ObjectNode proposed() {
        fixture.fund(account, SOL);
        return fixture.served(
                "POST",
                transactions + "?explain=true",
                quoted("{'transaction':'%s','transaction_signers':['%s']}")
                        .formatted(fixture.draft(account, HttpFixture.transfer(account, fixture.carol.address(), SOL / 4)), fixture.alice.address()));
    }

    private ObjectNode explained(ObjectNode built) {
        return fixture.served("POST", EXPLAIN, quoted("{'transaction':'%s'}").formatted(built.get("transaction").stringValue()));
    }

    @Test
    void aBuilderAndAnExplanationTellTheSameIntent() {
        ObjectNode built = proposed();

        assertEquals(
                explained(built).get("hashes").get("intent").stringValue(), built.get("content").get("hashes").get("intent").stringValue());
    }

    @Test
    void aSubmissionMeansWhatItsBuilderShowed() {
        ObjectNode built = proposed();
        String id = fixture.submitted(account, fixture.signed(built)).get("submission_id").stringValue();

        ObjectNode submission = fixture.served("GET", "/api/v1/submissions/" + id + "?explain=true", "");

        assertEquals(built.get("content").get("hashes").get("intent"), submission.get("content").get("hashes").get("intent"));
        assertTrue(fixture.served("GET", "/api/v1/submissions/" + id, "").path("content").isMissingNode());
    }

    @Test
    void anApprovalIsBuiltWithItsContent() {
        fixture.lands(account, proposed());

        ObjectNode approval = fixture.served(
                "POST", transactions + "/1/approve?explain=true", quoted("{'transaction_signers':['%s']}").formatted(fixture.alice.address()));

        assertTrue(approval.get("content").get("summary").get(0).stringValue().contains(account + " sends 0.25 SOL to " + fixture.carol.address()));
        assertEquals(
                explained(approval).get("hashes").get("intent").stringValue(),
                approval.get("content").get("hashes").get("intent").stringValue());
    }

    @Test
    void aTransactionOnTheChainIsReadAndExplainedInTheSameWords() {
        fixture.lands(account, proposed());

        ObjectNode stored = fixture.served(
                "POST", EXPLAIN, quoted("{'smart_account_address':'%s','transaction_index':1}").formatted(account));
        ObjectNode read = fixture.served("GET", transactions + "/1", "");

        assertEquals(stored.get("summary"), read.get("content").get("summary"));
        assertEquals(stored.get("instructions"), read.get("content").get("instructions"));
        assertEquals("0.25", read.get("content").get("instructions").get(0).get("fields").get("lamports").get("amount_decimal").stringValue());
        assertEquals(fixture.alice.address().toString(), read.get("proposer").stringValue());
        assertEquals("here", read.get("origin").stringValue());
        assertTrue(read.get("submission_id").stringValue().startsWith("sub_"));
    }

    @Test
    void namesStandBesideAddresses() {
        ObjectNode built = proposed();

        ObjectNode explained = fixture.served("POST", EXPLAIN, quoted("{'transaction':'%s','names':[{'address':'%s','name':'the vault'}]}")
                .formatted(built.get("transaction").stringValue(), account));

        assertTrue(explained.get("summary").get(0).stringValue().contains(account + " (the vault) sends 0.25 SOL"), explained::toString);
        fixture.refused(422, "not_an_option", "POST", EXPLAIN, quoted("{'transaction':'AA==','names':[{'address':'%s','name':''}]}").formatted(account));
    }

    @Test
    void aListNamesTheProposerAlone() {
        fixture.lands(account, proposed());

        ObjectNode item = (ObjectNode) fixture.served("GET", transactions, "").get("items").get(0);

        assertEquals(fixture.alice.address().toString(), item.get("proposer").stringValue());
        assertTrue(item.path("origin").isMissingNode());
    }

    /** A batch of two payments that is made and approved at once, as the SDK of the program writes it. */
    private static final String BATCH = "AQACCIqI4910CfGV/VLbLTy6XXLKZwm/HZQSG/N0iAG0D29cZBp6dYPsy0GFcqghxZXB8EMYMY0IMJg8wbmPDl+Qnkuty0IuUmEWTmTW512K4BB6YN5l+OhG"
            + "bfstp0nZqQyo4Isdx/jSSGIFlfo79D+5iLmODwGl16wwYDXCZVHiIPy1A0zzs/g5wQM1+SMYGXr8JVHQriZO5f+KEhfdDfeIn3fCzqo9/Dqv3Kf2aRnrSm5J"
            + "8pT/utM7DUFtLZ9/F9sl6QaBxM5H4iNouLFVXsiHrwku/H77tmyj9S+/aNSsnLeoAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
            + "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAYGBQECAAAHCsKOjRE3uRT4AAAGBQEDAAAHEdw8SeAebE+fAQAAAAAAAAABBgcBAwIEAAAHhQFZZOASRUY2TAB4AAAA"
            + "AQEBAy4UuIDakGW+ntXy9RAlzBP8g0Yabc1QAdWLT+VLz7NWgTl3Dqh9F19Wo1Rmw0x+zMuNipG07jeiXfYPW4/Js5QAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
            + "AAAAAAAAAAAAAAECAgABDAACAAAABQAAAAAAAAAABgcBAwIFAAAHhQFZZOASRUY2TAB4AAAAAQEBAy4UuIDakGW+ntXy9RAlzBP8g0Yabc1QAdWLT+VLz7NW"
            + "gTl3Dqh9F19Wo1Rmw0x+zMuNipG07jeiXfYPW4/Js5QAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAECAgABDAACAAAABgAAAAAAAAAABgMBAAMI"
            + "CyJc+JobM2oGAwEAAwmQJaSIvNgq+AA=";

    @Test
    void aBatchIsShownWithItsTransactions() {
        ObjectNode explained = fixture.served("POST", EXPLAIN, quoted("{'transaction':'%s'}").formatted(BATCH));

        ObjectNode batch = (ObjectNode) explained.get("instructions").get(1).get("content");
        assertEquals("batch", batch.get("kind").stringValue());
        assertEquals(2, batch.get("parts").size());
        assertEquals("6", batch.get("parts").get(1).get("instructions").get(0).get("fields").get("lamports").get("amount").stringValue());
        assertTrue(explained.get("hashes").get("intent").isString(), explained::toString);
    }

    @Test
    void onlyOneOfTheTwoIsExplained() {
        fixture.refused(400, "missing_field", "POST", EXPLAIN, "{}");
        fixture.refused(
                400,
                "excluded_field",
                "POST",
                EXPLAIN,
                quoted("{'transaction':'AA==','smart_account_address':'%s','transaction_index':1}").formatted(account));
        fixture.refused(404, "unknown_transaction", "POST", EXPLAIN, quoted("{'smart_account_address':'%s','transaction_index':9}").formatted(account));
        fixture.refused(400, "bad_transaction", "POST", EXPLAIN, quoted("{'transaction':'AA=='}"));
    }
}
