package dev.mandate.engine;

import static dev.mandate.engine.Founding.allowedAll;
import static dev.mandate.engine.Scene.byVoteOf;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.mandate.domain.account.Permission;
import dev.mandate.domain.account.Permissions;
import dev.mandate.domain.account.Signer;
import dev.mandate.domain.account.SignerRefusal;
import dev.mandate.domain.account.Threshold;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.money.Token;
import dev.mandate.domain.smartaccount.Refusal;
import dev.mandate.domain.transaction.RoleProblem;
import dev.mandate.ports.custody.BuildOptions;
import dev.mandate.ports.custody.BuildRefusal;
import dev.mandate.ports.custody.BuildRequest;
import dev.mandate.ports.custody.LeaversLimits;
import dev.mandate.ports.custody.Proposable;
import dev.mandate.ports.custody.SettingsEdit;
import io.vavr.collection.Array;
import io.vavr.collection.HashSet;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What one transaction cannot do is told with whoever cannot sign it, and with what it cannot live by. */
class RefusedTogetherTest extends SeveralTransactions {

    private final Address observer = scene.person("observer");
    private final Address shared = scene.account(
            Founding.of(1, allowedAll(ann), allowedAll(bob), new Signer(observer, Permissions.NONE)));
    private final Address nowhere = scene.key("nowhere");

    /** Takes a limit away and makes room. */
    private final Array<SettingsEdit> swap = Array.of(
            new SettingsEdit.RemoveSigner(bob),
            new SettingsEdit.AddSigners(Array.of(allowedAll(scene.key("dee")), allowedAll(scene.key("eve")))));


    @BeforeEach
    void bobMaySpend() {
        scene.ledger.list(nowhere);
        var unused = scene.limit(shared, scene.limitTerms("bob's", new Token.Sol(), 1_000, bob), byVoteOf(ann));
    }

    @Test
    void aChangeThatMustBeTwoAndThoseWhoCannotVoteForIt() {
        assertTogether(
                scene.refusal(new BuildRequest.ChangeSettings(
                        shared, swap, byVoteOf(nowhere), LeaversLimits.REVOKE, BuildOptions.DEFAULT)),
                new BuildRefusal.MustBeTwoChanges(),
                new BuildRefusal.SignersInsufficient(Array.of(
                        new RoleProblem.NotSigners(Array.of(nowhere)),
                        new RoleProblem.NobodyProposes(),
                        new RoleProblem.TooFewVoters(0, new Threshold(1)),
                        new RoleProblem.NobodyExecutes())));
    }

    @Test
    void aChangeThatMustBeTwoAndWhoCannotProposeIt() {
        assertTogether(
                scene.refusal(proposedBy(observer)),
                new BuildRefusal.MustBeTwoChanges(),
                new BuildRefusal.NotOnChain(nowhere),
                new BuildRefusal.Forbidden(new Refusal.NotAllowed(new SignerRefusal.PermissionMissing(
                        new Signer(observer, Permissions.NONE), Array.of(Permission.CAN_INITIATE)))));
    }

    @Test
    void aChangeThatMustBeTwoAndANonceThatIsNotThere() {
        assertTogether(
                scene.refusal(proposedBy(ann)),
                new BuildRefusal.MustBeTwoChanges(),
                new BuildRefusal.NotOnChain(nowhere));
    }

    @Test
    void whatNoNonceCarriesAndOneThatIsNotThere() {
        assertTogether(
                scene.refusal(new BuildRequest.Prepare(
                        account, memo(account, 1_049), Array.of(ann, bob), BuildOptions.DEFAULT.withNonce(nowhere))),
                new BuildRefusal.NonceCarriesOne(nowhere),
                new BuildRefusal.NotOnChain(nowhere));
    }

    @Test
    void aNonceThatIsNotThereAloneWhereItWouldCarryTheTransaction() {
        assertTogether(
                scene.refusal(new BuildRequest.Prepare(
                        account, memo(account, 10), Array.of(ann, bob), BuildOptions.DEFAULT.withNonce(nowhere))),
                new BuildRefusal.NotOnChain(nowhere));
    }

    private BuildRequest proposedBy(Address proposer) {
        return new BuildRequest.Propose(
                shared,
                new Proposable.Settings(swap, LeaversLimits.REVOKE),
                proposer,
                BuildOptions.DEFAULT.withNonce(nowhere));
    }

    private static void assertTogether(BuildRefusal refused, BuildRefusal... each) {
        assertEquals(HashSet.of(each), refused.each().toSet());
    }
}
