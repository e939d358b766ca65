package dev.mandate.adapters.http.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.ports.spi.chain.AccountData;
import dev.mandate.simulator.keys.TestKey;
import dev.mandate.solana.programs.AssociatedTokenProgram;
import dev.mandate.solana.programs.TokenProgram;
import dev.mandate.solana.programs.account.MintAccount;
import dev.mandate.solana.programs.account.TokenAccount;
import io.vavr.control.Option;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Tokens whose mint has extensions. */
class Token2022CallsTest {

    /** {@code TransferFeeConfig}: 1 per cent, at most 500. */
    private static final String FEE_OF_ONE_PER_CENT =
            "01006c00" + "07".repeat(64) + "00".repeat(8) + "0000000000000000f4010000000000006400".repeat(2);

    private final HttpFixture fixture = new HttpFixture();
    private final String account = fixture.account(fixture.acme);
    private final Address vault = Address.of(account);
    private final Address mint = TestKey.of("mint").address();

    @Test
    void aLimitShowsTheTransferFeeOfTheMint() {
        put(mint, new MintAccount(Option.none(), BaseUnits.MAX, 2, Option.none(), Bytes.ofHex(FEE_OF_ONE_PER_CENT)).encode());
        String path = "/api/v1/smart-accounts/" + account + "/spending-limits";
        ObjectNode made = fixture.served(
                "POST",
                path,
                "{\"amount\":\"1000\",\"token_address\":\"%s\",\"period\":\"DAILY\",\"spending_limit_signers\":[\"%s\"]}"
                        .formatted(mint, fixture.bob.address()));
        fixture.lands(account, made);

        JsonNode fee = fixture.served("GET", path + "/" + made.get("spending_limit_address").stringValue(), "").get("transfer_fee");

        assertEquals("{\"basis_points\":100,\"maximum\":\"500\"}", fee.toString());
    }

    @Test
    void tokensOfAClosedMintAreShownWithoutDecimals() {
        Address held = AssociatedTokenProgram.account(vault, mint, TokenProgram.TOKEN_2022).address();
        put(held, TokenAccount.of(mint, vault, BaseUnits.ZERO).encode());

        JsonNode balance =
                fixture.served("GET", "/api/v1/smart-accounts/" + account + "?balances=true", "").get("balances").get(1);

        assertEquals(held.toString(), balance.get("token_account").stringValue());
        assertTrue(balance.get("decimals").isNull());
        assertTrue(balance.get("amount_decimal").isNull());
    }

    private void put(Address address, Bytes data) {
        fixture.chain.put(address, new AccountData(BaseUnits.of(1_000_000_000), TokenProgram.TOKEN_2022.id(), data, false));
    }
}
