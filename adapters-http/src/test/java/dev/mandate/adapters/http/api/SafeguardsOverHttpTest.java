package dev.mandate.adapters.http.api;

import static dev.mandate.adapters.http.api.Shop.quoted;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.solana.programs.ComputeBudgetProgram;
import dev.mandate.solana.programs.SystemProgram;
import io.vavr.collection.Array;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

/** What no account is let do, whatever its rules say. */
@NullMarked
class SafeguardsOverHttpTest {

    private static final long SOL = 1_000_000_000;

    private final Shop shop = new Shop();
    private final String account = shop.account(shop.acme);
    private final String path = "/api/v1/smart-accounts/" + account;
    private final Instruction transfer = Shop.transfer(account, shop.carol.address(), SOL);

    SafeguardsOverHttpTest() {
        shop.fund(account, 5 * SOL);
    }

    @Test
    void noDurableNonceIsUsedByABuilderNorByWhatIsPreparedOrSubmitted() {
        Address nonce = shop.carol.address();
        Instruction advance = SystemProgram.advanceNonce(nonce, shop.alice.address());
        for (String field : Array.of(path, "/api/grid/v1/accounts/" + account)) {
            shop.refused(
                    422,
                    "nonce_not_allowed",
                    "PATCH",
                    field,
                    quoted("{'time_lock':5,'nonce_account':'" + nonce + "'}"),
                    "nonce_account");
        }
        for (String prepared : Array.of(shop.draft(account, advance, transfer), shop.draft(account, transfer, advance))) {
            shop.refused(422, "nonce_not_allowed", "POST", path + "/transactions", transaction(prepared), "transaction");
            shop.refused(
                    422,
                    "nonce_not_allowed",
                    "POST",
                    "/api/grid/v1/accounts/" + account + "/transactions",
                    transaction(prepared),
                    "transaction");
        }
        String submitted = shop.base64Signed(shop.draft(shop.alice.address().toString(), advance));
        ObjectNode refused = shop.refusal(422, "nonce_not_allowed", "POST", path + "/submit", transaction(submitted));
        assertEquals("transaction", refused.get("details").get(0).get("field").stringValue());
    }

    @Test
    void noMoreThanTheOperatorAllowsIsPaidToBePreferred() {
        Instruction[] greedy = {
            ComputeBudgetProgram.setComputeUnitLimit(1_000_000),
            ComputeBudgetProgram.setComputeUnitPrice(BaseUnits.of(10_000_001)),
            transfer
        };
        shop.refused(
                422,
                "priority_fee_too_high",
                "POST",
                path + "/transactions",
                transaction(shop.draft(account, greedy)),
                "transaction");
    }

    private static String transaction(String base64) {
        return quoted("{'transaction':'" + base64 + "'}");
    }
}
