package dev.mandate.adapters.http.api;

import static dev.mandate.adapters.http.api.HttpFixture.quoted;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.mandate.domain.chain.AccountMeta;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Blockhash;
import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.chain.LookupTable;
import dev.mandate.domain.chain.Message;
import dev.mandate.domain.chain.MessageVersion;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.ports.spi.chain.AccountData;
import dev.mandate.solana.format.SolanaFormat;
import dev.mandate.solana.programs.ComputeBudgetProgram;
import dev.mandate.solana.programs.SystemProgram;
import dev.mandate.solana.programs.TokenProgram;
import dev.mandate.solana.programs.account.LookupTableAccount;
import dev.mandate.solana.programs.account.MintAccount;
import io.vavr.collection.Array;
import io.vavr.control.Option;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

/** Actions that are refused for every account, whatever its rules say. */
@NullMarked
class SafeguardsOverHttpTest {

    private static final long SOL = 1_000_000_000;

    private final HttpFixture fixture = new HttpFixture();
    private final String account = fixture.account(fixture.acme);
    private final String path = "/api/v1/smart-accounts/" + account;
    private final Instruction transfer = HttpFixture.transfer(account, fixture.carol.address(), SOL);

    SafeguardsOverHttpTest() {
        fixture.fund(account, 5 * SOL);
    }

    @Test
    void durableNoncesAreRefusedByBuildersPrepareAndSubmit() {
        Address nonce = fixture.carol.address();
        Instruction advance = SystemProgram.advanceNonce(nonce, fixture.alice.address());
        for (String field : Array.of(path, "/api/grid/v1/accounts/" + account)) {
            fixture.refused(
                    422,
                    "nonce_not_allowed",
                    "PATCH",
                    field,
                    quoted("{'time_lock':5,'nonce_account':'" + nonce + "'}"),
                    "nonce_account");
        }
        for (String prepared : Array.of(fixture.draft(account, advance, transfer), fixture.draft(account, transfer, advance))) {
            fixture.refused(422, "nonce_not_allowed", "POST", path + "/transactions", transaction(prepared), "transaction");
            fixture.refused(
                    422,
                    "nonce_not_allowed",
                    "POST",
                    "/api/grid/v1/accounts/" + account + "/transactions",
                    transaction(prepared),
                    "transaction");
        }
        String submitted = fixture.base64Signed(fixture.draft(fixture.alice.address().toString(), advance));
        ObjectNode refused = fixture.refusal(422, "nonce_not_allowed", "POST", path + "/submit", transaction(submitted));
        assertEquals("transaction", refused.get("details").get(0).get("field").stringValue());
    }

    @Test
    void noMoreThanTheOperatorAllowsIsPaidToBePreferred() {
        Instruction[] greedy = {
            ComputeBudgetProgram.setComputeUnitLimit(1_000_000),
            ComputeBudgetProgram.setComputeUnitPrice(BaseUnits.of(10_000_001)),
            transfer
        };
        fixture.refused(
                422,
                "priority_fee_too_high",
                "POST",
                path + "/transactions",
                transaction(fixture.draft(account, greedy)),
                "transaction");
    }

    @Test
    void aVaultGiveawayIsBuiltOnlyIfAcknowledged() {
        String given = transaction(fixture.draft(account, transfer, assign()));
        for (String prepare : Array.of(path + "/transactions", "/api/grid/v1/accounts/" + account + "/transactions")) {
            ObjectNode refused = fixture.refusal(422, "needs_acknowledgement", "POST", prepare, given);
            assertEquals("gives_away_vault", refused.get("details").get(1).get("code").stringValue());
            fixture.refused(422, "needs_acknowledgement", "POST", prepare + "?acknowledge=approves_delegate", given);
            fixture.refused(400, "bad_query", "POST", prepare + "?acknowledge=everything", given, "acknowledge");
        }
        ObjectNode verdict = (ObjectNode) fixture.served("POST", path + "/transactions?dry_run=true", given).get("verdict");
        assertEquals("needs_acknowledgement", verdict.get("code").stringValue());
        assertEquals("gives_away_vault", verdict.get("facts").get("warnings").stringValue());
        String acknowledged = "?acknowledge=gives_away_vault&acknowledge=approves_delegate";
        assertEquals(
                "gives_away_vault",
                fixture.served("POST", path + "/transactions" + acknowledged + "&dry_run=true", given)
                        .get("verdict")
                        .get("facts")
                        .get("warnings")
                        .stringValue());
        assertWarned(fixture.servedInEnvelope(
                "POST", "/api/grid/v1/accounts/" + account + "/transactions" + acknowledged, given));

        ObjectNode proposed = fixture.served("POST", path + "/transactions" + acknowledged, given);
        assertWarned(proposed);
        fixture.refused(
                422,
                "needs_acknowledgement",
                "POST",
                path + "/submit",
                "{\"transaction\":\"%s\"}".formatted(fixture.signed(proposed)));
        fixture.lands(account, proposed);
        assertWarned(fixture.served("GET", path + "/transactions/1", ""));
        assertWarned((ObjectNode) fixture.served("GET", path + "/transactions", "").get("items").get(0));
        assertWarned(fixture.served("POST", path + "/transactions/1/approve", ""));
        assertEquals(0, fixture.served("POST", path + "/transactions/1/reject", "").get("warnings").size());
    }

    @Test
    void controlIsHandedToNoProgram() {
        Address program = fixture.carol.address();
        fixture.chain.put(program, new AccountData(BaseUnits.of(1), Address.ZERO, Bytes.EMPTY, true));

        fixture.refused(
                422,
                "cannot_sign",
                "POST",
                "/api/v1/smart-accounts",
                fixture.terms().replace("}],", "}],\"admin_address\":\"" + program + "\","),
                "admin_address");
    }

    @Test
    void noLimitIsMadeOfTokensThatCannotMove() {
        Address mint = fixture.carol.address();
        Bytes soulbound = new MintAccount(Option.none(), BaseUnits.of(1), 0, Option.none(), Bytes.ofHex("09000000")).encode();
        fixture.chain.put(mint, new AccountData(BaseUnits.of(SOL), TokenProgram.TOKEN_2022.id(), soulbound, false));
        String limit = quoted("{'amount':'5','token_address':'%s','period':'DAILY','spending_limit_signers':['%s']}")
                .formatted(mint, fixture.alice.address());

        fixture.refused(422, "tokens_cannot_move", "POST", path + "/spending-limits", limit);
    }

    @Test
    void aDeactivatedLookupTableIsRefused() {
        Address table = fixture.carol.address();
        LookupTableAccount retired =
                new LookupTableAccount(1, 1, 0, Option.none(), Array.of(fixture.bob.address()));
        fixture.chain.put(table, new AccountData(BaseUnits.of(SOL), LookupTableAccount.PROGRAM, retired.encode(), false));
        Message message = new Message(
                MessageVersion.V0,
                Address.parse(account).get(),
                new Blockhash(Bytes32.ZERO),
                Array.of(HttpFixture.transfer(account, fixture.bob.address(), SOL)),
                Array.of(new LookupTable(table, retired.entries())));
        String given = HttpFixture.base64(new SolanaFormat().compile(message).get().transaction());

        fixture.refused(422, "table_deactivated", "POST", path + "/transactions", transaction(given));
    }

    private Instruction assign() {
        return new Instruction(
                SystemProgram.ID,
                Array.of(AccountMeta.writableSigner(Address.parse(account).get())),
                Bytes.ofHex("01000000" + "07".repeat(32)));
    }

    private static void assertWarned(ObjectNode answer) {
        assertEquals(1, answer.get("warnings").size(), answer::toString);
        assertEquals("gives_away_vault", answer.get("warnings").get(0).get("code").stringValue());
        assertEquals(1, answer.get("warnings").get(0).get("instruction").intValue());
    }

    private static String transaction(String base64) {
        return quoted("{'transaction':'" + base64 + "'}");
    }
}
