package dev.mandate.adapters.http.api;

import static dev.mandate.adapters.http.api.HttpFixture.quoted;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.domain.account.SettingsAction;
import dev.mandate.domain.account.Threshold;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.chain.SettingsAddress;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.ports.spi.program.AccountRef;
import dev.mandate.ports.spi.program.Operation;
import dev.mandate.simulator.keys.TestKey;
import dev.mandate.solana.programs.ComputeBudgetInstruction.HeapFrame;
import dev.mandate.solana.programs.ComputeBudgetInstruction.LoadedAccountsDataLimit;
import dev.mandate.solana.programs.ComputeBudgetProgram;
import dev.mandate.solana.squadsv4.program.SquadsV4Program;
import dev.mandate.testsupport.vectors.ProviderVectors;
import io.vavr.Tuple;
import io.vavr.collection.Array;
import io.vavr.control.Option;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Group D: builders that return an unsigned transaction and its cost. */
class BuilderCallsTest {

    private static final String D = "/api/v0/smart_account/transaction/";
    private static final long SOL = 1_000_000_000;

    private final HttpFixture fixture = new HttpFixture();
    private final String account = fixture.account(fixture.acme);

    @Test
    void theServiceItselfSendsTheCreationAndAnswersTheAddress() {
        ObjectNode made = fixture.served(
                "POST",
                D + "create",
                quoted("{'smart_account_signers':[%s],'threshold':1,'rent_collector':'%s','config_authority':'%s','memo':'payroll'}")
                        .formatted(HttpFixture.signer(fixture.alice), fixture.bob.address(), fixture.ada.address()));

        ObjectNode read = fixture.served("GET", "/api/v1/smart-accounts/" + made.get("smart_account_address").stringValue(), "");
        assertEquals(fixture.ada.address().toString(), read.get("admin_address").stringValue());
        assertEquals(fixture.ada.address().toString(), read.get("config_authority").stringValue());
        assertEquals(fixture.bob.address().toString(), read.get("rent_collector").stringValue());
    }

    @Test
    void feeAndSignersAreRequired() {
        for (String builder : Array.of("signers/add", "signers/remove", "threshold/update", "spending_limit/create", "prepare")) {
            Array<String> fields = Array.ofAll(fixture.refusal(
                                    400, "missing_field", "POST", D + builder, quoted("{'smart_account_address':'%s'}").formatted(account))
                            .get("details"))
                    .map(detail -> detail.get("field").stringValue());

            assertTrue(fields.containsAll(Array.of("fee_config", "transaction_signers")), builder + fields);
        }
    }

    @Test
    void signersComeAndGo() {
        fixture.lands(account, fixture.served("POST", D + "signers/add", body("'smart_account_signers':[" + HttpFixture.signer(fixture.carol) + "]")));
        assertEquals(3, read().get("smart_account_signers").size());

        fixture.lands(account, fixture.served("POST", D + "signers/remove", body("'signer_address':'" + fixture.carol.address() + "'")));
        assertEquals(2, read().get("smart_account_signers").size());
        fixture.refused(422, "no_such_signer", "POST", D + "signers/remove", body("'signer_address':'" + fixture.carol.address() + "'"));
        fixture.refused(
                422, "already_a_signer", "POST", D + "signers/add", body("'smart_account_signers':[" + HttpFixture.signer(fixture.bob) + "]"));
    }

    @Test
    void allWhoAreNamedSignAndTheFewestWhereNobodyIsNamed() {
        fixture.lands(account, fixture.served("POST", D + "signers/add", body("'smart_account_signers':[" + HttpFixture.signer(fixture.carol) + "]")));
        fixture.fund(account, SOL);
        String named = quoted(",'fee_config':{'currency':'sol'},'transaction_signers':['%s','%s','%s']}")
                .formatted(fixture.carol.address(), fixture.alice.address(), fixture.bob.address());
        String limit = quoted("'amount':'7','token_address':'11111111111111111111111111111111','period':'DAILY','destinations':[],"
                + "'spending_limit_signers':['%s']").formatted(fixture.alice.address());
        String of = quoted("{'smart_account_address':'%s',").formatted(account);
        String here = "/api/v1/smart-accounts/" + account;
        for (var call : Array.of(
                Tuple.of("POST", D + "prepare", of + quoted("'transaction':'%s'")
                        .formatted(fixture.draft(account, HttpFixture.transfer(account, fixture.bob.address(), 1_000_000)))),
                Tuple.of("POST", D + "threshold/update", of + quoted("'threshold':1")),
                Tuple.of("POST", D + "spending_limit/create", of + limit.replace("DAILY", "DAY")),
                Tuple.of("PATCH", here, quoted("{'time_lock':5")),
                Tuple.of("POST", here + "/spending-limits", "{" + limit))) {
            ObjectNode built = fixture.served(call._1, call._2, call._3 + named);

            assertEquals(
                    Array.of(fixture.carol, fixture.alice, fixture.bob).map(key -> key.address().toString()),
                    Array.ofAll(built.get("required_signers")).map(JsonNode::stringValue),
                    call._2);
            assertEquals(built.get("required_signers"), built.get("transaction_signers"));
        }
        ObjectNode built = fixture.served("PATCH", here, quoted("{'time_lock':0,'threshold':1") + named);
        fixture.refused(
                422,
                "signatures_missing",
                "POST",
                here + "/submit",
                quoted("{'transaction':'%s'}").formatted(fixture.signedBy(fixture.carol, built)));
        fixture.lands(account, built);
        assertEquals(
                1,
                fixture.served("PATCH", here, quoted("{'time_lock':9}")).get("required_signers").size());
    }

    @Test
    void theThresholdChangesWithinItsBounds() {
        fixture.refused(422, "threshold_zero", "POST", D + "threshold/update", body("'threshold':0"), "threshold");
        fixture.refused(422, "threshold_exceeds_voters", "POST", D + "threshold/update", body("'threshold':3"));

        fixture.lands(account, fixture.served("POST", D + "threshold/update", body("'threshold':1")));

        assertEquals(1, read().get("threshold").intValue());
    }

    @Test
    void changingTakesThePresentThreshold() {
        fixture.refused(
                422,
                "signers_insufficient",
                "POST",
                D + "threshold/update",
                quoted("{'smart_account_address':'%s','threshold':1,'fee_config':{'currency':'sol'},'transaction_signers':['%s']}")
                        .formatted(account, fixture.alice.address()));
        fixture.refused(
                422,
                "not_a_signer",
                "POST",
                D + "threshold/update",
                quoted("{'smart_account_address':'%s','threshold':1,'fee_config':{'currency':'sol'},'transaction_signers':['%s','%s']}")
                        .formatted(account, fixture.alice.address(), fixture.carol.address()));
    }

    @Test
    void periodsAreTheBuildersOwn() {
        String limit = "'amount':'7','token_address':'11111111111111111111111111111111','spending_limit_signers':['"
                + fixture.alice.address() + "'],'destinations':[],'period':";
        for (String period : Array.of("ONE_TIME", "DAY", "WEEK", "MONTH", "DAILY")) {
            assertTrue(fixture.served("POST", D + "spending_limit/create", body(limit + "'" + period + "'"))
                    .has("spending_limit_address"));
        }
        fixture.refused(422, "not_an_option", "POST", D + "spending_limit/create", body(limit + "'YEARLY'"), "period");
    }

    @Test
    void theRequestedPayerPaysTheFeeInSol() {
        ObjectNode fee = (ObjectNode) fixture.served(
                        "POST",
                        D + "threshold/update",
                        quoted("{'smart_account_address':'%s','threshold':1,'fee_config':{'currency':'sol','payer_address':'%s'},"
                                        + "'transaction_signers':['%s','%s']}")
                                .formatted(account, fixture.carol.address(), fixture.alice.address(), fixture.bob.address()))
                .get("fee");

        assertEquals("15000", fee.get("amount").stringValue());
        assertEquals("0.000015", fee.get("amount_decimal").stringValue());
        assertEquals("sol", fee.get("currency").stringValue());
        assertEquals(quoted("{'amount':'15000','amount_decimal':'0.000015'}"), fee.get("sol_equivalent").toString());
        assertEquals(fixture.carol.address().toString(), fee.get("payer_address").stringValue());
        fixture.refused(
                422,
                "unsupported_fee_currency",
                "POST",
                D + "threshold/update",
                body("'threshold':1").replace("\"sol\"", "\"usdc\""),
                "fee_config.currency");
    }

    @Test
    void aTransferIsPreparedSignedAndDone() {
        fixture.fund(account, SOL);
        long before = fixture.lamports(fixture.carol.address());

        ObjectNode prepared = fixture.served("POST", D + "prepare", body("'transaction':'" + transfer(SOL / 2) + "'"));

        assertTrue(prepared.get("simulation").get("ok").booleanValue(), prepared::toString);
        fixture.lands(account, prepared);
        assertEquals(before + SOL / 2, fixture.lamports(fixture.carol.address()));
    }

    @Test
    void version1IsBuiltOnRequestAlone() {
        fixture.fund(account, SOL);
        String transfer = "'transaction':'" + transfer(SOL / 2) + "'";

        ObjectNode older = fixture.served("POST", D + "prepare", body(transfer + ",'transaction_version':null"));
        ObjectNode first = fixture.served("POST", D + "prepare", body(transfer + ",'transaction_version':1"));

        assertEquals(1_232, older.get("size").get("limit").intValue());
        assertEquals(4_096, first.get("size").get("limit").intValue());
        assertEquals(first.get("transaction").binaryValue().length, first.get("size").get("bytes").intValue());
        assertTrue(first.get("simulation").get("ok").booleanValue(), first::toString);
        fixture.lands(account, first);
        for (String number : Array.of("0", "2", "1.5", "18446744073709551617")) {
            fixture.refused(
                    422, "out_of_range", "POST", D + "prepare", body(transfer + ",'transaction_version':" + number), "transaction_version");
        }
        fixture.refused(400, "wrong_type", "POST", D + "prepare", body(transfer + ",'transaction_version':'1'"), "transaction_version");
    }

    @Test
    void aFailedSimulationIsReportedAndRefusedOnRequest() {
        String transfer = body("'transaction':'" + transfer(SOL) + "'");

        ObjectNode simulation =
                (ObjectNode) fixture.served("POST", D + "prepare", transfer).get("simulation");

        assertFalse(simulation.get("ok").booleanValue());
        assertEquals("result_with_negative_lamports", simulation.get("code").stringValue());
        assertEquals(1, simulation.get("number").intValue());
        fixture.refused(422, "simulation_failed", "POST", D + "prepare?require_success=true", transfer);
        assertEquals("allowed", verdict(D + "prepare?dry_run=true", transfer).get("outcome").stringValue());
        assertEquals(
                "simulation_failed",
                verdict(D + "prepare?dry_run=true&require_success=true", transfer).get("code").stringValue());
    }

    @Test
    void aTransactionIsBuiltWithoutSimulationUnlessSuccessIsRequired() {
        fixture.fund(account, SOL);
        String transfer = body("'transaction':'" + transfer(1) + "'");
        fixture.unanswered = "simulate";

        ObjectNode built = fixture.served("POST", D + "prepare", transfer);

        assertFalse(built.has("simulation"), built::toString);
        fixture.refused(503, "chain_unreachable", "POST", D + "prepare?require_success=true", transfer);
        fixture.unanswered = "";
        fixture.lands(account, built);
    }

    @Test
    void prepareRefusesBytesThatAreNoTransactionOfTheAccount() {
        fixture.refused(400, "bad_base64", "POST", D + "prepare", body("'transaction':'%%%'"), "transaction");
        fixture.refused(400, "bad_transaction", "POST", D + "prepare", body("'transaction':'AQID'"), "transaction");
    }

    @Test
    void aComputeBudgetThatIsNoneIsTheCallersFault() {
        Instruction limit = ComputeBudgetProgram.setComputeUnitLimit(200_000);
        Instruction price = ComputeBudgetProgram.setComputeUnitPrice(BaseUnits.of(1));
        Instruction unknown = new Instruction(ComputeBudgetProgram.ID, Array.empty(), Bytes.ofHex("0900000000"));
        Instruction empty = new Instruction(ComputeBudgetProgram.ID, Array.empty(), Bytes.EMPTY);

        Array<Instruction> never = Array.of(
                        new HeapFrame(1_025), new HeapFrame(31 * 1_024), new HeapFrame(257 * 1_024), new LoadedAccountsDataLimit(0))
                .map(ComputeBudgetProgram::encode)
                .append(unknown)
                .append(empty);

        for (Array<Instruction> wrong :
                never.map(Array::of).append(Array.of(price, price)).append(Array.of(limit, price, limit))) {
            fixture.refused(400, "bad_transaction", "POST", D + "prepare", beside(wrong), "transaction");
        }
        Instruction heap = ComputeBudgetProgram.encode(new HeapFrame(256 * 1_024));
        assertTrue(fixture.served("POST", D + "prepare", beside(Array.of(limit, price, heap))).has("transaction"));
    }

    /** A new signer often holds nothing. */
    @Test
    void aPayerWithoutSolIsToBeFundedOrAnotherOneNamed() {
        fixture.fund(account, SOL);
        TestKey poor = TestKey.of("poor");
        String transfer = fixture.draft(account, HttpFixture.transfer(account, fixture.carol.address(), 1_000_000));
        String paid = body("'transaction':'" + transfer + "'").replace(
                        "\"currency\":\"sol\"", "\"currency\":\"sol\",\"payer_address\":\"" + poor.address() + "\"");

        ObjectNode built = fixture.served("POST", D + "prepare", paid);
        Array<JsonNode> remedies = Array.of(
                built.at("/simulation/remedy"),
                fixture.refusal(422, "simulation_failed", "POST", D + "prepare?require_success=true", paid).get("remedy"),
                fixture.refusal(
                                422,
                                "simulation_failed",
                                "POST",
                                "/api/v1/smart-accounts/" + account + "/submit",
                                quoted("{'transaction':'%s'}").formatted(fixture.signed(built, poor)))
                        .get("remedy"));

        for (JsonNode remedy : remedies) {
            assertEquals("fund", remedy.path("kind").stringValue(), remedy::toString);
            assertEquals(poor.address().toString(), remedy.get("address").stringValue());
            assertEquals("payer_address", remedy.get("wanted").stringValue());
            assertTrue(remedy.get("message").stringValue().contains("payer_address"));
        }
    }

    /** A wallet states its limit for the transfer alone, and the account's own instructions need more. */
    @Test
    void transactionsThatWalletsBuildSucceedAtTheirPriorityFee() {
        fixture.fund(account, SOL);
        for (String path : Array.of(D + "prepare", "/api/v1/smart-accounts/" + account + "/transactions")) {
            Array<String> fees = Array.empty();
            for (var vector : ProviderVectors.cases("24_wallet_transactions.json")) {
                byte[] transaction = ProviderVectors.base64(vector, "transaction").toArray();
                // Behind an empty signature, the version, the header and the number of keys.
                System.arraycopy(Address.of(account).toArray(), 0, transaction, 1 + 64 + 5, 32);
                String sent = "'transaction':'" + HttpFixture.base64(Bytes.of(transaction)) + "'";

                ObjectNode built = fixture.served(
                        "POST", path + "?require_success=true", path.endsWith("prepare") ? body(sent) : quoted("{" + sent + "}"));

                assertTrue(built.at("/simulation/ok").booleanValue(), built::toString);
                fees = fees.append(built.at("/fee/priority_fee").stringValue());
                fixture.lands(account, built);
            }
            assertEquals(Array.of("200", "5"), fees);
        }
    }

    /** No field of the request holds it. */
    @Test
    void refusalsOfTheContentNameTheTransactionField() {
        AccountRef itself = new AccountRef(
                Address.of(account), new SettingsAddress(Address.of(read().get("multisig_address").stringValue())));
        Instruction asAdmin = SquadsV4Program.PUBLIC.encode(
                itself,
                new Operation.ChangeAsAdmin(
                        itself.address(),
                        fixture.alice.address(),
                        new SettingsAction.ChangeThreshold(new Threshold(1)),
                        Option.none()));
        String transaction = "'transaction':'" + fixture.draft(account, asAdmin) + "'";

        fixture.refused(422, "no_admin", "POST", D + "prepare", body(transaction), "transaction");
        fixture.refused(
                422,
                "no_admin",
                "POST",
                "/api/v1/smart-accounts/" + account + "/transactions",
                quoted("{" + transaction + "}"),
                "transaction");
    }

    private String beside(Array<Instruction> budget) {
        Instruction transfer = HttpFixture.transfer(account, fixture.carol.address(), 1_000_000);
        return body("'transaction':'" + fixture.draft(account, budget.append(transfer).toJavaArray(Instruction[]::new)) + "'");
    }

    @Test
    void instructionsAreUnder1050Bytes() {
        // The instruction has five bytes besides its data.
        String longest = body("'transaction':'" + fixture.draft(account, HttpFixture.memo(account, 1_044)) + "'");
        String longer = body("'transaction':'" + fixture.draft(account, HttpFixture.memo(account, 1_045)) + "'");

        assertTrue(fixture.served("POST", D + "prepare?several=true", longest).has("transactions"));
        ObjectNode reported = fixture.refusal(422, "instructions_too_long", "POST", D + "prepare", longer);
        assertTrue(reported.get("message").stringValue().contains("1050"), reported::toString);
    }

    @Test
    void aDryRunChangesNothingAndReportsTheVerdict() {
        assertEquals(
                "allowed", verdict(D + "threshold/update?dry_run=true", body("'threshold':1")).get("outcome").stringValue());
        ObjectNode refused = verdict(D + "threshold/update?dry_run=true", body("'threshold':3"));
        assertEquals("refused", refused.get("outcome").stringValue());
        assertEquals("threshold_exceeds_voters", refused.get("code").stringValue());
        ObjectNode more = verdict(
                D + "threshold/update?dry_run=true",
                quoted("{'smart_account_address':'%s','threshold':1,'fee_config':{'currency':'sol'},'transaction_signers':['%s']}")
                        .formatted(account, fixture.alice.address()));
        assertEquals("needs_more", more.get("outcome").stringValue());
        fixture.refused(400, "wrong_type", "POST", D + "threshold/update?dry_run=true", body("'threshold':'1'"), "threshold");
    }

    @Test
    void aBuilderRefusesParametersItDoesNotUse() {
        fixture.refused(400, "bad_query", "POST", D + "prepare?admin=true", body("'transaction':'" + transfer(1) + "'"), "admin");
        fixture.refused(
                400, "bad_query", "POST", D + "threshold/update?keep_limits=true", body("'threshold':1"), "keep_limits");
        fixture.refused(
                400,
                "bad_query",
                "POST",
                D + "signers/remove?keep_limits=true&revoke_limits=true",
                body("'signer_address':'" + fixture.bob.address() + "'"),
                "keep_limits");
    }

    private ObjectNode verdict(String path, String body) {
        return (ObjectNode) fixture.served("POST", path, body).get("verdict");
    }

    private ObjectNode read() {
        return fixture.served("GET", "/api/v1/smart-accounts/" + account, "");
    }

    private String transfer(long lamports) {
        return fixture.draft(account, HttpFixture.transfer(account, fixture.carol.address(), lamports));
    }

    /** Returns {@code fields} of a builder for the account, paid in SOL, with both possible signers. */
    private String body(String fields) {
        return quoted("{'smart_account_address':'%s','fee_config':{'currency':'sol'},'transaction_signers':['%s','%s'],"
                        .formatted(account, fixture.alice.address(), fixture.bob.address())
                + fields + "}");
    }
}
