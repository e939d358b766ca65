package dev.mandate.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import dev.mandate.domain.account.TimeLock;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.transaction.Proposal;
import dev.mandate.domain.transaction.Vote;
import dev.mandate.ports.api.custody.Authority;
import dev.mandate.ports.api.custody.BuildOptions;
import dev.mandate.ports.api.custody.BuildRequest;
import dev.mandate.ports.api.custody.Phase;
import dev.mandate.ports.api.custody.SettingsEdit;
import dev.mandate.ports.api.custody.Step.Kind;
import dev.mandate.ports.api.custody.Step;
import dev.mandate.ports.api.custody.TransactionPlan;
import dev.mandate.solana.wire.WireTransaction;
import io.vavr.collection.Array;
import io.vavr.control.Option;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** Whose votes one transaction does not hold approve, reject or change settings in several. */
class ManyApproversTest extends SplitRequestFixture {


    private final Array<Address> voters = people(20);
    private final Address held = fixture.account(NewAccount.of(15, voters.toJavaArray(Address[]::new)));

    @Test
    void approveAsManyAtATimeAsFit() {
        long before = fixture.ledger.lamports(shop);

        TransactionPlan built = fixture.landed(prepare(held, ClientTransactions.transfer(held, shop, EngineFixture.SOL), voters));

        assertEquals(Array.of(Kind.PROPOSE, Kind.APPROVE, Kind.APPROVE, Kind.EXECUTE), kinds(built));
        assertEquals(new Phase.Complete(), built.phase());
        assertEquals(Option.some(1L), built.index());
        assertEquals(before + EngineFixture.SOL, fixture.ledger.lamports(shop));
    }

    @Test
    void signOnlyTheStepsThatNeedTheirSignature() {
        TransactionPlan built = fixture.builds(prepare(held, ClientTransactions.transfer(held, shop, EngineFixture.SOL), voters));

        Array<Address> approvers = built.steps()
                .filter(step -> step.kind() == Kind.PROPOSE || step.kind() == Kind.APPROVE)
                .flatMap(step -> step.unsigned().signers().tail());
        assertEquals(voters.take(15), approvers);
        assertEquals(
                Array.of(payer, voters.head()),
                built.steps().last().unsigned().signers());
        assertEquals(voters.take(15).prepend(payer).toSet(), built.signers().toSet());
    }

    @Test
    void stateTheContentIfTheySignASeparateTransaction() {
        TransactionPlan built = fixture.builds(prepare(held, ClientTransactions.transfer(held, shop, EngineFixture.SOL), voters));

        assertEquals(Array.of(false, true, true, false), built.steps().map(this::saysItsPurpose));
    }

    private boolean saysItsPurpose(Step step) {
        return WireTransaction.parse(step.unsigned().transaction()).get().message().instructions().exists(
                instruction -> new String(instruction.data().toArray(), StandardCharsets.ISO_8859_1).contains("for 1: "));
    }

    @Test
    void voteOnAnExistingTransactionInSeveralTransactions() {
        fixture.land(fixture.builds(propose(held, ClientTransactions.transfer(held, shop, EngineFixture.SOL), voters.head())));

        TransactionPlan built = fixture.landed(new BuildRequest.CastVotes(
                held, 1, Vote.APPROVE, voters, BuildOptions.DEFAULT.paidBy(payer)));

        assertEquals(Array.of(Kind.APPROVE, Kind.APPROVE), kinds(built));
        assertEquals(new Phase.AwaitingExecution(), built.phase());
        assertInstanceOf(Proposal.Approved.class, fixture.proposal(held, 1));
    }

    @Test
    void rejectInSeveralTransactions() {
        Address all = fixture.account(NewAccount.of(2, voters.toJavaArray(Address[]::new)));
        fixture.land(fixture.builds(propose(all, ClientTransactions.transfer(all, shop, EngineFixture.SOL), voters.head())));

        TransactionPlan built = fixture.landed(new BuildRequest.CastVotes(
                all, 1, Vote.REJECT, voters, BuildOptions.DEFAULT.paidBy(payer)));

        assertEquals(Array.of(Kind.REJECT, Kind.REJECT, Kind.REJECT), kinds(built));
        assertInstanceOf(Proposal.Rejected.class, fixture.proposal(all, 1));
    }

    @Test
    void changeSettingsInSeveralTransactions() {
        TransactionPlan built = fixture.landed(EngineFixture.change(
                held, new Authority.Vote(voters), new SettingsEdit.SetTimeLock(new TimeLock(60))));

        assertEquals(Kind.EXECUTE, kinds(built).last());
        assertEquals(new TimeLock(60), fixture.settings(held).timeLock());
    }
}
