package dev.mandate.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.domain.access.OperatorName;
import dev.mandate.domain.account.AdminControl;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.transaction.Vote;
import dev.mandate.engine.accounts.AccountFreezes;
import dev.mandate.ports.api.custody.BuildOptions;
import dev.mandate.ports.api.custody.BuildRefusal;
import dev.mandate.ports.api.custody.BuildRequest;
import dev.mandate.ports.api.custody.Proposable;
import dev.mandate.ports.api.custody.SubmissionRefusal;
import dev.mandate.ports.spi.program.Operation;
import dev.mandate.solana.squadsv4.program.SquadsV4Program;
import io.vavr.control.Option;
import org.junit.jupiter.api.Test;

/** A freeze also holds an account in which the vault of another, free account acts. */
class FrozenElsewhereTest {

    private static final OperatorName OPS = new OperatorName("ops");
    private static final String WHY = "a key may have leaked";

    private final EngineFixture fixture = new EngineFixture();
    private final Address ann = fixture.person("ann");
    private final Address bob = fixture.person("bob");
    private final Address holding = fixture.account(NewAccount.of(1, ann));
    private final Address other = fixture.account(NewAccount.of(1, bob).administeredBy(holding));

    private Bytes content() {
        return ClientTransactions.transaction(holding, SquadsV4Program.PUBLIC.encode(
                fixture.custody.account(other).get().ref(),
                new Operation.HandOver(holding, holding, new AdminControl.HeldBy(bob), Option.none())));
    }

    private BuildRequest change() {
        return EngineFixture.prepare(holding, content(), ann);
    }

    private BuildRefusal freeze() {
        AccountFreezes.Decided decided = ((CustodyEngine) fixture.custody).freeze(other, OPS, WHY).get();
        return new BuildRefusal.AccountFrozen(other, decided.freeze().since(), WHY);
    }

    @Test
    void nothingIsBuiltAndNothingBuiltBeforeIsSubmitted() {
        Bytes signed = fixture.signed(fixture.builds(change()));

        BuildRefusal frozen = freeze();

        assertEquals(frozen, fixture.refusal(change()));
        assertEquals(new SubmissionRefusal.NotAsked(frozen), fixture.submit(holding, signed).getLeft());
    }

    @Test
    void whatWasProposedBeforeIsNotApprovedAndCanBeRejectedAndRead() {
        fixture.lands(new BuildRequest.Propose(holding, new Proposable.Transaction(content()), ann, BuildOptions.DEFAULT));
        long index = fixture.settings(holding).transactionIndex();
        BuildRequest approve = EngineFixture.votes(holding, index, Vote.APPROVE, ann);
        Bytes signed = fixture.signed(fixture.builds(approve));

        BuildRefusal frozen = freeze();

        assertEquals(frozen, fixture.refusal(approve));
        assertEquals(new SubmissionRefusal.NotAsked(frozen), fixture.submit(holding, signed).getLeft());
        fixture.allows(EngineFixture.votes(holding, index, Vote.REJECT, ann));
        assertTrue(fixture.custody.explain(holding, index).isRight());
    }
}
