package dev.mandate.engine;

import static dev.mandate.engine.EngineFixture.byAdmin;
import static dev.mandate.engine.EngineFixture.byVoteOf;
import static dev.mandate.engine.EngineFixture.change;
import static dev.mandate.engine.NewAccount.allowedAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.domain.account.Permissions;
import dev.mandate.domain.account.SettingsAction;
import dev.mandate.domain.account.Signer;
import dev.mandate.domain.account.Threshold;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.review.GrantedRole.Role;
import dev.mandate.domain.review.ReviewFinding;
import dev.mandate.domain.transaction.TransactionContent;
import dev.mandate.domain.transaction.Vote;
import dev.mandate.ports.api.custody.Authority;
import dev.mandate.ports.api.custody.BuildOptions;
import dev.mandate.ports.api.custody.BuildRefusal;
import dev.mandate.ports.api.custody.BuildRequest;
import dev.mandate.ports.api.custody.LeaversLimits;
import dev.mandate.ports.api.custody.Proposable;
import dev.mandate.ports.api.custody.SettingsEdit;
import dev.mandate.ports.spi.program.AccountRef;
import dev.mandate.ports.spi.program.Operation;
import dev.mandate.solana.squadsv4.program.SquadsV4Program;
import io.vavr.collection.Array;
import io.vavr.control.Option;
import org.junit.jupiter.api.Test;

/** An account signs what its signers have approved. Were it one of those who are needed, it would wait for itself for ever. */
class OwnSignerTest {

    private final EngineFixture fixture = new EngineFixture();
    private final Address ann = fixture.person("ann");
    private final Address bob = fixture.person("bob");

    @Test
    void noChangeMakesAnAccountASignerOfItself() {
        Address voting = fixture.account(NewAccount.of(1, ann));
        Address administered = fixture.account(NewAccount.of(1, ann).administeredBy(bob));

        refused(voting, byVoteOf(ann));
        refused(administered, byAdmin());
    }

    private void refused(Address account, Authority authority) {
        Address otherVault = SquadsV4Program.PUBLIC.vaultAddress(ref(account), 255);
        for (Address own : Array.of(account, ref(account).settings().address(), otherVault)) {
            BuildRefusal refused = new BuildRefusal.Reviewed(new ReviewFinding.CannotSign(Role.SIGNER, own));
            SettingsEdit add = new SettingsEdit.AddSigners(Array.of(allowedAll(own)));
            SettingsEdit replace = new SettingsEdit.ReplaceSigners(Array.of(allowedAll(ann), allowedAll(own)));

            assertEquals(refused, fixture.refusal(change(account, authority, add)));
            assertEquals(refused, fixture.refusal(change(account, authority, replace, new SettingsEdit.SetThreshold(new Threshold(2)))));
        }
    }

    @Test
    void addingAnAccountToItsOwnSignersIsRefused() {
        Address account = fixture.account(NewAccount.of(1, ann));
        SettingsEdit add = new SettingsEdit.AddSigners(Array.of(allowedAll(account)));

        assertEquals(
                new BuildRefusal.Reviewed(new ReviewFinding.CannotSign(Role.SIGNER, account)),
                fixture.refusal(new BuildRequest.Propose(
                        account,
                        new Proposable.Settings(Array.of(add), LeaversLimits.REFUSE),
                        ann,
                        BuildOptions.DEFAULT)));
    }

    @Test
    void creatingAnAccountAsItsOwnSignerIsRefused() {
        Address createKey = fixture.key("own");
        Address own = SquadsV4Program.PUBLIC.locate(createKey).address();

        assertEquals(
                new BuildRefusal.Reviewed(new ReviewFinding.CannotSign(Role.SIGNER, own)),
                fixture.refusal(new BuildRequest.CreateAccount(
                        createKey, ann, NewAccount.of(1, ann, own).terms(), BuildOptions.DEFAULT)));
    }

    @Test
    void itMayLookOn() {
        Address account = fixture.account(NewAccount.of(1, ann));
        Signer observer = new Signer(account, Permissions.NONE);

        fixture.lands(change(account, byVoteOf(ann), new SettingsEdit.AddSigners(Array.of(observer))));
        assertEquals(
                new BuildRefusal.Reviewed(new ReviewFinding.CannotSign(Role.SIGNER, account)),
                fixture.refusal(change(
                        account,
                        byVoteOf(ann),
                        new SettingsEdit.ReplaceSigners(Array.of(allowedAll(ann), allowedAll(account))))));
    }

    @Test
    void anotherAccountMayBeASigner() {
        Address account = fixture.account(NewAccount.of(1, ann));
        Address other = fixture.account(NewAccount.of(1, bob));

        fixture.lands(change(account, byVoteOf(ann), new SettingsEdit.AddSigners(Array.of(allowedAll(other)))));
    }

    @Test
    void whereOthersMadeItOneItStaysUntilItIsRemoved() {
        Address account = fixture.account(NewAccount.of(1, ann));
        TransactionContent.SettingsChange itself =
                new TransactionContent.SettingsChange(Array.of(new SettingsAction.AddSigner(allowedAll(account))));
        besides(account, new Operation.CreateTransaction(ann, ann, 1, itself, Option.none()));
        besides(account, new Operation.CreateProposal(ann, ann, 1));
        assertEquals(
                new BuildRefusal.Reviewed(new ReviewFinding.CannotSign(Role.SIGNER, account)),
                fixture.refusal(EngineFixture.votes(account, 1, Vote.APPROVE, ann)));
        besides(account, new Operation.CastVote(ann, 1, Vote.APPROVE, Option.none()));
        besides(account, new Operation.ExecuteChange(ann, ann, 1, itself));
        SettingsEdit all = new SettingsEdit.ReplaceSigners(Array.of(allowedAll(ann), allowedAll(bob), allowedAll(account)));

        fixture.lands(change(account, byVoteOf(ann), all));
        assertTrue(fixture.settings(account).roster().find(account).isDefined());
        fixture.lands(change(account, byVoteOf(ann), new SettingsEdit.RemoveSigner(account)));
        assertTrue(fixture.settings(account).roster().find(account).isEmpty());
    }

    private void besides(Address account, Operation operation) {
        fixture.landsBesides(ann, SquadsV4Program.PUBLIC.encode(ref(account), operation));
    }

    private AccountRef ref(Address account) {
        return fixture.custody.account(account).get().ref();
    }
}
