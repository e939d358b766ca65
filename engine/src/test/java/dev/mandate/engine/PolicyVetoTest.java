package dev.mandate.engine;

import static dev.mandate.engine.EngineFixture.execute;
import static dev.mandate.engine.EngineFixture.prepare;
import static dev.mandate.engine.EngineFixture.votes;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Network;
import dev.mandate.domain.filter.DecodedCall;
import dev.mandate.domain.filter.PolicyReason;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.transaction.Vote;
import dev.mandate.engine.parts.WaitPolicy;
import dev.mandate.ports.api.custody.BuildOptions;
import dev.mandate.ports.api.custody.BuildRefusal;
import dev.mandate.ports.api.custody.BuildRequest;
import dev.mandate.ports.api.custody.Custody;
import dev.mandate.ports.api.custody.Proposable;
import dev.mandate.ports.api.custody.Retry;
import dev.mandate.ports.api.custody.SubmissionRefusal;
import dev.mandate.ports.spi.policy.PolicyInput;
import dev.mandate.ports.spi.policy.PolicyVerdict;
import dev.mandate.ports.api.refusal.BuildFailures;
import dev.mandate.ports.api.refusal.ErrorCode;
import dev.mandate.solana.Solana;
import dev.mandate.solana.programs.SystemProgram;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PolicyVetoTest {

    private final EngineFixture fixture = new EngineFixture();
    private final Address ann = fixture.person("ann");
    private final Address shop = fixture.person("shop");
    private final Address thief = fixture.person("thief");
    private final Address account = fixture.account(NewAccount.of(1, ann));
    private final List<PolicyInput> asked = new ArrayList<>();
    private final Custody custody = CustodyEngine.builder()
            .network(Network.DEVNET)
            .chain(fixture.chain())
            .formats(Solana.SQUADS_V4)
            .journal(fixture.journal())
            .clock(() -> EngineFixture.START)
            .waits(WaitPolicy.NONE)
            .policy(this::onlyTheShopIsPaid)
            .build();

    private PolicyVerdict onlyTheShopIsPaid(PolicyInput input) {
        asked.add(input);
        return PolicyVerdict.of(input.all().flatMap(one -> one.calls())
                .filter(call -> call instanceof DecodedCall.Read read
                        && read.instruction().equals("transfer")
                        && !read.accounts().get("destination").contains(Array.of(Array.of(shop))))
                .map(call -> new PolicyReason("only-the-shop", "it pays somebody else")));
    }

    private final BuildRefusal vetoed =
            new BuildRefusal.PolicyVeto(Array.of(new PolicyReason("only-the-shop", "it pays somebody else")));

    @Test
    void aVetoedRequestIsNotBuilt() {
        assertEquals(Either.left(vetoed), custody.build(paying(thief)));
        assertEquals(Either.left(vetoed), custody.validate(paying(thief)));
        assertTrue(custody.build(paying(shop)).isRight());
        assertEquals(ErrorCode.POLICY_VETO, BuildFailures.of(vetoed).code());
        assertTrue(BuildFailures.of(vetoed).message().contains("only-the-shop"), BuildFailures.of(vetoed)::message);
    }

    @Test
    void aVetoedTransactionIsNotSubmitted() {
        Bytes built = fixture.signed(fixture.builds(paying(thief)));

        assertEquals(
                Either.left(new SubmissionRefusal.NotAsked(vetoed)),
                custody.submit(account, built, Array.empty(), new Retry.Unnamed()));
        assertEquals(Either.right(Option.none()), custody.submissionOf(Option.none(), built));
    }

    @Test
    void aVetoedProposalCannotBeApprovedOrExecuted() {
        fixture.lands(new BuildRequest.Propose(
                account,
                new Proposable.Transaction(transfer(thief)),
                ann,
                BuildOptions.DEFAULT));

        assertEquals(Either.left(vetoed), custody.build(votes(account, 1, Vote.APPROVE, ann)));
        assertTrue(custody.build(votes(account, 1, Vote.REJECT, ann)).isRight());
        fixture.lands(votes(account, 1, Vote.APPROVE, ann));
        assertEquals(Either.left(vetoed), custody.build(execute(account, 1, ann)));
    }

    @Test
    void thePolicySeesTheAccountAndTheSameContentBeforeAndAfter() {
        Bytes built = fixture.signed(custody.build(paying(shop)).get());
        assertTrue(custody.submit(account, built, Array.empty(), new Retry.Unnamed()).isRight());

        assertEquals(2, asked.size());
        assertEquals(account, asked.getFirst().view().get().ref().address());
        assertEquals(
                asked.getFirst().all().flatMap(one -> one.contents()), asked.getLast().all().flatMap(one -> one.contents()));
    }

    private BuildRequest paying(Address receiver) {
        return prepare(account, transfer(receiver), ann);
    }

    private Bytes transfer(Address receiver) {
        return ClientTransactions.transaction(
                account, SystemProgram.transfer(account, receiver, BaseUnits.of(EngineFixture.SOL)));
    }
}
