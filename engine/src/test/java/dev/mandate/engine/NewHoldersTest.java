package dev.mandate.engine;

import static dev.mandate.engine.EngineFixture.byAdmin;
import static dev.mandate.engine.EngineFixture.byVoteOf;
import static dev.mandate.engine.EngineFixture.change;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.domain.account.Permission;
import dev.mandate.domain.account.Permissions;
import dev.mandate.domain.account.Signer;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.money.Token;
import dev.mandate.domain.review.GrantedRole.Role;
import dev.mandate.domain.review.ReviewFinding;
import dev.mandate.ports.api.custody.Authority;
import dev.mandate.ports.api.custody.BuildOptions;
import dev.mandate.ports.api.custody.BuildRefusal;
import dev.mandate.ports.api.custody.BuildRequest;
import dev.mandate.ports.api.custody.SettingsEdit;
import dev.mandate.ports.api.custody.TransactionPlan;
import io.vavr.collection.Array;
import org.junit.jupiter.api.Test;

/** Only who is new in a role is judged: an account that another client made ill can still be changed. */
class NewHoldersTest {

    private final EngineFixture fixture = new EngineFixture();
    private final Address ann = fixture.person("ann");
    private final Address carol = fixture.person("carol");

    /** Carol's address becomes a mint, for which nobody is said to sign. */
    private void carolBecomesAMint() {
        fixture.ledger.mint(carol, 0);
    }

    private static BuildRefusal cannotSign(Role role, Address address) {
        return new BuildRefusal.Reviewed(new ReviewFinding.CannotSign(role, address));
    }

    @Test
    void aSignerWhoIsThereGetsOtherPermissions() {
        Address account = fixture.account(NewAccount.of(1, ann, carol));
        carolBecomesAMint();

        fixture.lands(change(account, byVoteOf(ann), replacing(Permission.CAN_VOTE, Permission.CAN_EXECUTE)));
        fixture.lands(change(account, byVoteOf(ann), replacing()));
        assertEquals(
                cannotSign(Role.SIGNER, carol), fixture.refusal(change(account, byVoteOf(ann), replacing(Permission.CAN_VOTE))), "an observer");
    }

    private SettingsEdit replacing(Permission... carols) {
        return new SettingsEdit.ReplaceSigners(Array.of(new Signer(ann, Permissions.ALL), new Signer(carol, Permissions.of(carols))));
    }

    @Test
    void aMemberOfALimitStaysInTheLimitThatReplacesIt() {
        for (Authority authority : Array.of(byVoteOf(ann), byAdmin())) {
            Address bob = fixture.person("bob");
            Address account = fixture.account(
                    authority instanceof Authority.Admin ? NewAccount.of(1, ann).administeredBy(ann) : NewAccount.of(1, ann));
            Address dave = fixture.person("dave of " + account);
            Address limit = fixture.limit(account, fixture.limitTerms("first of " + account, new Token.Sol(), 5, dave), authority);
            fixture.ledger.mint(dave, 0);

            assertEquals(
                    cannotSign(Role.SPENDER, dave),
                    fixture.refusal(new BuildRequest.AddLimit(
                            account, fixture.limitTerms("other", new Token.Sol(), 5, dave), authority, BuildOptions.DEFAULT)));
            TransactionPlan built = fixture.builds(new BuildRequest.ReplaceLimit(
                    account, limit, fixture.limitTerms("second of " + account, new Token.Sol(), 9, dave, bob), authority, BuildOptions.DEFAULT));
            assertTrue(fixture.submit(account, fixture.signed(built)).isRight());
        }
    }

    @Test
    void lamportsForWrappedSolReachItsOwner() {
        Address account = fixture.account(NewAccount.of(1, ann));
        Address wrapped = fixture.key("wrapped");
        Address wrappedMint = Address.of("So11111111111111111111111111111111111111112");
        Address other = fixture.key("other");
        Address mint = fixture.key("mint");
        fixture.ledger.mint(mint, 0);
        fixture.ledger.tokensAt(wrapped, carol, wrappedMint, 0);
        fixture.ledger.tokensAt(other, carol, mint, 0);

        assertEquals(EngineFixture.unusable(0, other), fixture.refusal(paying(account, other)));
        assertEquals(Array.empty(), fixture.builds(paying(account, wrapped)).warnings());
    }

    private BuildRequest paying(Address account, Address to) {
        return new BuildRequest.Transfer(
                account, to, new Token.Sol(), BaseUnits.of(EngineFixture.SOL), Array.of(ann), BuildOptions.DEFAULT);
    }
}
