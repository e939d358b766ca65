package dev.mandate.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.domain.account.TimeLock;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Network;
import dev.mandate.domain.explain.DescribedInstruction;
import dev.mandate.domain.explain.ExplainedInstruction;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.money.Token;
import dev.mandate.domain.smartaccount.Command;
import dev.mandate.domain.smartaccount.Refusal;
import dev.mandate.domain.transaction.Proposal;
import dev.mandate.domain.transaction.ProposalRefusal;
import dev.mandate.domain.transaction.Vote;
import dev.mandate.engine.parts.WaitPolicy;
import dev.mandate.ports.api.custody.Authority;
import dev.mandate.ports.api.custody.BuildOptions;
import dev.mandate.ports.api.custody.BuildRefusal;
import dev.mandate.ports.api.custody.BuildRequest;
import dev.mandate.ports.api.custody.Custody;
import dev.mandate.ports.api.custody.IdempotencyKey;
import dev.mandate.ports.api.custody.Proposable;
import dev.mandate.ports.api.custody.Retry;
import dev.mandate.ports.api.custody.SettingsEdit;
import dev.mandate.ports.api.custody.Submission;
import dev.mandate.ports.api.custody.SubmissionRefusal;
import dev.mandate.ports.api.custody.SubmitRequest;
import dev.mandate.ports.api.custody.TransactionPlan;
import dev.mandate.ports.api.transfer.Transfer;
import dev.mandate.ports.api.transfer.TransferQuery;
import dev.mandate.ports.spi.chain.AccountQuery;
import dev.mandate.ports.spi.formats.ChainFormats;
import dev.mandate.simulator.SimulatedChain;
import dev.mandate.simulator.journal.InMemoryJournal;
import dev.mandate.simulator.keys.KeyRing;
import dev.mandate.simulator.keys.TestKey;
import dev.mandate.solana.Solana;
import dev.mandate.testsupport.toy.SimulatedToyProgram;
import dev.mandate.testsupport.toy.ToyProgram;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import org.junit.jupiter.api.Test;

/** The engine on another program of smart accounts, beside the same on Squads v4. */
class ToyProgramTest {

    private static final long SOL = 1_000_000_000;

    private final Service toy = new Service(SimulatedToyProgram.chain(EngineFixture.START), ToyProgram.formats());
    private final Service squads = new Service(new SimulatedChain(EngineFixture.START), Solana.SQUADS_V4);

    /** A 2-of-3 account with 5 SOL. */
    private static final class Service {

        final TestKey ann = TestKey.of("ann");
        final TestKey bob = TestKey.of("bob");
        final TestKey cem = TestKey.of("cem");
        final TestKey createKey = TestKey.of("create key");
        final Address shop = TestKey.of("shop").address();
        final KeyRing keys = KeyRing.of(ann, bob, cem, createKey);
        final SimulatedChain chain;
        final Custody custody;
        final Address account;
        private int requests;

        Service(SimulatedChain chain, ChainFormats formats) {
            this.chain = chain;
            this.custody = CustodyEngine.builder()
                    .network(Network.DEVNET)
                    .chain(chain)
                    .formats(formats)
                    .journal(new InMemoryJournal())
                    .clock(() -> EngineFixture.START)
                    .waits(WaitPolicy.NONE)
                    .build();
            Array.of(ann.address(), shop).forEach(address -> chain.fund(address, BaseUnits.of(SOL)));
            account = lands(new BuildRequest.CreateAccount(
                            createKey.address(),
                            ann.address(),
                            Command.CreateAccount.ofEquals(2, ann.address(), bob.address(), cem.address()),
                            BuildOptions.DEFAULT))
                    .account()
                    .address();
            chain.fund(account, BaseUnits.of(5 * SOL));
        }

        BuildOptions options() {
            return BuildOptions.DEFAULT.paidBy(ann.address());
        }

        TransactionPlan builds(BuildRequest request) {
            return custody.build(request).getOrElseThrow(refusal -> new AssertionError("not built: " + refusal));
        }

        TransactionPlan lands(BuildRequest request) {
            TransactionPlan plan = builds(request);
            var landed = custody.submitAll(plan, keys, new IdempotencyKey("request/" + requests++));
            assertTrue(landed.isRight(), landed::toString);
            return plan;
        }

        /** The index of a payment that is proposed and open for votes. */
        long proposed(long lamports) {
            Bytes payment = ClientTransactions.transfer(account, shop, lamports);
            return lands(new BuildRequest.Propose(account, new Proposable.Transaction(payment), ann.address(), options())).index().get();
        }

        BuildRequest vote(long index, Vote vote, TestKey voter) {
            return new BuildRequest.CastVotes(account, index, vote, Array.of(voter.address()), options());
        }

        Proposal proposal(long index) {
            return custody.transaction(account, index).get().transaction().proposal().get();
        }

        long shopHas() {
            return chain.accounts(AccountQuery.ofAnyOwner(Array.of(shop))).get().owned().get(shop).get().lamports().bits() - SOL;
        }
    }

    @Test
    void anAccountIsCreatedAtOtherAddressesAndRead() {
        var view = toy.custody.account(toy.account).get();

        assertNotEquals(squads.account, toy.account);
        assertEquals(squads.custody.account(squads.account).get().settings(), view.settings());
        assertEquals(5 * SOL, view.balance().bits());
    }

    @Test
    void aTransferIsProposedApprovedAndExecuted() {
        long index = toy.proposed(7);
        var unusedFirst = toy.lands(toy.vote(index, Vote.APPROVE, toy.bob));
        var unusedSecond = toy.lands(toy.vote(index, Vote.APPROVE, toy.cem));
        assertInstanceOf(Proposal.Approved.class, toy.proposal(index));

        var unused = toy.lands(new BuildRequest.Execute(toy.account, index, Array.of(toy.ann.address()), toy.options()));

        assertInstanceOf(Proposal.Executed.class, toy.proposal(index));
        assertEquals(7, toy.shopHas());
        Transfer transfer = toy.custody.transfers(toy.account, TransferQuery.newest(1)).get().transfers().get(0);
        assertEquals(Transfer.Direction.OUTFLOW, transfer.direction());
    }

    @Test
    void aTransferAndAChangeOfSettingsAreMadeAtOnce() {
        Array<Address> signers = Array.of(toy.ann.address(), toy.bob.address());
        var unusedTransfer =
                toy.lands(new BuildRequest.Transfer(toy.account, toy.shop, new Token.Sol(), BaseUnits.of(9), signers, toy.options()));
        var unusedChange = toy.lands(EngineFixture.change(
                toy.account, new Authority.Vote(signers), new SettingsEdit.RemoveSigner(toy.cem.address()), new SettingsEdit.SetTimeLock(new TimeLock(60))));

        assertEquals(9, toy.shopHas());
        var settings = toy.custody.account(toy.account).get().settings();
        assertEquals(new TimeLock(60), settings.timeLock());
        assertEquals(signers.toSet(), settings.roster().signers().map(signer -> signer.address()).toSet());
    }

    @Test
    void theRuleThatDiffersRefusesWhatIsBuiltAndWhatIsSubmitted() {
        long index = toy.proposed(1);
        Bytes approval = toy.keys.sign(toy.builds(toy.vote(index, Vote.APPROVE, toy.ann)).single().unsigned().transaction());
        var unused = toy.lands(toy.vote(index, Vote.REJECT, toy.ann));

        assertEquals(
                Either.left(new BuildRefusal.Forbidden(
                        new Refusal.ProposalRefused(index, new ProposalRefusal.AlreadyVoted(toy.ann.address(), Vote.REJECT)))),
                toy.custody.build(toy.vote(index, Vote.APPROVE, toy.ann)));
        Either<SubmissionRefusal, Submission> submitted =
                toy.custody.submit(SubmitRequest.of(toy.account, approval), new Retry.Unnamed());
        assertInstanceOf(SubmissionRefusal.WouldFail.class, submitted.getLeft());
    }

    /** The program's own instructions have no table that tells them in words. */
    @Test
    void whatTheVaultSignsIsExplainedAndWhatTheProgramDoesIsUnknown() {
        long index = toy.proposed(7);
        Bytes approval = toy.builds(toy.vote(index, Vote.APPROVE, toy.bob)).single().unsigned().transaction();

        assertEquals(
                Array.of(toy.account + " sends 0.000000007 SOL to " + toy.shop + "."),
                toy.custody.explain(toy.account, index).get().summary());
        assertEquals(
                Array.of(ToyProgram.formats().program().programId()),
                toy.custody
                        .explain(approval)
                        .get()
                        .instructions()
                        .map(ExplainedInstruction::decoded)
                        .filter(decoded -> decoded instanceof DescribedInstruction.Unknown)
                        .map(DescribedInstruction::program));
    }

    @Test
    void theSameIsAllowedOnSquads() {
        long index = squads.proposed(1);
        var unusedRejection = squads.lands(squads.vote(index, Vote.REJECT, squads.ann));
        var unused = squads.lands(squads.vote(index, Vote.APPROVE, squads.ann));

        assertEquals(Array.of(squads.ann.address()), squads.proposal(index).ballot().approvals().toArray());
    }
}
