package dev.mandate.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.ports.spi.chain.AccountData;
import dev.mandate.ports.api.custody.BuildRefusal;
import dev.mandate.ports.api.custody.TokenBalance;
import dev.mandate.solana.programs.TokenProgram;
import dev.mandate.solana.programs.account.MintAccount;
import dev.mandate.solana.programs.account.TokenAccount;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import io.vavr.control.Option;
import org.junit.jupiter.api.Test;

class BalancesTest {

    private final EngineFixture fixture = new EngineFixture();
    private final Address ann = fixture.person("ann");
    private final Address account = fixture.account(NewAccount.of(1, ann));
    private final Address mint = fixture.key("mint");

    @Test
    void anAccountWithoutTokensHasNone() {
        assertEquals(Array.empty(), balances());
    }

    @Test
    void tokensOfBothProgramsAreFoundInEveryTokenAccount() {
        Address newer = fixture.key("newer");
        Address aside = fixture.key("aside");
        fixture.ledger.mint(mint, 6);
        fixture.ledger.tokens(account, mint, 1_000);
        put(newer, TokenProgram.TOKEN_2022, mintOf(2));
        put(aside, TokenProgram.TOKEN_2022, TokenAccount.of(newer, account, BaseUnits.MAX).encode());

        assertEquals(
                Array.of(
                                new TokenBalance(TestLedger.tokenAccount(account, mint), mint, BaseUnits.of(1_000), Option.some(6)),
                                new TokenBalance(aside, newer, BaseUnits.MAX, Option.some(2)))
                        .sortBy(TokenBalance::tokenAccount),
                balances());
    }

    @Test
    void otherPeoplesTokensAreNotShown() {
        fixture.ledger.mint(mint, 6);
        fixture.ledger.tokens(ann, mint, 1_000);

        assertEquals(Array.empty(), balances());
    }

    @Test
    void tokensOfAMintThatIsClosedOrCannotBeReadAreShownWithoutDecimals() {
        Address closed = fixture.key("closed");
        put(mint, TokenProgram.TOKEN_2022, Bytes.of(new byte[82]));
        fixture.ledger.tokens(account, mint, 7);
        fixture.ledger.tokens(account, closed, 0);

        assertEquals(
                Array.of(
                                new TokenBalance(TestLedger.tokenAccount(account, mint), mint, BaseUnits.of(7), Option.none()),
                                new TokenBalance(TestLedger.tokenAccount(account, closed), closed, BaseUnits.ZERO, Option.none()))
                        .sortBy(TokenBalance::tokenAccount),
                balances());
    }

    /** A token program's multisig holds eleven addresses that its maker chooses freely. */
    @Test
    void aTokenMultisigIsNotReadAsATokenAccount() {
        fixture.ledger.mint(mint, 6);
        fixture.ledger.tokens(account, mint, 7);
        byte[] multisig = new byte[355];
        account.bytes().copyTo(multisig, 32);
        put(fixture.key("multisig"), TokenProgram.TOKEN, Bytes.of(multisig));

        assertEquals(Array.of(BaseUnits.of(7)), balances().map(TokenBalance::amount));
    }

    @Test
    void anUnknownAccountHasNoBalances() {
        Address unknown = fixture.key("unknown");
        assertEquals(Either.left(new BuildRefusal.UnknownAccount(unknown)), fixture.custody.balances(unknown));
    }

    private Array<TokenBalance> balances() {
        return fixture.custody.balances(account).get().toArray();
    }

    private static Bytes mintOf(int decimals) {
        return new MintAccount(Option.none(), BaseUnits.MAX, decimals, Option.none(), Bytes.EMPTY).encode();
    }

    private void put(Address address, TokenProgram program, Bytes data) {
        fixture.chain().put(address, new AccountData(BaseUnits.of(EngineFixture.SOL), program.id(), data, false));
    }
}
