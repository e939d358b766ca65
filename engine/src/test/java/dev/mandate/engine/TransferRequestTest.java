package dev.mandate.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.money.Token;
import dev.mandate.ports.api.custody.BuildOptions;
import dev.mandate.ports.api.custody.BuildRefusal;
import dev.mandate.ports.api.custody.BuildRequest;
import io.vavr.control.Option;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Payments out of a vault, in SOL and in tokens. */
class TransferRequestTest {

    private final EngineFixture fixture = new EngineFixture();
    private final Address ann = fixture.person("ann");
    private final Address bob = fixture.person("bob");
    private final Address shop = fixture.key("shop");
    private final Address mint = fixture.key("mint");
    private final Address account = fixture.account(NewAccount.of(2, ann, bob));

    @Test
    void solGoesToTheReceiver() {
        fixture.lands(pay(new Token.Sol(), EngineFixture.SOL));

        assertEquals(EngineFixture.SOL, fixture.ledger.lamports(shop));
        assertEquals(4 * EngineFixture.SOL, fixture.ledger.lamports(account));
    }

    @Test
    void tokensGoToAnAccountThatIsMadeForThem() {
        fixture.ledger.mint(mint, 6);
        fixture.ledger.tokens(account, mint, 10);

        fixture.lands(pay(new Token.Mint(mint), 3));
        fixture.lands(pay(new Token.Mint(mint), 4));

        assertEquals(Option.some(BaseUnits.of(7)), fixture.ledger.tokensOf(shop, mint));
        assertEquals(Option.some(BaseUnits.of(3)), fixture.ledger.tokensOf(account, mint));
    }

    @Test
    void anUncoveredAmountIsRefused() {
        BaseUnits five = BaseUnits.of(5 * EngineFixture.SOL);
        BaseUnits more = BaseUnits.of(5 * EngineFixture.SOL + 1);
        fixture.ledger.mint(mint, 6);
        fixture.ledger.tokens(account, mint, 2);

        assertEquals(
                new BuildRefusal.NotCovered(account, five, more), fixture.refusal(pay(new Token.Sol(), more.bits())));
        assertEquals(
                new BuildRefusal.NotCovered(TestLedger.tokenAccount(account, mint), BaseUnits.of(2), BaseUnits.of(3)),
                fixture.refusal(pay(new Token.Mint(mint), 3)));
        assertEquals(new BuildRefusal.NothingToPrepare(), fixture.refusal(pay(new Token.Sol(), 0)));
    }

    @Test
    void tokensForATokenAccountNeedAnAcknowledgement() {
        fixture.ledger.mint(mint, 6);
        fixture.ledger.tokens(account, mint, 2);
        fixture.ledger.tokens(bob, mint, 0);
        Address holding = TestLedger.tokenAccount(bob, mint);

        assertEquals(
                EngineFixture.unusable(0, holding),
                fixture.refusal(new BuildRequest.Transfer(
                        account, holding, new Token.Mint(mint), BaseUnits.of(1), List.of(ann, bob), BuildOptions.DEFAULT)));
    }

    @Test
    void transfersFromAnUnknownAccountAreRefused() {
        assertEquals(
                new BuildRefusal.UnknownAccount(shop),
                fixture.refusal(new BuildRequest.Transfer(
                        shop, ann, new Token.Sol(), BaseUnits.of(1), List.of(ann), BuildOptions.DEFAULT)));
    }

    private BuildRequest pay(Token token, long amount) {
        return new BuildRequest.Transfer(
                account, shop, token, BaseUnits.of(amount), List.of(ann, bob), BuildOptions.DEFAULT);
    }
}
