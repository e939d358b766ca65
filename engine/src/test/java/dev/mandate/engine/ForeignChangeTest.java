package dev.mandate.engine;

import static dev.mandate.engine.EngineFixture.byVoteOf;
import static dev.mandate.engine.EngineFixture.execute;
import static dev.mandate.engine.EngineFixture.votes;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.mandate.domain.account.SettingsAction;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.money.Token;
import dev.mandate.domain.review.GrantedRole.Role;
import dev.mandate.domain.review.ReviewFinding;
import dev.mandate.domain.transaction.TransactionContent;
import dev.mandate.domain.transaction.Vote;
import dev.mandate.ports.api.custody.BuildRefusal;
import dev.mandate.ports.spi.program.AccountRef;
import dev.mandate.ports.spi.program.Operation;
import dev.mandate.solana.squadsv4.program.SquadsV4Program;
import io.vavr.collection.Array;
import io.vavr.control.Option;
import org.junit.jupiter.api.Test;

/** Changes of settings that another client proposed, and that no vote can make work. */
class ForeignChangeTest {

    private final EngineFixture fixture = new EngineFixture();
    private final Address ann = fixture.person("ann");
    private final Address bob = fixture.key("bob");
    private final Address account = fixture.account(NewAccount.of(1, ann));
    private final Address limit = limit("first");

    @Test
    void thatRemovesALimitAndThenMakesRoomForASignerIsNeitherApprovedNorExecuted() {
        long index = proposed(
                new SettingsAction.RemoveSpendingLimit(limit), new SettingsAction.AddSigner(NewAccount.allowedAll(bob)));

        assertEquals(new BuildRefusal.MustBeTwoChanges(), fixture.refusal(votes(account, index, Vote.APPROVE, ann)));
        besides(new Operation.CastVote(ann, index, Vote.APPROVE, Option.none()));
        assertEquals(new BuildRefusal.MustBeTwoChanges(), fixture.refusal(execute(account, index, ann)));
    }

    @Test
    void canStillBeCancelled() {
        long index = proposed(
                new SettingsAction.RemoveSpendingLimit(limit), new SettingsAction.AddSigner(NewAccount.allowedAll(bob)));
        besides(new Operation.CastVote(ann, index, Vote.APPROVE, Option.none()));

        fixture.lands(votes(account, index, Vote.CANCEL, ann));
    }

    @Test
    void thatRemovesLimitsAndMakesNoRoomIsExecuted() {
        Address other = limit("second");
        long index = proposed(
                new SettingsAction.RemoveSpendingLimit(limit), new SettingsAction.RemoveSpendingLimit(other));

        fixture.lands(votes(account, index, Vote.APPROVE, ann));
        long rent = fixture.ledger.lamports(limit) + fixture.ledger.lamports(other);
        fixture.landReturning(rent, fixture.builds(execute(account, index, ann)));

        assertEquals(Array.empty(), fixture.limits(account));
    }

    @Test
    void thatMakesTheAccountItsOwnSignerIsNotApprovedAndCanBeRejected() {
        long index = proposed(new SettingsAction.AddSigner(NewAccount.allowedAll(account)));

        assertEquals(
                new BuildRefusal.Reviewed(new ReviewFinding.CannotSign(Role.SIGNER, account)),
                fixture.refusal(votes(account, index, Vote.APPROVE, ann)));
        fixture.lands(votes(account, index, Vote.REJECT, ann));
    }

    private Address limit(String createKey) {
        return fixture.limit(account, fixture.limitTerms(createKey, new Token.Sol(), 1_000, bob), byVoteOf(ann));
    }

    private long proposed(SettingsAction... actions) {
        long index = fixture.settings(account).transactionIndex() + 1;
        besides(new Operation.CreateTransaction(
                ann, ann, index, new TransactionContent.SettingsChange(Array.of(actions)), Option.none()));
        besides(new Operation.CreateProposal(ann, ann, index));
        return index;
    }

    private void besides(Operation operation) {
        AccountRef ref = fixture.custody.account(account).get().ref();
        fixture.landsBesides(ann, SquadsV4Program.PUBLIC.encode(ref, operation));
    }
}
